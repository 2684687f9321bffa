import { ConfigurationError } from "../decision/configuration-error.js";
import type { ProfileName } from "../decision/profile.js";
import type { Gate } from "../gate/create-gate.js";
import type { Ledger } from "../gate/ledger.js";
import { createMemoryLedger } from "../gate/memory-ledger.js";
import { type AuditLog, openAuditLog } from "../node/audit/open-audit-log.js";
import { createGate } from "../node/create-gate.js";
import type { GateOptions } from "../node/gate-options.js";
import { openLedger, readLedgerAddress } from "../node/open-ledger.js";
import { UsageError } from "./faults.js";

interface GateAsked {
  readonly policy: string;
  readonly keyring: string;
  readonly profile: ProfileName;
  readonly audience: string | undefined;
  /** An address, `memory` or `none`. */
  readonly ledger: string | undefined;
  readonly audit: string | undefined;
  readonly evidenceRoot: string | undefined;
}

/** A gate with the log that it closes; null where none is kept. */
export interface LiveGate {
  readonly gate: Gate;
  readonly audit: AuditLog | null;
}

/**
 * Opens what a gate stands on, and the gate, which closes ledger and log with itself; what was opened is closed where a later part is wrong.
 * ConfigurationError, told with the flag, where anything is missing or wrong.
 */
export async function openGate(asked: GateAsked): Promise<LiveGate> {
  const { audit: file } = asked;
  const ledger = await told("--ledger", () => openAsked(asked.ledger));
  let audit: AuditLog | null = null;
  try {
    audit = file === undefined ? null : await told("--audit", () => openAuditLog({ file }));
    return { gate: await told(null, () => createGate(gateOptions(asked, ledger, audit))), audit };
  } catch (error) {
    await audit?.close().catch(() => undefined);
    if (typeof ledger === "object") await ledger.close().catch(() => undefined);
    throw error;
  }
}

function gateOptions(
  { policy, keyring, profile, audience, evidenceRoot }: GateAsked,
  ledger: Ledger | "none" | undefined,
  audit: AuditLog | null,
) {
  return {
    policy,
    keyring,
    profile,
    ...(audience !== undefined && { audience }),
    ...(ledger !== undefined && { ledger }),
    ...(audit !== null && { audit }),
    ...(evidenceRoot !== undefined && { evidenceRoot }),
    // The gate itself says what the profile wants.
  } as GateOptions;
}

async function openAsked(address: string | undefined): Promise<Ledger | "none" | undefined> {
  if (address === undefined || address === "none") return address;
  if (address === "memory") return createMemoryLedger();
  if (readLedgerAddress(address) === null)
    throw new UsageError("is sqlite:FILE, postgresql://USER@HOST/DATABASE, memory or none", "--ledger");
  return openLedger(address);
}

const FLAG_OF: ReadonlyMap<string, string> = new Map([
  ["audience", "--audience"],
  ["ledger", "--ledger"],
  ["evidenceRoot", "--evidence-root"],
]);

/** The library names its option or file; here the flag is told. */
async function told<T>(flag: string | null, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { what, file } = error;
    const place = flag ?? (error.place === undefined ? undefined : (FLAG_OF.get(error.place) ?? error.place));
    throw new ConfigurationError(what, { ...(file !== undefined && { file }), ...(place !== undefined && { place }) }, { cause: error });
  }
}
