import { sha256 } from "#crypto";
import { ownOptions } from "../decision/own-options.js";
import { type ConsumeOutcome, type ConsumeRequest, LEDGER_RETENTION_MS, type Ledger } from "./ledger.js";

export interface MemoryLedgerOptions {
  /** Most rows held; beyond it nothing is consumed, so every such action blocks. 200 000 unless given (about 40 MB). */
  readonly maxRows?: number;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof MemoryLedgerOptions>(["maxRows"]);

// Two rows looked at per row written: the round gains on what is written meanwhile, so that the map holds at most about twice
// the rows that are alive.
const LOOKS_PER_ROW = 2;
const LOOKS_WHEN_FULL = 1024;

/**
 * A ledger for one process: forgets everything when the process ends, so an attestation may be used once per run. Time is
 * what the gate says with each request, and never runs back: the ledger holds the latest it was told.
 *
 * @throws TypeError for an option that is unknown or wrong.
 * @example const gate = await createGate({ ...options, ledger: createMemoryLedger() });
 */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const maxRows = ownOptions(options, OPTIONS, "createMemoryLedger")("maxRows", 200_000);
  if (!Number.isSafeInteger(maxRows) || maxRows < 1) throw new TypeError("maxRows must be a positive integer");
  /** Row -> epoch milliseconds when it may be dropped. */
  const rows = new Map<string, number>();
  let sweep = rows.entries();
  let latest = Number.NEGATIVE_INFINITY;
  let closed = false;

  /** Drops ended rows among the next `looks`, going round and round: constant work a row, no timer. */
  function prune(looks: number): void {
    for (let look = 0; look < looks; look += 1) {
      const next = sweep.next();
      if (next.done) {
        sweep = rows.entries();
        continue;
      }
      const [row, until] = next.value;
      if (until <= latest) rows.delete(row);
    }
  }

  function consume({ attestations, nonce, now }: ConsumeRequest): ConsumeOutcome {
    if (closed) throw new Error("the ledger is closed");
    if (!Number.isFinite(now)) throw new TypeError("now must be finite");
    latest = Math.max(latest, now);
    const wanted = new Map<string, number>();
    let last = now;
    for (const { id, expiresAt } of attestations) {
      const until = expiresAt + LEDGER_RETENTION_MS;
      // Its row, if there was one, may be gone: the clock has run back by a day.
      if (!(until > latest)) return { outcome: "clock_skew" };
      wanted.set(`a:${id}`, until);
      last = Math.max(last, expiresAt);
    }
    // Hashed, so that a row has one size however long the signed nonce is.
    if (nonce !== null) wanted.set(`n:${sha256(nonce)}`, last + LEDGER_RETENTION_MS);
    // A row that has ended counts as gone, swept or not: the answer must not hang on how far the sweep got.
    for (const row of wanted.keys()) if ((rows.get(row) ?? latest) > latest) return { outcome: "already_used" };
    if (rows.size + wanted.size > maxRows) prune(LOOKS_WHEN_FULL);
    if (rows.size + wanted.size > maxRows) throw new Error("the ledger is full");
    for (const [row, until] of wanted) rows.set(row, until);
    prune(LOOKS_PER_ROW * wanted.size);
    return { outcome: "consumed" };
  }

  return Object.freeze({
    consume: async (request: ConsumeRequest) => consume(request),
    close: async () => {
      closed = true;
      rows.clear();
    },
  });
}
