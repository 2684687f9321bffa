import { describe, expect, it } from "vitest";
import { codePoints, countSteps, formats, hasUniqueItems, OutOfSteps, oneOf, type Steps } from "../../../src/policy/args-functions.js";

describe("codePoints", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 2],
    ["😀", 1],
    ["a😀b", 3],
    ["😀😀", 2],
    ["\ud83d", 1],
    ["\ude00\ud83d", 2],
  ])("%j has %i", (text, count) => {
    expect(codePoints(text)).toBe(count);
  });
});

describe("oneOf", () => {
  it("compares scalars by value and type", () => {
    const among = oneOf(["acct_7731", 1, true, null]);
    for (const value of ["acct_7731", 1, true, null]) expect(among(value)).toBe(true);
    for (const value of ["acct_773", "1", 0, false, "null", [], {}]) expect(among(value)).toBe(false);
  });

  it("neither folds nor normalises", () => {
    const among = oneOf(["acct_7731"]);
    for (const value of ["\u0430cct_7731", "acct_7731\u200b", "acct_7731\u202e", "\uff41cct_7731", "ACCT_7731", " acct_7731"]) {
      expect(among(value)).toBe(false);
    }
  });

  it("compares objects and arrays as JSON, whatever their members are called", () => {
    const among = oneOf([{ a: 1, b: [2] }, { valueOf: 1 }]);
    expect(among({ b: [2], a: 1 })).toBe(true);
    expect(among({ valueOf: 1 })).toBe(true);
    expect(among({ a: 1, b: [2], c: 3 })).toBe(false);
    expect(among({ constructor: 1 })).toBe(false);
    expect(among([])).toBe(false);
  });
});

describe("hasUniqueItems", () => {
  it("compares as JSON", () => {
    expect(hasUniqueItems([])).toBe(true);
    expect(hasUniqueItems([1, "1", true, null, [1], { a: 1 }])).toBe(true);
    expect(
      hasUniqueItems([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false);
    expect(hasUniqueItems([{ toString: 1 }, { toString: 1 }])).toBe(false);
    expect(hasUniqueItems(["é", "e\u0301"])).toBe(true);
  });
});

describe("formats", () => {
  it.each([
    ["date-time", "2026-10-01T12:00:00Z", true],
    ["date-time", "2026-10-01T12:00:00+02:00", true],
    ["date-time", "2026-02-30T12:00:00Z", false],
    ["date-time", "2026-10-01 12:00:00Z", false],
    ["date-time", "2026-10-01T12:00:00", false],
    ["date-time", "2026-10-01T12:00:00Z\n", false],
    ["date", "2024-02-29", true],
    ["date", "2026-02-29", false],
    ["date", "2026-2-1", false],
    ["date", "2026-02-01\n", false],
    ["uuid", "123e4567-e89b-12d3-a456-426614174000", true],
    ["uuid", "123E4567-E89B-12D3-A456-426614174000", true],
    ["uuid", "123e4567e89b12d3a456426614174000", false],
    ["uuid", "{123e4567-e89b-12d3-a456-426614174000}", false],
    ["uuid", "123e4567-e89b-12d3-a456-426614174000\n", false],
  ] as const)("%s of %j: %s", (format, text, holds) => {
    expect(formats[format](text)).toBe(holds);
  });
});

describe("countSteps", () => {
  it("ends the check after 20 000 steps, and starts again", () => {
    const { restart, step } = countSteps();
    for (let n = 0; n < 20_000; n += 1) step();
    expect(step).toThrow(OutOfSteps);
    expect(step).toThrow(OutOfSteps);
    restart();
    expect(step).not.toThrow();
  });

  it("ends the check after 8 388 608 units of work, and starts again", () => {
    const { restart, work } = countSteps();
    work(8_388_608);
    expect(() => work(1)).toThrow(OutOfSteps);
    restart();
    expect(() => work(8_388_608)).not.toThrow();
  });

  it.each([
    ["a text, 32 and its code units", 32 + 3, ({ text }) => text("a😀", 1)],
    ["a text for each instruction of a pattern", 32 + 30, ({ text }) => text("a😀", 10)],
    ["a number", 32 + 8, ({ read }) => read(7)],
    ["a text as a value", 32 + 8 + 2, ({ read }) => read("ab")],
    ["a list and its items", 32 + 8 + 8 + 8, ({ read }) => read([1, null])],
    ["an object, its names and values", 32 + 8 + 3 + 8 + 2 + 8 + 8, ({ read }) => read({ abc: true, de: [""] })],
    ["the members of an object", 2 * 5, ({ members }) => members({ a: 1, b: {} }, 5)],
  ] as const satisfies readonly (readonly [string, number, (steps: Steps) => void])[])("counts %s", (_title, units, spend) => {
    const steps = countSteps();
    steps.work(8_388_608 - units);
    expect(() => spend(steps)).not.toThrow();
    steps.restart();
    steps.work(8_388_608 - units + 1);
    expect(() => spend(steps)).toThrow(OutOfSteps);
  });
});
