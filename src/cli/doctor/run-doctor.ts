import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditHead } from "../../gate/ledger.js";
import type { JsonObject } from "../../json/value.js";
import type { LedgerAddress } from "../../node/open-ledger.js";
import type { Keyring } from "../../trust/keyring.js";
import { nowToNanos } from "../../trust/timestamp.js";
import type { WrittenPolicy } from "../read-policy.js";
import { checkApprovals } from "./checks/approvals.js";
import { checkAudit } from "./checks/audit.js";
import { checkBreakGlass } from "./checks/break-glass.js";
import { checkClock } from "./checks/clock.js";
import { checkCoverage } from "./checks/coverage.js";
import { checkKeys } from "./checks/keys.js";
import { checkLedger, type LedgerChecked } from "./checks/ledger.js";
import { checkPlaces, type KeptFile } from "./checks/places.js";
import { checkPolicy } from "./checks/policy.js";
import { checkRuntime } from "./checks/runtime.js";
import { checkTrials } from "./checks/trials.js";
import { type Draft, draftAction } from "./draft-action.js";
import type { OpenGate } from "./probes/probe-gates.js";
import { runProbes } from "./probes/run-probes.js";
import type { Example } from "./read-example.js";
import type { Check, DoctorReport } from "./report.js";
import { scratchLedgers } from "./scratch/scratch-ledgers.js";
import { withScratch } from "./scratch/with-scratch.js";

export interface DoctorQuestion {
  readonly openGate: OpenGate;
  readonly policy: WrittenPolicy;
  readonly policyBytes: Uint8Array;
  readonly keyring: Keyring;
  /** The file's content, which has loaded. */
  readonly keyringFile: JsonObject;
  readonly audience: string | null;
  readonly ledger: LedgerAddress | null;
  readonly tool: string | null;
  readonly examples: readonly Example[];
  /** The audit log's file. */
  readonly audit: string | null;
  readonly evidenceRoot: string | null;
  /** What decides and remembers, the ledger's file and the audit among it. */
  readonly files: readonly KeptFile[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** `now` was given and is not this machine's. */
  readonly fixed: boolean;
  readonly nodeVersion: string;
}

/** Tries the operator's gate in a scratch area, and looks at what it stands on. */
export async function runDoctor(question: DoctorQuestion): Promise<DoctorReport> {
  const { policy, tool, audience, examples } = question;
  const now = nowToNanos(question.now);
  const tools = [...policy.policy.tools].filter(([name]) => tool === null || name === tool);
  const drafts = tools.map(([name, rule]) => draftAction(name, rule, { ...question, now }));
  const ledger = await checkLedger(question.ledger);
  try {
    const { probes, remarks } = await withScratch((folder) => probeIn(folder, drafts, question));
    const coverage = checkCoverage(drafts, audience, new Set(examples.map((example) => example.tool)));
    return {
      probes,
      checks: [{ check: "coverage", remarks: [...remarks, ...coverage] }, ...(await checksOf(question, drafts, ledger, now))],
    };
  } finally {
    await ledger.view?.close();
  }
}

async function probeIn(folder: string, drafts: readonly Draft[], question: DoctorQuestion) {
  const { openGate, keyringFile, policyBytes, now, tool } = question;
  const fixedNow = question.fixed ? now : null;
  const policyFile = join(folder, "pic_policy.json");
  writeFileSync(policyFile, policyBytes, { mode: 0o600, flag: "wx" });
  const ledgers = await scratchLedgers(question.ledger, folder, fixedNow);
  try {
    const { policy } = question.policy;
    const setting = { openGate, policy, drafts, whole: tool === null, policyFile, keyringFile, folder, ledgers, fixedNow };
    return { probes: await runProbes(setting), remarks: ledgers.remarks };
  } finally {
    await ledgers.close();
  }
}

async function checksOf(
  { policy, keyring, audit, files, fixed, evidenceRoot, nodeVersion, now: milliseconds }: DoctorQuestion,
  drafts: readonly Draft[],
  { remarks, view, ahead }: LedgerChecked,
  now: bigint,
): Promise<readonly Check[]> {
  const written = files.filter(({ path }) => existsSync(path)).map(({ name, path }) => ({ name, at: Math.floor(statSync(path).mtimeMs) }));
  const headOf = view === null ? null : (log: string): Promise<AuditHead | null> => view.head(log);
  return [
    { check: "places", remarks: checkPlaces(files, evidenceRoot) },
    { check: "clock", remarks: checkClock({ now: milliseconds, storeAhead: fixed ? null : ahead, written }) },
    { check: "keys", remarks: checkKeys(keyring, policy.policy.allowUnscopedKeys, now) },
    { check: "approvals", remarks: checkApprovals(policy, keyring, drafts, now) },
    { check: "observation", remarks: checkTrials(policy.policy, now) },
    { check: "break glass", remarks: checkBreakGlass(policy.policy, keyring, now) },
    { check: "policy", remarks: checkPolicy(policy, keyring, now) },
    { check: "ledger", remarks },
    ...(audit === null ? [] : [{ check: "audit", remarks: await checkAudit({ file: audit, keyring, now, headOf }) }]),
    { check: "runtime", remarks: checkRuntime(nodeVersion) },
  ];
}
