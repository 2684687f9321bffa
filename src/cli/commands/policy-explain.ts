import { IMPACTS, type Impact } from "../../decision/impact.js";
import { isToolName } from "../../trust/names.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { type Demand, explainTool } from "../explain-policy.js";
import { UsageError } from "../faults.js";
import { oneOf } from "../flags.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
import { readWrittenPolicy } from "../read-policy.js";
import { FORMAT_FLAGS, OPERATOR_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "policy explain",
  summary: "Says in words what must hold for a call to be allowed, in the order judged.",
  fileFlag: "--policy FILE",
  flags: {
    policy: OPERATOR_FLAGS.policy,
    tool: { type: "text", value: "NAME", help: "this tool, named by the policy or not (every tool)" },
    impact: { type: "text", value: "IMPACT", help: "only tools of this impact" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["In brackets the reason of the block where it does not hold, and the policy's id of the rule. In the profile strict."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const { tool, impact } = flags;
    if (tool !== undefined && impact !== undefined) throw new UsageError("and --impact choose twice; give one", "--tool");
    if (tool !== undefined && !isToolName(tool)) throw new UsageError("is no tool name", "--tool");
    if (impact !== undefined) oneOf<Impact>("--impact", impact, IMPACTS, "read");
    const file = findOperatorFile("policy", flags.policy, "strict", shell);
    const { policy } = await readWrittenPolicy(file.path);
    const names =
      tool !== undefined
        ? [tool]
        : [...policy.tools].filter(([, rule]) => impact === undefined || rule.impact === impact).map(([name]) => name);
    const tools = names.map((name) => ({ tool: name, impact: policy.tools.get(name)?.impact ?? null, demands: explainTool(policy, name) }));
    if (format === "json") return { exit: EXIT.done, stdout: `${asciiJson({ tools, digest: policy.digest, file })}\n` };
    const pages = tools.map((each) => page(each.tool, each.impact, each.demands));
    if (tools.length === 0) pages.push(`the policy names no tool of impact ${impact}\n`);
    else if (tool === undefined) pages.push("any other tool is blocked [policy.tool_unknown]\n");
    return { exit: EXIT.done, stdout: `${pages.join("\n")}policy ${tellFile(file)}\n` };
  },
});

function page(tool: string, impact: Impact | null, demands: readonly Demand[]): string {
  const lines = demands.map(({ text, reason, rule }, at) => {
    const marks = [...(reason === null ? [] : [reason]), ...(rule === null ? [] : [`rule ${rule}`])];
    return `  ${String(at + 1).padStart(2)}. ${escapeText(text)}${marks.length === 0 ? "" : ` [${marks.map((mark) => escapeText(mark)).join("; ")}]`}`;
  });
  return `${[`${escapeText(tool, 128)}${impact === null ? "" : `, impact ${impact}`}:`, ...lines].join("\n")}\n`;
}
