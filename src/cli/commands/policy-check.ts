import { ConfigurationError } from "../../decision/configuration-error.js";
import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
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
    const { tools, form, digest } = await loadPolicyAt(file);
    // A policy that names nothing blocks everything in strict and nothing in interop: neither is what was meant.
    if (tools.size === 0) throw new ConfigurationError("names no tool", { file: file.path });
    if (format === "json") return { exit: EXIT.done, stdout: `${asciiJson({ valid: true, form, tools: tools.size, digest, file })}\n` };
    return {
      exit: EXIT.done,
      stdout: `valid: form ${form}, ${tools.size} tool${tools.size === 1 ? "" : "s"}, digest ${digest}\npolicy ${tellFile(file)}\n`,
    };
  },
});
