import type { Policy } from "./policy.js";

const MILLISECOND = 1_000_000n;

/**
 * Until when a tool, or everything where the tool is not known, is only observed, in epoch milliseconds: the tool's own window or the
 * policy's, the later (spec/policy.md#observe). Null where neither is open at `now`, epoch nanoseconds. Rounded down: nothing may outlive it.
 */
export function observationEnd(policy: Policy, tool: string | null, now: bigint): number | null {
  const own = tool === null ? null : (policy.tools.get(tool)?.observe ?? null);
  const all = policy.observe;
  const until = own === null || (all !== null && all.until > own.until) ? all?.until : own.until;
  return until === undefined || now >= until ? null : Number(until / MILLISECOND);
}
