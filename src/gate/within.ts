import type { Clock } from "./ports.js";

/** The answer did not come in time. */
export const LATE = Symbol("late");

/** One monotonic instant by which a decision must be there (S13). */
export interface Deadline {
  passed(): boolean;
  /** The settled work, or LATE. Whatever late work answers or throws afterwards is dropped. */
  within<T>(work: Promise<T>): Promise<T | typeof LATE>;
}

export function startDeadline(clock: Clock, ms: number): Deadline {
  const end = clock.monotonic() + ms;
  const passed = () => !(clock.monotonic() < end);

  function within<T>(work: Promise<T>): Promise<T | typeof LATE> {
    return new Promise((resolve, reject) => {
      const cancel = clock.timeout(Math.max(0, end - clock.monotonic()), () => resolve(LATE));
      void settle(work, cancel).then(resolve, reject);
    });
  }

  async function settle<T>(work: Promise<T>, cancel: () => void): Promise<T | typeof LATE> {
    try {
      const answer = await work;
      // An answer that came while the process was stalled is late too.
      return passed() ? LATE : answer;
    } finally {
      cancel();
    }
  }
  return { passed, within };
}
