import { describe, expect, it } from "vitest";
import { valueAt } from "../../../src/json/pointer.js";
import { readAmount } from "../../../src/policy/amount.js";

describe("readAmount", () => {
  it.each([
    [0, 0],
    [-0, 0],
    [1, 1],
    [9007199254740991, 9007199254740991],
  ])("takes the number %s", (value, units) => {
    expect(Object.is(readAmount(value, 0), units)).toBe(true);
  });

  it.each([[-1], [0.5], [9007199254740992], [Number.NaN], [Number.POSITIVE_INFINITY], ["1"], [null], [true], [[1]], [{}], [undefined]])(
    "does not take %s for a number",
    (value) => {
      expect(readAmount(value as never, 0)).toBeNull();
    },
  );

  it.each([
    ["0", 2, 0],
    ["0.5", 2, 50],
    ["482.00", 2, 48200],
    ["90071992547409.91", 2, 9007199254740991],
    ["1.5", 1, 15],
    ["1", 12, 1_000_000_000_000],
    ["9007.199254740991", 12, 9007199254740991],
  ])("takes the text %s at scale %s", (text, scale, units) => {
    expect(readAmount(text, scale)).toBe(units);
  });

  it.each(["", "00", "01", "-1", "+1", "1.", ".1", "1.000", "1e2", " 1", "1 ", "1\n", "1,0", "1_0", "\u0661", "90071992547409.92", "0x1"])(
    "does not take the text %j at scale 2",
    (text) => {
      expect(readAmount(text, 2)).toBeNull();
      expect(readAmount(1, 2)).toBeNull();
    },
  );
});

describe("valueAt", () => {
  const args = { a: { "b/c": [1, { "~": null }] }, list: ["x"], "": 5 };

  it.each([
    ["/a/b~1c/0", 1],
    ["/a/b~1c/1/~0", null],
    ["/list/0", "x"],
    ["/", 5],
  ])("finds %s", (pointer, value) => {
    expect(valueAt(args, pointer)).toBe(value);
  });

  it.each(["/b", "/list/1", "/list/00", "/list/-", "/list/length", "/constructor", "/__proto__", "/a/b~1c/1/~0/x", "/list/0/length"])(
    "finds nothing at %s",
    (pointer) => {
      expect(valueAt(args, pointer)).toBeUndefined();
    },
  );

  it("does not read what was put on a prototype", () => {
    (Object.prototype as Record<string, unknown>).amount_minor = 1;
    try {
      expect(valueAt({}, "/amount_minor")).toBeUndefined();
    } finally {
      delete (Object.prototype as Record<string, unknown>).amount_minor;
    }
  });
});
