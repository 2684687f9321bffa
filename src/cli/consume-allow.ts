import { ConfigurationError } from "../decision/configuration-error.js";
import type { Decision } from "../decision/decision.js";
import { concludeConsumption, consumptionOf, NO_ANSWER } from "../gate/conclude-consumption.js";
import type { AuditHead } from "../gate/ledger.js";
import { openLedger, readLedgerAddress } from "../node/open-ledger.js";
import type { Verified } from "../verify-action.js";
import { UsageError } from "./faults.js";

/** Refuses an address that no ledger has, before any file is read. The address itself may hold a password and is not repeated. */
export function checkLedgerFlag(address: string): void {
  if (readLedgerAddress(address) === null) throw new UsageError("is sqlite:FILE or postgresql://USER@HOST/DATABASE", "--ledger");
}

/**
 * Uses up what an allow uses, as a live gate does, and gives the decision that it then gives. Nothing is opened for a block. A ledger
 * that cannot be a ledger is a ConfigurationError; one that cannot be had is a block.
 *
 * @param head the last record of the audit log that the decision will be in, for the ledger to keep; null without one
 */
export async function consumeAllow(verified: Verified, now: number, address: string, head: AuditHead | null): Promise<Decision> {
  const request = verified.decision.verdict === "allow" ? consumptionOf(verified, now, head) : null;
  if (request === null) return verified.decision;
  let answer: unknown = NO_ANSWER;
  try {
    const ledger = await openLedger(address);
    try {
      answer = await ledger.consume(request);
    } finally {
      // What was answered was kept; a close that fails changes nothing.
      await ledger.close().catch(() => undefined);
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw atFlag(error);
  }
  return concludeConsumption(verified.decision, request, answer);
}

/** The library names its option; here it is a flag. */
function atFlag({ what, file, cause }: ConfigurationError): ConfigurationError {
  return new ConfigurationError(what, { place: "--ledger", ...(file !== undefined && { file }) }, { cause });
}
