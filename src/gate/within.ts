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

  async function within<T>(work: Promise<T>): Promise<T | typeof LATE> {
    let cancel = () => {};
    const late = new Promise<typeof LATE>((resolve) => {
      cancel = clock.timeout(Math.max(0, end - clock.monotonic()), () => resolve(LATE));
    });
    try {
      const first = await Promise.race([work, late]);
      // An answer that came while the process was stalled is late too.
      return passed() ? LATE : first;
    } finally {
      cancel();
    }
  }
  return { passed, within };
}
