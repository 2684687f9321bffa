import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { Ledger } from "../gate/ledger.js";
import { openStandingLedger, readLedgerAddress } from "../node/open-ledger.js";
import { UnreadableError, UsageError } from "./faults.js";
import type { Shell } from "./shell.js";

/**
 * Runs a command on a ledger that is there already, and closes it. A ledger file that is not there is not made: it would be a misspelt
 * name. The address is never repeated, since it may hold a password.
 *
 * @param silence what is said of a ledger that does not answer
 */
export async function withLedger<T>(address: string, shell: Shell, silence: string, use: (ledger: Ledger) => Promise<T>): Promise<T> {
  const read = readLedgerAddress(address);
  if (read === null) throw new UsageError("is sqlite:FILE or postgresql://USER@HOST/DATABASE", "--ledger");
  const file = read.kind === "sqlite" ? resolve(shell.cwd, read.file) : null;
  if (file !== null && !existsSync(file)) throw new UnreadableError("does not exist", file, "--ledger");
  const ledger = await opened(file === null ? address : `sqlite:${file}`);
  try {
    return await use(ledger);
  } catch (error) {
    throw isOurs(error) ? error : new UnreadableError(silence, file, "--ledger");
  } finally {
    // What was answered was kept; a close that fails changes nothing.
    await ledger.close().catch(() => undefined);
  }
}

async function opened(address: string): Promise<Ledger> {
  try {
    return await openStandingLedger(address);
  } catch (error) {
    // The ledgers' own errors hold no address (LEDGER-20).
    if (!(error instanceof ConfigurationError))
      throw new UnreadableError(`cannot be opened: ${error instanceof Error ? error.message : "unknown fault"}`, null, "--ledger");
    throw new ConfigurationError(error.what, { place: "--ledger", ...(error.file !== undefined && { file: error.file }) });
  }
}

function isOurs(error: unknown): boolean {
  return error instanceof UsageError || error instanceof UnreadableError || error instanceof ConfigurationError;
}
