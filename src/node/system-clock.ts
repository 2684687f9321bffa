import type { Clock } from "../gate/ports.js";

/** The machine's clocks. */
export const SYSTEM_CLOCK: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timeout: (ms: number, done: () => void) => {
    // Keeps the process alive on purpose: a decision that is under way is told before the process ends.
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  },
});
