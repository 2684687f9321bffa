import { isAbsolute } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { readLedgerAddress } from "../../node/open-ledger.js";
import { UsageError } from "../faults.js";
import type { FlagSpecs, Flags } from "../flags.js";
import { findOperatorFile } from "../operator-files.js";
import type { Shell } from "../shell.js";
import { OPERATOR_FLAGS } from "../verification.js";

export const HOOK_FLAGS = {
  policy: { ...OPERATOR_FLAGS.policy, required: true },
  keys: { ...OPERATOR_FLAGS.keys, required: true },
  audience: { type: "text", required: true, value: "NAME", help: "this gate's name, which approvals are signed for; or none" },
  ledger: {
    type: "text",
    required: true,
    value: "sqlite:FILE|postgresql://...",
    help: "where uses and approval requests are kept; or none",
  },
  principal: { type: "text", required: true, value: "NAME", help: "who asks, in the words of the policy" },
  audit: { type: "text", value: "FILE", help: "record each decision in this log" },
  contract: { type: "text", many: true, value: "FILE", help: "hold the answers of the tool that this contract names against it" },
  deadline: { type: "text", value: "MS", help: "block after so many milliseconds, 50 to 60000 (5000); the host's own timeout lies above" },
} as const satisfies FlagSpecs;

/** What a run of the hook is told on its command line. */
export interface HookSettings {
  readonly policy: string;
  readonly keys: string;
  readonly audience: string;
  readonly ledger: string;
  readonly principal: string;
  readonly audit: string | null;
  readonly contracts: readonly string[];
  readonly deadlineMs: number;
}

const DEFAULT_DEADLINE_MS = 5000;

/**
 * The hook's settings. Files are named by absolute paths: the host runs a hook in the folder that the agent works in, so a relative
 * one would be the agent's to lay down (spec/hook.md#files).
 */
export function readHookSettings(flags: Flags<typeof HOOK_FLAGS>, shell: Shell): HookSettings {
  const { audience, ledger, principal, audit } = flags;
  const policy = findOperatorFile("policy", flags.policy, "strict", shell).path;
  const keys = findOperatorFile("keys", flags.keys, "strict", shell).path;
  if (audience === undefined) throw new UsageError("is needed: the name that approvals are signed for, or none", "--audience");
  if (ledger === undefined) throw new UsageError("is needed: sqlite:FILE, postgresql://USER@HOST/DATABASE, or none", "--ledger");
  if (principal === undefined) throw new UsageError("is needed: who asks, in the words of the policy", "--principal");
  checkLedger(ledger);
  mustBeAbsolute("--policy", policy);
  mustBeAbsolute("--keys", keys);
  if (audit !== undefined) mustBeAbsolute("--audit", audit);
  for (const file of flags.contract) mustBeAbsolute("--contract", file);
  const contracts = [...flags.contract];
  return { policy, keys, audience, ledger, principal, audit: audit ?? null, contracts, deadlineMs: readDeadline(flags.deadline) };
}

function checkLedger(ledger: string): void {
  if (ledger === "none") return;
  const address = readLedgerAddress(ledger);
  if (address === null) throw new UsageError("is sqlite:FILE, postgresql://USER@HOST/DATABASE, or none", "--ledger");
  if (address.kind === "sqlite") mustBeAbsolute("--ledger", address.file);
}

function mustBeAbsolute(flag: string, path: string): void {
  if (isAbsolute(path)) return;
  throw new ConfigurationError("must be an absolute path: a hook runs in the folder that the agent works in", { file: path, place: flag });
}

function readDeadline(flag: string | undefined): number {
  if (flag === undefined) return DEFAULT_DEADLINE_MS;
  const ms = /^[1-9]\d{1,4}$/.test(flag) ? Number(flag) : 0;
  if (ms < 50 || ms > 60_000) throw new UsageError("is a number of milliseconds, 50 to 60000", "--deadline");
  return ms;
}
