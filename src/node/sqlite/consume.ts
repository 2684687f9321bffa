import { type ConsumeOutcome, MAX_CLOCK_SKEW_MS } from "../../gate/ledger.js";
import type { Spending, Uses } from "../../gate/read-consume-request.js";
import type { Database } from "./driver.js";

/** Ended sums dropped by one use: more than it writes, so that the ended ones grow fewer. */
const SWEEP = 4;
/**
 * Uses looked at beside every other one that is written, in the order of their keys, the first after the last. Keys are hashes, so
 * any row is a neighbour as often as any other; the page is at hand and written anyway, and no index by end has to be kept, which would be
 * one more page of every use.
 */
const NEIGHBOURS = 16;
/** Milliseconds to the next look once nothing had ended: whatever is written meanwhile stays for a day at least. */
const REST = 1000;
/** Largest total that is kept: SQLite's integers end at 2^63. */
const LARGEST_TOTAL = 2n ** 62n;

const CONSUMED: ConsumeOutcome = Object.freeze({ outcome: "consumed" });
const ALREADY_USED: ConsumeOutcome = Object.freeze({ outcome: "already_used" });
const CLOCK_SKEW: ConsumeOutcome = Object.freeze({ outcome: "clock_skew" });

interface Ended {
  readonly key: Buffer;
  readonly until: number;
}

interface EndedSum extends Ended {
  readonly at: number;
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
  const endedNeighbours = database.prepare<[Buffer, number], Ended>(
    `SELECT key, until FROM (
       SELECT * FROM (SELECT key, until FROM used WHERE key > ? ORDER BY key LIMIT ${NEIGHBOURS})
       UNION ALL SELECT * FROM (SELECT key, until FROM used ORDER BY key LIMIT ${NEIGHBOURS})
       LIMIT ${NEIGHBOURS}
     ) WHERE until <= ?`,
  );
  const dropUse = database.prepare<[Buffer]>("DELETE FROM used WHERE key = ?");
  const endedSpent = database.prepare<[number], EndedSum>(
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

  /** Drops ended uses beside those written; the last keys have the first ones beside them. */
  function sweepUsed(keys: readonly Buffer[], time: number): number {
    let latest = 0;
    for (let at = 0; at < keys.length; at += 2) {
      for (const ended of endedNeighbours.all(keys[at] as Buffer, time)) {
        dropUse.run(ended.key);
        latest = Math.max(latest, ended.until);
      }
    }
    return latest;
  }

  /** Store's time of the next look; one that lies far ahead is of a clock that has run back since. */
  let nextLook = 0;

  function sweepSpent(time: number): number {
    if (time < nextLook && nextLook - time <= REST) return 0;
    let latest = 0;
    for (const { key, at, until } of endedSpent.all(time)) {
      dropSpent.run(key, at);
      latest = Math.max(latest, until);
    }
    nextLook = latest > 0 ? time : time + REST;
    return latest;
  }

  return ({ rows, firstUntil, spendings, head, now: gateTime }) => {
    const time = now();
    if (!(Math.abs(gateTime - time) < MAX_CLOCK_SKEW_MS)) return CLOCK_SKEW;
    // The clock has run back to where uses may be forgotten; or an attestation's own row may be.
    const forgotten = horizon.get();
    if (forgotten === undefined) throw new Error("the ledger does not say what it dropped");
    if (time < forgotten || !(firstUntil > time)) return CLOCK_SKEW;
    const keys = [...rows.keys()].map((row) => Buffer.from(row, "hex"));
    for (const key of keys) if (isUsed.get(key, time) !== undefined) return ALREADY_USED;
    const over = firstOver(spendings, time);
    if (over !== null) return { outcome: "over_budget", rule: over.rule };
    let at = 0;
    for (const until of rows.values()) use.run(keys[at++] as Buffer, until);
    for (const spending of spendings) write(spending, time);
    if (head !== null) keepHead.run(head.log, head.seq, head.hash);
    const dropped = Math.max(sweepUsed(keys, time), sweepSpent(time));
    if (dropped > 0) moveHorizon.run(dropped);
    return CONSUMED;
  };
}
