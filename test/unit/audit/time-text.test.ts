import { describe, expect, it } from "vitest";
import { timeText } from "../../../src/audit/time-text.js";

describe("a time", () => {
  it.each([
    [1_790_856_000_000, "2026-10-01T12:00:00Z"],
    [1_790_856_000_001, "2026-10-01T12:00:00.001Z"],
    [1_790_856_000_050.9, "2026-10-01T12:00:00.050Z"],
    [1_790_856_000_999, "2026-10-01T12:00:00.999Z"],
    [1_790_856_001_000, "2026-10-01T12:00:01Z"],
    [1_790_855_999_999, "2026-10-01T11:59:59.999Z"],
    [0, "1970-01-01T00:00:00Z"],
    [-1, "1969-12-31T23:59:59.999Z"],
    [253_402_300_799_999, "9999-12-31T23:59:59.999Z"],
  ])("%d is %s, whatever came before", (ms, text) => {
    expect([timeText(ms), timeText(ms - 500_000), timeText(ms)].filter((_, at) => at !== 1)).toEqual([text, text]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 253_402_300_800_000])("%s is none", (ms) => {
    expect(() => timeText(ms)).toThrow(TypeError);
  });
});
