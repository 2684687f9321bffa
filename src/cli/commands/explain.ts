import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT, exitOf } from "../exits.js";
import { type Explanation, explain } from "../explanation.js";
import { paintFor } from "../formats/paint.js";
import { callLines, filesOf, scopeOf, verdictLines } from "../formats/text.js";
import { treeLines } from "../formats/tree.js";
import { readFormat, VERIFY_FLAGS, verifyInput } from "../verification.js";

export const command = defineCommand({
  name: "explain",
  summary: "Shows what a proposal rests on, claim by claim down to the key, and every finding in order.",
  operand: { name: "FILE|-" },
  flags: { ...VERIFY_FLAGS, format: { type: "text", value: "text|json", help: "output (text)" } },
  notes: ["Exits as verify does. It also shows a high impact without the live call, and then exits 64 in place of 0."],
  async run(flags, input, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const { report, prepared, keyring, unboundHigh } = await verifyInput(input as string, flags, shell);
    const { decision, bytes, files } = report;
    const explanation = explain(bytes, decision, keyring, prepared.settings.now);
    const unsaid = decision.verdict === "allow" && unboundHigh && !flags.unbound;
    const exit = unsaid ? EXIT.usage : exitOf(decision.code);
    const stderr = unsaid ? { stderr: "countersign: allowed without the live call: give --tool and --args @FILE, or --unbound\n" } : {};
    if (format === "json") {
      const { input: name, args, evidenceRoot, policy, keys } = files;
      const named = { input: name, args, evidence_root: evidenceRoot, policy, keys };
      return {
        exit,
        ...stderr,
        stdout: `${asciiJson({ ...decision, files: named, findings: explanation.findings, proposal: plain(explanation) })}\n`,
      };
    }
    const paint = paintFor(await shell.colour());
    const tree =
      explanation.proposal === null ? ["the input is no proposal, so there is nothing to lay out"] : treeLines(explanation.proposal, paint);
    const about = [...callLines(decision), scopeOf(decision), ...filesOf(files)].map((line) => paint.faint(line));
    return { exit, ...stderr, stdout: `${[...verdictLines(decision, paint), "", ...tree, "", ...about].join("\n")}\n` };
  },
});

/** The tree as JSON; of a keyring entry only its state, since its times are big integers and its key an object of the engine. */
function plain({ proposal }: Explanation): unknown {
  return JSON.parse(JSON.stringify(proposal, (name, value) => (name === "entry" ? undefined : value)));
}
