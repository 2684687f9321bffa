import { MAX_CLOCK_SKEW_MS } from "../../../gate/ledger.js";
import { formatTimestamp } from "../../../trust/timestamp.js";
import { finding, type Remark } from "../report.js";

/** No gate of this kind ran before. */
const FIRST_YEAR = Date.UTC(2020, 0, 1);
const SKEW_MS = 60_000;
const LONG_MS = 10 * 366 * 86_400_000;

export interface ClockQuestion {
  /** Epoch milliseconds that this run judges at. */
  readonly now: number;
  /** How far the ledger's own time is ahead of this machine's, in milliseconds; null where it was not asked. */
  readonly storeAhead: number | null;
  /** When each file was written, in epoch milliseconds. */
  readonly written: readonly { readonly name: string; readonly at: number }[];
}

/** A clock that is wrong lets expired keys sign, or blocks everything. */
export function checkClock({ now, storeAhead, written }: ClockQuestion): readonly Remark[] {
  const remarks: Remark[] = [];
  if (now < FIRST_YEAR)
    remarks.push(finding(null, `the clock says ${timeOf(now)}: it was never set; keys that have expired would count again`));
  for (const { name, at } of written) {
    if (at - now > SKEW_MS)
      remarks.push(finding(name, `was written at ${timeOf(at)}, and the clock says ${timeOf(now)}: the clock is behind`));
  }
  const newest = Math.max(...written.map(({ at }) => at));
  if (written.length > 0 && now - newest > LONG_MS)
    remarks.push(finding(null, `the clock says ${timeOf(now)}, more than ten years after the newest file: it is ahead`));
  if (storeAhead !== null && Math.abs(storeAhead) >= MAX_CLOCK_SKEW_MS) {
    const seconds = Math.round(Math.abs(storeAhead) / 1000);
    remarks.push(finding("ledger", `its clock is ${seconds} s from this machine's: every use blocks with internal.clock_skew`));
  }
  return remarks;
}

function timeOf(at: number): string {
  return formatTimestamp(at);
}
