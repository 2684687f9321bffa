/** Chooses one of a list that is not empty. */
export type Pick = <T>(options: readonly [T, ...T[]]) => T;

/** The first of every list at attempt 0, so that the plainest values come first; from then on a fixed sequence for each attempt. */
export function pickFor(attempt: number): Pick {
  let state = Math.imul(attempt, 0x9e3779b1) >>> 0;
  return (options) => {
    if (attempt === 0) return options[0];
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The high bits: the low ones of such a sequence go round in small circles.
    return options[(state >>> 8) % options.length] as (typeof options)[number];
  };
}
