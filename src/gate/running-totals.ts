import type { Spending } from "./read-consume-request.js";

/** Uses of one running limit, oldest first; each `total` is the sum of everything up to and with it. */
interface Total {
  uses: { readonly at: number; total: bigint; until: number }[];
  /** Uses before this one were dropped. */
  from: number;
  /** The total before `from`. */
  base: bigint;
}

/** Sliding sums in memory: a sum is two look-ups, however many uses a window holds. */
export interface RunningTotals {
  /** Uses held. */
  size(): number;
  /** The first of the spendings, in order, that does not fit beside those before it; null where all do. */
  firstOver(spendings: readonly Spending[], now: number): Spending | null;
  spend(spendings: readonly Spending[], now: number): void;
  /** Drops ended uses of the next `looks` totals, going round and round. */
  prune(looks: number, now: number): void;
}

// A total that was dropped to its middle is copied down once this many dead uses lie before it.
const COMPACT_AT = 1024;

export function createRunningTotals(): RunningTotals {
  const totals = new Map<string, Total>();
  let round = totals.entries();
  let size = 0;

  function dropEnded(key: string, total: Total, now: number): void {
    for (let use = total.uses[total.from]; use !== undefined && use.until <= now; use = total.uses[total.from]) {
      total.base = use.total;
      total.from += 1;
      size -= 1;
    }
    if (total.from === total.uses.length) totals.delete(key);
    else if (total.from >= COMPACT_AT && total.from * 2 > total.uses.length) {
      total.uses = total.uses.slice(total.from);
      total.from = 0;
    }
  }

  return {
    size: () => size,
    firstOver(spendings, now) {
      const beside = new Map<string, bigint>();
      for (const entry of spendings) {
        const { key, amount, max, windowMs } = entry;
        const wanted = (beside.get(key) ?? 0n) + BigInt(amount);
        if (sumAfter(totals.get(key), now - windowMs) + wanted > BigInt(max)) return entry;
        beside.set(key, wanted);
      }
      return null;
    },
    spend(spendings, now) {
      for (const { key, amount, keptMs } of spendings) {
        if (amount === 0) continue;
        const total = totals.get(key) ?? { uses: [], from: 0, base: 0n };
        totals.set(key, total);
        const last = total.uses.at(-1);
        const until = now + keptMs;
        if (last?.at === now) {
          last.total += BigInt(amount);
          last.until = Math.max(last.until, until);
        } else {
          total.uses.push({ at: now, total: (last?.total ?? total.base) + BigInt(amount), until });
          size += 1;
        }
      }
    },
    prune(looks, now) {
      for (let look = 0; look < looks; look += 1) {
        const next = round.next();
        if (next.done) round = totals.entries();
        else dropEnded(...next.value, now);
      }
    },
  };
}

/** What was used later than `start`: a use at `t` counts while `now - t` is less than the window. */
function sumAfter(total: Total | undefined, start: number): bigint {
  const last = total?.uses.at(-1);
  if (total === undefined || last === undefined) return 0n;
  let low = total.from;
  let high = total.uses.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((total.uses[middle]?.at ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const before = low === total.from ? total.base : (total.uses[low - 1]?.total ?? total.base);
  return last.total - before;
}
