import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./errors.js";

/** Milliseconds that SQLite itself waits for a lock, and the thread with it; the rest is waited out without holding the thread. */
export const ENGINE_WAIT_MS = 2;
const SHORTEST_MS = 1;
const LONGEST_MS = 16;

/** Runs until it meets no lock, for at most `ms`; then the last error is thrown. Work that met a lock has written nothing. */
export async function untilFree<T>(ms: number, work: () => T): Promise<T> {
  const end = performance.now() + ms;
  for (let pause = SHORTEST_MS; ; pause = Math.min(pause * 2, LONGEST_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
    }
    // Spread, so that many waiters do not come back together.
    await delay(pause * (0.5 + Math.random()));
  }
}
