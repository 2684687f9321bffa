import type { JsonPointer } from "../../decision/issue.js";
import { nowToNanos } from "../../trust/timestamp.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { findOperatorFile, lookForOperatorFile, tellFile } from "../operator-files.js";
import { lintPolicy } from "../policy-lint/lint-policy.js";
import { readWrittenPolicy } from "../read-policy.js";
import { ruleWords, trialLines, trialsOf } from "../rule-words.js";
import { FORMAT_FLAGS, loadKeyringFor, OPERATOR_FLAGS, readFormat, readNow, readProfile, VERIFY_FLAGS } from "../verification.js";

export const command = defineCommand({
  name: "policy check",
  summary: "Says whether a policy loads, where it is wrong, and what in it is probably not meant.",
  fileFlag: "--policy FILE",
  flags: {
    policy: OPERATOR_FLAGS.policy,
    keys: { ...OPERATOR_FLAGS.keys, help: "a keyring to hold the policy's demands against" },
    profile: OPERATOR_FLAGS.profile,
    now: VERIFY_FLAGS.now,
    strict: { type: "switch", help: "exit 1 on a warning" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json|github", help: "output (text)" },
  },
  notes: ["Exits 6 where the file is no policy or names no tool. Warnings exit 0 unless --strict asks for more."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json", "github"]);
    const profile = readProfile(flags);
    const now = nowToNanos(readNow(flags, shell));
    const file = findOperatorFile("policy", flags.policy, profile, shell);
    const written = await readWrittenPolicy(file.path);
    const keys = flags.keys === undefined ? null : lookForOperatorFile("keys", flags.keys, profile, shell);
    const keyring = keys === null ? null : await loadKeyringFor(keys, profile);
    const warnings = lintPolicy(written, keyring, now);
    const exit = flags.strict && warnings.length > 0 ? EXIT.finding : EXIT.done;
    const { form, tools, digest } = written.policy;
    const rules = [...tools.values()].reduce((sum, tool) => sum + ruleWords(tool).length, 0);
    const counted = { tools: tools.size, rules };
    const observe = trialsOf(written.policy);
    if (format === "json")
      return { exit, stdout: `${asciiJson({ valid: true, form, ...counted, digest, observe, warnings, file, keys })}\n` };
    const summary = `valid: form ${form}, ${counts(tools.size, "tool")}${rules === 0 ? "" : `, ${counts(rules, "rule")}`}, digest ${digest}`;
    if (format === "github") {
      const { annotation } = await import("../formats/annotation.js");
      const level = flags.strict ? "error" : "warning";
      const lines = warnings.map(({ lint, place, message }) =>
        annotation(level, { file: escapeText(file.path), title: `policy check: ${lint}` }, `${toldPlace(place)}: ${escapeText(message)}`),
      );
      return { exit, stdout: `${lines.join("")}${annotation("notice", { file: null, title: "countersign policy check" }, summary)}` };
    }
    const lines = warnings.map(({ lint, place, message }) => `warning ${lint} at ${toldPlace(place)}: ${escapeText(message)}`);
    const used = [`policy ${tellFile(file)}`, ...(keys === null ? [] : [`keys ${tellFile(keys)}`])];
    return { exit, stdout: `${[summary, ...lines, ...trialLines(written.policy), ...used].join("\n")}\n` };
  },
});

function counts(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function toldPlace(place: JsonPointer): string {
  return escapeText(place, 256);
}
