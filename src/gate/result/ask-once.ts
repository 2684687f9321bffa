import type { Execute, LiveAnswer, ToolCall } from "./live-answer.js";

/** What became of asking: something was given, or the tool's function failed, and with what. */
type Asked<T> = { readonly given: T } | { readonly given?: never; readonly cause: unknown };

export interface Asking<T> {
  /** The first answer, or that there is none. Never rejects. */
  readonly first: Promise<Asked<T>>;
  /** An answer from now on is late. */
  stop(): void;
}

/**
 * Asks the tool's function once and holds it to one answer (spec/results.md#one-answer). `take` is called with the first at the very
 * moment it is given; whatever comes after it, or after `stop`, goes to `extra`. A foreign promise may settle more than once, so it is
 * listened to directly and not adopted.
 */
export function askOnce<T>(
  execute: Execute,
  call: ToolCall,
  take: (given: unknown) => T,
  extra: (given: unknown, event: "second" | "late") => void,
): Asking<T> {
  let state: "open" | "answered" | "stopped" = "open";
  let settle: (asked: Asked<T>) => void;
  const first = new Promise<Asked<T>>((resolve) => {
    settle = resolve;
  });

  function answer(given: unknown): void {
    if (state === "open") {
      state = "answered";
      try {
        settle({ given: take(given) });
      } catch (cause) {
        settle({ cause });
      }
    } else extra(given, state === "answered" ? "second" : "late");
  }

  function fail(cause: unknown): void {
    if (state !== "open") return;
    state = "answered";
    settle({ cause });
  }

  /** Nothing returned: the answer is given to `answer`. */
  function returned(given: unknown): void {
    if (given !== undefined) answer(given);
  }

  try {
    const given: unknown = execute(call, answer as (answer: LiveAnswer) => void);
    if (isThenable(given)) given.then(returned, fail);
    else returned(given);
  } catch (cause) {
    fail(cause);
  }
  return {
    first,
    stop: () => {
      if (state === "open") state = "stopped";
    },
  };
}

function isThenable(value: unknown): value is { then(done: (value: unknown) => void, failed: (cause: unknown) => void): unknown } {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
