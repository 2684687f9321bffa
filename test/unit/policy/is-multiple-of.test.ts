import { describe, expect, it } from "vitest";
import { isMultipleOf } from "../../../src/policy/is-multiple-of.js";

describe("isMultipleOf", () => {
  // By hand, in decimal. A binary quotient gets 1.11, 8.69, 19.99 and 0.14 wrong; a tolerance gets 0.010000000001 wrong.
  it.each([
    [1.11, 0.01, true],
    [8.69, 0.01, true],
    [19.99, 0.01, true],
    [0.14, 0.01, true],
    [0.010000000001, 0.01, false],
    [19.995, 0.01, false],
    [0, 0.01, true],
    [-0, 0.01, true],
    [-1.11, 0.01, true],
    [-1.115, 0.01, false],
    [6, 3, true],
    [7, 3, false],
    [-6, 3, true],
    [1, 0.3, false],
    [0.9, 0.3, true],
    [4.5, 1.5, true],
    [9007199254740991, 0.5, true],
    [9007199254740991, 2, false],
    [1e21, 3, false],
    [3e21, 3, true],
    [1e300, 1e-300, true],
    [1e-7, 1e-7, true],
    [1.5e-7, 1e-7, false],
    [5e-324, 1e-323, false],
    [1.7976931348623157e308, 7, false],
  ])("%d by %d: %s", (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });
});
