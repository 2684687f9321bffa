import { defineCommand } from "../command.js";
import { EXIT } from "../exits.js";
import { UnreadableError } from "../faults.js";
import { paintFor } from "../formats/paint.js";
import { findOperatorFile } from "../operator-files.js";
import { readCaseFiles } from "../policy-cases/case-files.js";
import { type CaseResult, differences, renderCases } from "../policy-cases/case-report.js";
import { CaseError } from "../policy-cases/policy-case.js";
import { CASE_SUFFIX, type FoundCase, readCases } from "../policy-cases/read-cases.js";
import { type CaseSetting, runCase } from "../policy-cases/run-case.js";
import { StandInKeys } from "../policy-cases/stand-in-keys.js";
import { mustKnowRules } from "../policy-cases/unknown-rules.js";
import { FORMAT_FLAGS, loadPolicyAt, OPERATOR_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "policy test",
  summary: "Puts cases to a policy and compares each decision with the one that is expected.",
  operand: { name: "DIR" },
  flags: {
    policy: OPERATOR_FLAGS.policy,
    keys: OPERATOR_FLAGS.keys,
    "evidence-root": { type: "text", value: "DIR", help: "folder of the files that hash evidence refers to" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json|junit|github", help: "output (text)" },
  },
  notes: [
    `A case is a file *${CASE_SUFFIX} anywhere below DIR (docs/policy-tests.md). \`approved_by\` needs nobody's private key: keys made for`,
    "this run stand in for those of the keyring. Exits 1 where a case fails, cannot be run, or there is none.",
  ],
  async run(flags, folder, shell) {
    const format = readFormat(flags, ["text", "json", "junit", "github"]);
    const file = findOperatorFile("policy", flags.policy, "strict", shell);
    const policy = await loadPolicyAt(file);
    const { keys, keyring, artifacts } = await readCaseFiles(flags, shell);
    const found = readCases(folder as string, shell.cwd, keyring);
    if (found.length === 0) throw new UnreadableError(`holds no case: no file *${CASE_SUFFIX}`, folder as string);
    const setting = { policy, keys: new StandInKeys(), artifacts };
    const results: CaseResult[] = [];
    for (const each of found) results.push(await resultOf(each, setting));
    const exit = results.every(({ result }) => result === "pass") ? EXIT.done : EXIT.finding;
    const paint = paintFor(format === "text" && (await shell.colour()));
    return { exit, stdout: renderCases(format, { results, policy: file, keys }, paint) };
  },
});

async function resultOf(found: FoundCase, setting: CaseSetting): Promise<CaseResult> {
  const { file, title } = found;
  if ("fault" in found) return { file, title, result: "error", expected: null, got: null, fault: found.fault };
  const { expect } = found.loaded.definition;
  try {
    mustKnowRules(found.loaded.definition, setting.policy);
    const got = await runCase(found.loaded, setting);
    return { file, title, result: differences(expect, got).length === 0 ? "pass" : "fail", expected: expect, got, fault: null };
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    return { file, title, result: "error", expected: expect, got: null, fault: error.message };
  }
}
