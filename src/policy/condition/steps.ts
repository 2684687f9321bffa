import { give } from "./value.js";

/**
 * What the conditions of one action may cost together (spec/policy.md#when-cost). A step is a part of an expression judged
 * once, an element gone through, or some characters of a text. Counted, not timed, so that every machine decides alike.
 */
export const MAX_STEPS = 150_000;

export interface StepCount {
  take(count: number): void;
  text(length: number): void;
}

export class Steps implements StepCount {
  #left = MAX_STEPS;

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) give("too much work");
  }

  text(length: number): void {
    this.take(1 + (length >> 6));
  }
}

const taken = new WeakMap<object, Steps>();

/** The steps that are left for an action: conditions that are given the same variables share them. */
export function stepsOf(variables: object): Steps {
  const known = taken.get(variables);
  if (known !== undefined) return known;
  const steps = new Steps();
  taken.set(variables, steps);
  return steps;
}
