import { readLedgerAddress } from "../node/open-ledger.js";
import { UsageError } from "./faults.js";
import type { Flags } from "./flags.js";
import { type LiveGate, openGate } from "./open-gate.js";
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
  return openGate({
    policy,
    keyring,
    profile,
    audience: audience ?? "none",
    ledger: address ?? "none",
    audit: flags.audit,
    evidenceRoot: flags["evidence-root"],
  });
}
