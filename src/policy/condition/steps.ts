import { give } from "./value.js";

/**
 * What one condition may cost (spec/policy.md#when). A step is a part of the expression judged once, an element gone through,
 * or 64 characters of a text. Counted, not timed, so that every machine decides alike.
 */
export const MAX_STEPS = 200_000;

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
