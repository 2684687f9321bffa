import { type ConsumeOutcome, MAX_CLOCK_SKEW_MS } from "../../gate/ledger.js";
import type { Spending, Uses } from "../../gate/read-consume-request.js";
import type { Database } from "./driver.js";

/** Ended rows dropped by one use, of each table: more than it writes, so that the ended ones grow fewer. */
const SWEEP = 4;
/** Milliseconds to the next look once nothing had ended: whatever is written meanwhile stays for a day at least. */
const REST = 1000;
/** Largest total that is kept: SQLite's integers end at 2^63. */
const LARGEST_TOTAL = 2n ** 62n;

const CONSUMED: ConsumeOutcome = Object.freeze({ outcome: "consumed" });
const ALREADY_USED: ConsumeOutcome = Object.freeze({ outcome: "already_used" });
const CLOCK_SKEW: ConsumeOutcome = Object.freeze({ outcome: "clock_skew" });

interface EndedRow {
  readonly key: Buffer;
  readonly at: number;
  readonly until: number;
}

/**
 * One use against the tables, inside a transaction that the caller holds: reads first, so that an answer other than consumed has
 * written nothing. A RangeError is thrown before anything was written, too.
 */
export function prepareConsume(database: Database, now: () => number): (uses: Uses) => ConsumeOutcome {
  const horizon = database.prepare<[], number>("SELECT horizon FROM state WHERE id = 1").pluck();
  const isUsed = database.prepare<[Buffer, number], number>("SELECT 1 FROM used WHERE key = ? AND until > ?").pluck();
  const use = database.prepare<[Buffer, number]>(
    "INSERT INTO used (key, until) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET until = excluded.until",
  );
  const last = database
    .prepare<[Buffer], { at: bigint; total: bigint }>("SELECT at, total FROM spent WHERE key = ? ORDER BY at DESC LIMIT 1")
    .safeIntegers();
  const before = database
    .prepare<[Buffer, number], bigint>("SELECT total - amount FROM spent WHERE key = ? AND at > ? ORDER BY at LIMIT 1")
    .pluck()
    .safeIntegers();
  const spend = database.prepare<[Buffer, number, bigint, bigint, number]>(
    `INSERT INTO spent (key, at, amount, total, until) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key, at) DO UPDATE SET amount = amount + excluded.amount, total = excluded.total, until = max(until, excluded.until)`,
  );
  const keepHead = database.prepare<[string, number, string]>(
    "INSERT INTO heads (log, seq, hash) VALUES (?, ?, ?) ON CONFLICT (log) DO UPDATE SET seq = excluded.seq, hash = excluded.hash WHERE excluded.seq > seq",
  );
  const endedUses = database.prepare<[number], EndedRow>(`SELECT key, until FROM used WHERE until <= ? ORDER BY until LIMIT ${SWEEP}`);
  const dropUse = database.prepare<[Buffer]>("DELETE FROM used WHERE key = ?");
  const endedSpent = database.prepare<[number], EndedRow>(
    `SELECT key, at, until FROM spent WHERE until <= ? ORDER BY until LIMIT ${SWEEP}`,
  );
  const dropSpent = database.prepare<[Buffer, number]>("DELETE FROM spent WHERE key = ? AND at = ?");
  const moveHorizon = database.prepare<[number]>("UPDATE state SET horizon = max(horizon, ?) WHERE id = 1");

  /** What was spent later than `start`: a use at `t` counts while `now - t` is less than the window. */
  function spentAfter(key: Buffer, start: number): bigint {
    const first = before.get(key, start);
    return first === undefined ? 0n : (last.get(key) as { total: bigint }).total - first;
  }

  function firstOver(spendings: readonly Spending[], time: number): Spending | null {
    const beside = new Map<string, bigint>();
    for (const entry of spendings) {
      const key = Buffer.from(entry.key, "hex");
      const wanted = (beside.get(entry.key) ?? 0n) + BigInt(entry.amount);
      if (spentAfter(key, time - entry.windowMs) + wanted > BigInt(entry.max)) return entry;
      if ((last.get(key)?.total ?? 0n) + wanted > LARGEST_TOTAL) throw new RangeError("a running total is at its end");
      beside.set(entry.key, wanted);
    }
    return null;
  }

  function write(spending: Spending, time: number): void {
    if (spending.amount === 0) return;
    const key = Buffer.from(spending.key, "hex");
    const amount = BigInt(spending.amount);
    const previous = last.get(key);
    // One total's uses are in the order of their instants, even where the clock ran back.
    const at = previous === undefined ? time : Math.max(time, Number(previous.at));
    spend.run(key, at, amount, (previous?.total ?? 0n) + amount, at + spending.keptMs);
  }

  /** Store's time of the next look; one that lies far ahead is of a clock that has run back since. */
  let nextSweep = 0;

  function sweep(time: number): void {
    if (time < nextSweep && nextSweep - time <= REST) return;
    let dropped = 0;
    for (const { key, until } of endedUses.all(time)) {
      dropUse.run(key);
      dropped = Math.max(dropped, until);
    }
    for (const { key, at, until } of endedSpent.all(time)) {
      dropSpent.run(key, at);
      dropped = Math.max(dropped, until);
    }
    if (dropped > 0) moveHorizon.run(dropped);
    nextSweep = dropped > 0 ? time : time + REST;
  }

  return ({ rows, firstUntil, spendings, head, now: gateTime }) => {
    const time = now();
    if (!(Math.abs(gateTime - time) < MAX_CLOCK_SKEW_MS)) return CLOCK_SKEW;
    // The clock has run back to where uses may be forgotten; or an attestation's own row may be.
    const forgotten = horizon.get();
    if (forgotten === undefined) throw new Error("the ledger does not say what it dropped");
    if (time < forgotten || !(firstUntil > time)) return CLOCK_SKEW;
    const keys = [...rows].map(([row, until]) => [Buffer.from(row, "hex"), until] as const);
    for (const [key] of keys) if (isUsed.get(key, time) !== undefined) return ALREADY_USED;
    const over = firstOver(spendings, time);
    if (over !== null) return { outcome: "over_budget", rule: over.rule };
    for (const [key, until] of keys) use.run(key, until);
    for (const spending of spendings) write(spending, time);
    if (head !== null) keepHead.run(head.log, head.seq, head.hash);
    sweep(time);
    return CONSUMED;
  };
}
