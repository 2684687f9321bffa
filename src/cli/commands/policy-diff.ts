import { defineCommand } from "../command.js";
import { EXIT } from "../exits.js";
import { UnreadableError, UsageError } from "../faults.js";
import { paintFor } from "../formats/paint.js";
import { readCaseFiles } from "../policy-cases/case-files.js";
import { CASE_SUFFIX, readCases } from "../policy-cases/read-cases.js";
import { StandInKeys } from "../policy-cases/stand-in-keys.js";
import { type CaseDiff, diffCase } from "../policy-diff/diff-case.js";
import { renderDiff } from "../policy-diff/diff-report.js";
import { diffWritten } from "../policy-diff/diff-written.js";
import { readWrittenPolicy } from "../read-policy.js";
import { FORMAT_FLAGS, OPERATOR_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "policy diff",
  summary: "Says which decisions of a set of cases flip between two policies, and what changed in them.",
  operand: { name: "OLD", second: "NEW" },
  flags: {
    cases: { type: "text", required: true, value: "DIR", help: `a folder of cases (*${CASE_SUFFIX}); what they expect is not looked at` },
    keys: OPERATOR_FLAGS.keys,
    "evidence-root": { type: "text", value: "DIR", help: "folder of the files that hash evidence refers to" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json|github", help: "output (text)" },
  },
  notes: ["Exits 1 where a decision, its code, reason or rule differs, or a case cannot be run; 0 where none does, whatever else changed."],
  async run(flags, operand, shell, second) {
    const format = readFormat(flags, ["text", "json", "github"]);
    const [before, after] = [operand as string, second as string];
    if (flags.cases === undefined) throw new UsageError("is needed: a folder of cases", "--cases");
    const [old, next] = [await readWrittenPolicy(before), await readWrittenPolicy(after)];
    const { keyring, artifacts } = await readCaseFiles(flags, shell);
    const found = readCases(flags.cases, shell.cwd, keyring);
    if (found.length === 0) throw new UnreadableError(`holds no case: no file *${CASE_SUFFIX}`, flags.cases);
    const keys = new StandInKeys();
    const results: CaseDiff[] = [];
    for (const each of found)
      results.push(await diffCase(each, { policy: old.policy, keys, artifacts }, { policy: next.policy, keys, artifacts }));
    const report = { before, after, results, changes: diffWritten(old.written, next.written) };
    const paint = paintFor(format === "text" && (await shell.colour()));
    return { exit: results.every(({ flip }) => flip === "none") ? EXIT.done : EXIT.finding, stdout: renderDiff(format, report, paint) };
  },
});
