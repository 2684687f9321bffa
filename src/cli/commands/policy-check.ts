import { ConfigurationError } from "../../decision/configuration-error.js";
import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
import { ruleWords, trialLines, trialsOf } from "../rule-words.js";
import { FORMAT_FLAGS, loadPolicyAt, OPERATOR_FLAGS, readFormat, readProfile } from "../verification.js";

export const command = defineCommand({
  name: "policy check",
  summary: "Says whether a policy loads, or where it is wrong.",
  fileFlag: "--policy FILE",
  flags: {
    policy: OPERATOR_FLAGS.policy,
    profile: OPERATOR_FLAGS.profile,
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 6 where the file is no policy or names no tool."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const file = findOperatorFile("policy", flags.policy, readProfile(flags), shell);
    const policy = await loadPolicyAt(file);
    const { tools, form, digest } = policy;
    const rules = [...tools.values()].reduce((sum, tool) => sum + ruleWords(tool).length, 0);
    // A policy that names nothing blocks everything in strict and nothing in interop: neither is what was meant.
    if (tools.size === 0) throw new ConfigurationError("names no tool", { file: file.path });
    if (format === "json")
      return {
        exit: EXIT.done,
        stdout: `${asciiJson({ valid: true, form, tools: tools.size, rules, digest, observe: trialsOf(policy), file })}\n`,
      };
    const counted = [counts(tools.size, "tool"), ...(rules === 0 ? [] : [counts(rules, "rule")])].join(", ");
    const lines = [`valid: form ${form}, ${counted}, digest ${digest}`, ...trialLines(policy), `policy ${tellFile(file)}`];
    return { exit: EXIT.done, stdout: `${lines.join("\n")}\n` };
  },
});

function counts(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
