import type { Clock } from "../gate/ports.js";

/** The clocks that every runtime with `fetch` has. */
export const PLATFORM_CLOCK: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timeout: (ms: number, done: () => void) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  },
});
