import { ownOptions } from "../../decision/own-options.js";
import type { AuditHead, ConsumeOutcome, ConsumeRequest, Ledger } from "../../gate/ledger.js";
import { readConsumeRequest, type Uses } from "../../gate/read-consume-request.js";
import type { Durability } from "../durability.js";
import type { AbsentLedger } from "../open-ledger.js";
import { createSqliteApprovals } from "./approval-store.js";
import { createBatches } from "./batch.js";
import { prepareConsume } from "./consume.js";
import type { Database } from "./driver.js";
import { fileFault } from "./errors.js";
import { openDatabase } from "./open-database.js";
import { untilFree } from "./patience.js";
import { standingFiles } from "./standing-files.js";

export interface SqliteLedgerOptions {
  /** The ledger's own file; made, readable by its owner alone, where there is none. */
  readonly file: string;
  /** "fsync" by default: a use is on the disk before it is told. "os" outlives the process, and not a power cut. */
  readonly durability?: Durability;
  /** Milliseconds that a use may wait for other processes, 1 to 60 000; 400 by default, within the gate's deadline. */
  readonly busyMs?: number;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof SqliteLedgerOptions>(["file", "durability", "busyMs"]);
const DEFAULT_BUSY_MS = 400;

/**
 * A ledger in one SQLite file, for any number of processes of one machine (spec/ledger.md). Needs the package `better-sqlite3`.
 * Rejects with ConfigurationError where the file cannot hold a ledger: it is a link or a folder, another program's, damaged, or
 * written by a newer version.
 *
 * @example const ledger = await openSqliteLedger({ file: "/var/lib/gate/ledger.sqlite" });
 */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<Ledger> {
  return openSqliteLedgerAt(options, null);
}

/** With a time of its own, for tests; null is the time of the connection. */
export async function openSqliteLedgerAt(
  options: SqliteLedgerOptions,
  time: (() => number) | null,
  absent: AbsentLedger = "make",
): Promise<Ledger> {
  const { file, durability, busyMs } = readOptions(options);
  const database = await openDatabase(file, durability, absent);
  try {
    return ledgerOver(database, file, time ?? connectionTime(database), busyMs);
  } catch (error) {
    database.close();
    throw fileFault(error, file) ?? error;
  }
}

function readOptions(options: SqliteLedgerOptions): Required<SqliteLedgerOptions> {
  const option = ownOptions(options, OPTIONS, "openSqliteLedger", "openSqliteLedger needs { file }");
  const file = option("file");
  const durability = option("durability", "fsync");
  const busyMs = option("busyMs", DEFAULT_BUSY_MS);
  if (typeof file !== "string") throw new TypeError("openSqliteLedger needs the path of its file");
  if (durability !== "fsync" && durability !== "os") throw new TypeError('durability must be "fsync" or "os"');
  if (!Number.isSafeInteger(busyMs) || busyMs < 1 || busyMs > 60_000) throw new TypeError("busyMs must be a whole number from 1 to 60000");
  return { file, durability, busyMs };
}

function connectionTime(database: Database): () => number {
  const now = database.prepare<[], number>("SELECT CAST(round(unixepoch('subsec') * 1000) AS INTEGER)").pluck();
  return () => now.get() as number;
}

function ledgerOver(database: Database, file: string, now: () => number, busyMs: number): Ledger {
  const consume = prepareConsume(database, now);
  const mustStand = standingFiles(file);
  const head = database.prepare<[string], AuditHead>("SELECT log, seq, hash FROM heads WHERE log = ?");
  let closed = false;

  function refuseClosed(): void {
    if (closed) throw new Error("the ledger is closed");
  }

  /** All of the work in one transaction, or none. */
  async function transact<T>(work: () => T): Promise<T> {
    refuseClosed();
    const transaction = database.transaction(() => {
      const result = work();
      // Last: what is kept from here on is kept under the ledger's name.
      mustStand();
      return result;
    });
    try {
      return await untilFree(busyMs, () => {
        refuseClosed();
        return transaction.immediate();
      });
    } catch (error) {
      throw fileFault(error, file) ?? error;
    }
  }

  const batches = createBatches<Uses, ConsumeOutcome>((batch) => transact(() => batch.map((uses) => told(() => consume(uses)))));

  return Object.freeze({
    consume: async (request: ConsumeRequest) => {
      refuseClosed();
      return batches.add(readConsumeRequest(request));
    },
    head: async (log: string) => {
      refuseClosed();
      return head.get(log) ?? null;
    },
    approvals: createSqliteApprovals(
      database,
      () => {
        refuseClosed();
        return now();
      },
      transact,
    ),
    close: async () => {
      if (closed) return;
      closed = true;
      await batches.idle();
      database.close();
    },
  });
}

/** A use that wrote nothing and cannot be answered is that request's own fault; any other fault ends the batch. */
function told<T>(answer: () => T): () => T {
  try {
    const value = answer();
    return () => value;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return () => {
      throw error;
    };
  }
}
