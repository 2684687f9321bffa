import { ConfigurationError } from "../decision/configuration-error.js";
import type { Gate } from "../gate/create-gate.js";
import { type AuditLog, openAuditLog } from "../node/audit/open-audit-log.js";
import { createGate } from "../node/create-gate.js";
import { openLedger, readLedgerAddress } from "../node/open-ledger.js";
import { UsageError } from "./faults.js";
import type { Flags } from "./flags.js";
import { findOperatorFile } from "./operator-files.js";
import type { Shell } from "./shell.js";
import { OPERATOR_FLAGS, readProfile } from "./verification.js";

/** The flags of a command that runs a live gate: what `createGate` needs, and nothing assumed. */
export const GATE_FLAGS = {
  ...OPERATOR_FLAGS,
  audience: { type: "text", required: true, value: "NAME", help: 'the name of this gate, which attestations are signed for; or "none"' },
  ledger: { type: "text", required: true, value: "sqlite:FILE|postgresql://...", help: 'where used approvals are remembered; or "none"' },
  audit: { type: "text", value: "FILE", help: "record decisions and outcomes in this log" },
  "evidence-root": { type: "text", value: "DIR", help: "folder of the files that evidence refers to" },
} as const;

/** A gate with the log that it closes; null where none is kept. */
interface LiveGate {
  readonly gate: Gate;
  readonly audit: AuditLog | null;
}

/** Options of createGate that a flag stands for under another name. */
const FLAG_OF: ReadonlyMap<string, string> = new Map([
  ["audience", "--audience"],
  ["ledger", "--ledger"],
  ["evidenceRoot", "--evidence-root"],
]);

/**
 * Starts the gate that the flags describe. It reads policy and keyring again as they change, and closes ledger and log with itself.
 * ConfigurationError, told with the flag, where anything is missing or wrong.
 */
export async function gateFromFlags(flags: Flags<typeof GATE_FLAGS>, shell: Shell): Promise<LiveGate> {
  const profile = readProfile(flags);
  const { audience, ledger: address } = flags;
  if (audience === undefined && profile === "strict") throw new UsageError('is required: the name of this gate, or "none"', "--audience");
  if (address === undefined && profile === "strict")
    throw new UsageError('is required: sqlite:FILE, postgresql://..., or "none"', "--ledger");
  if (address !== undefined && address !== "none" && readLedgerAddress(address) === null) {
    throw new UsageError("is sqlite:FILE or postgresql://USER@HOST/DATABASE", "--ledger");
  }
  const policy = findOperatorFile("policy", flags.policy, profile, shell).path;
  const keyring = findOperatorFile("keys", flags.keys, profile, shell).path;
  const ledger = address === undefined || address === "none" ? "none" : await atFlag("--ledger", () => openLedger(address));
  const audit = flags.audit === undefined ? null : await atFlag("--audit", () => openAuditLog({ file: flags.audit as string }));
  try {
    const gate = await createGate({
      policy,
      keyring,
      profile,
      audience: audience ?? "none",
      ledger,
      ...(audit !== null && { audit }),
      ...(flags["evidence-root"] !== undefined && { evidenceRoot: flags["evidence-root"] }),
    });
    return { gate, audit };
  } catch (error) {
    await audit?.close().catch(() => undefined);
    if (ledger !== "none") await ledger.close().catch(() => undefined);
    if (error instanceof ConfigurationError && error.file === undefined) {
      throw new ConfigurationError(error.what, { place: FLAG_OF.get(error.place ?? "") ?? error.place ?? "" }, { cause: error });
    }
    throw error;
  }
}

/** The library names its option; here it is a flag. */
async function atFlag<T>(flag: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(error.what, { place: flag, ...(error.file !== undefined && { file: error.file }) }, { cause: error });
  }
}
