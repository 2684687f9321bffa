import { CODES } from "../../decision/catalogue.js";
import type { Decision } from "../../decision/decision.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT, exitOf } from "../exits.js";
import { paintFor } from "../formats/paint.js";
import { filesOf, scopeOf, verdictLines } from "../formats/text.js";
import { readFormat, VERIFY_FLAGS, verifyInput } from "../verification.js";

const { unbound: _unbound, args: _args, ...flags } = VERIFY_FLAGS;

export const command = defineCommand({
  name: "evidence-verify",
  summary: "Checks a proposal's evidence alone: every entry must verify, and there must be one.",
  operand: { name: "FILE|-" },
  flags: {
    ...flags,
    policy: { ...flags.policy, help: "optional: applies its impact of the tool, longest lifetime and rules on key scope" },
    keys: { ...flags.keys, help: "the operator's keyring, needed where the evidence holds a signature; else PIC_KEYS_PATH" },
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: [
    "Hash evidence needs --evidence-root; a signature needs --keys. Without --policy the impact is the proposal's own word.",
    "Says nothing about the action: use verify for a decision.",
  ],
  async run(flags, input, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const { report } = await verifyInput(input as string, { ...flags, args: undefined, unbound: false }, shell, "evidence");
    const { decision, files } = report;
    const evidence = decision.facts.evidence ?? [];
    const verified = evidence.length > 0 && evidence.every(({ status }) => status === "verified") && !failedBeforeTrust(decision);
    // spec cli#evidence-verify: no entry at all has proved nothing.
    const exit = verified ? EXIT.done : failedBeforeTrust(decision) ? exitOf(decision.code) : CODES.PIC_EVIDENCE_REQUIRED.exit;
    if (format === "json") {
      const issues = verified ? [] : decision.issues;
      const { input: name, evidenceRoot, policy, keys } = files;
      const named = { input: name, evidence_root: evidenceRoot, policy, keys };
      return { exit, stdout: `${asciiJson({ verified, code: codeFor(verified, decision), evidence, issues, files: named })}\n` };
    }
    const paint = paintFor(await shell.colour());
    const rows = evidence.map(({ type, mode, status, key_id }, index) => {
      const told = status === "verified" ? paint.good(status) : paint.bad(status);
      return `  evidence ${index} ${type} (${mode})${key_id === undefined ? "" : ` by ${escapeText(key_id, 128)}`}: ${told}`;
    });
    const head = verified
      ? [`${paint.good("VERIFIED")} ${evidence.length} of ${evidence.length}`]
      : failedBeforeTrust(decision)
        ? verdictLines(decision, paint)
        : [`${paint.bad("NO EVIDENCE")} that could be verified`];
    const about = [scopeOf(decision), ...filesOf(files)].map((line) => paint.faint(line));
    return { exit, stdout: `${[...head, ...rows, ...about].join("\n")}\n` };
  },
});

const AFTER_EVIDENCE: ReadonlySet<string> = new Set(["PIC_OK", "PIC_VERIFIER_FAILED", "PIC_POLICY_VIOLATION"]);

/** The decision fell in the evidence stage or before it. */
function failedBeforeTrust({ code }: Decision): boolean {
  return !AFTER_EVIDENCE.has(code);
}

function codeFor(verified: boolean, decision: Decision): string {
  if (verified) return "PIC_OK";
  return failedBeforeTrust(decision) ? decision.code : "PIC_EVIDENCE_REQUIRED";
}
