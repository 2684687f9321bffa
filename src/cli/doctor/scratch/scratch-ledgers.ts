import { join } from "node:path";
import { ConfigurationError } from "../../../decision/configuration-error.js";
import type { Ledger } from "../../../gate/ledger.js";
import { createMemoryLedger } from "../../../gate/memory-ledger.js";
import type { LedgerAddress } from "../../../node/open-ledger.js";
import { finding, note, type Remark } from "../report.js";

/** New, empty ledgers, as many as the probes want; nothing of them is left after `close`. */
export interface ScratchLedgers {
  readonly kind: "memory" | "sqlite" | "postgres";
  /** Why it is not the kind that was asked for. */
  readonly remarks: readonly Remark[];
  open(): Promise<Ledger>;
  close(): Promise<void>;
}

/** Of the same kind as the operator's ledger, and never in it. `now` (epoch milliseconds) stands in for the store's time. */
export async function scratchLedgers(address: LedgerAddress | null, folder: string, now: number | null): Promise<ScratchLedgers> {
  if (address === null)
    return inMemory([note(null, "no --ledger: uses were tried on a ledger in memory, which forgets them with the process")]);
  if (address.kind === "sqlite") return inFiles(folder, now);
  if (now !== null) return inMemory([note(null, "--now is not the database's time: uses were tried on a ledger in memory")]);
  return inSchemas(address.url);
}

function inMemory(remarks: readonly Remark[]): ScratchLedgers {
  return { kind: "memory", remarks, open: async () => createMemoryLedger(), close: async () => undefined };
}

async function inFiles(folder: string, now: number | null): Promise<ScratchLedgers> {
  const { openSqliteLedgerAt } = await import("../../../node/sqlite/ledger.js");
  let count = 0;
  const open = (): Promise<Ledger> => {
    count += 1;
    return openSqliteLedgerAt({ file: join(folder, `ledger-${count}.sqlite`) }, now === null ? null : () => now);
  };
  // A driver that is not installed is told before anything is tried.
  await (await open()).close();
  return { kind: "sqlite", remarks: [], open, close: async () => undefined };
}

/** A schema for each, dropped at the end. Where none may be made, or nobody answers, a ledger in memory stands in, and that is told. */
async function inSchemas(url: string): Promise<ScratchLedgers> {
  const { openScratchSchemas } = await import("../../../node/postgres/scratch-schemas.js");
  const schemas = openScratchSchemas(url);
  try {
    // The first is a trial: it is dropped with the others.
    await (await schemas.open()).close();
    return { kind: "postgres", remarks: [], open: schemas.open, close: schemas.drop };
  } catch (error) {
    await schemas.drop().catch(() => undefined);
    if (!(error instanceof ConfigurationError)) return inMemory([finding(null, `${told(error)}; uses were tried on a ledger in memory`)]);
    return inMemory([note(null, `only whether the database answers was tried, since no scratch schema can be made in it: ${error.what}`)]);
  }
}

function told(error: unknown): string {
  return error instanceof Error ? error.message : "the ledger's database gave no answer";
}
