import type { RetryRule } from "../../contract/contract.js";

/**
 * Milliseconds before the attempt after `attempt`: anything from nothing to the exponential step, which the cap bounds. Full jitter
 * spreads callers who failed together.
 */
export function waitAfter(attempt: number, { firstWaitMs, maxWaitMs }: RetryRule, random: () => number): number {
  const step = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
  const share = random();
  // A source that is broken must not turn into no wait at all.
  return share >= 0 && share < 1 ? share * step : step;
}
