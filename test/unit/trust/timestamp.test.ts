import { describe, expect, it } from "vitest";
import { formatTimestamp, nowToNanos, parseTimestamp } from "../../../src/trust/timestamp.js";

const SECOND = 1_000_000_000n;

describe("parseTimestamp asked again", () => {
  it("says of each text what that text says, whichever was asked before", () => {
    const known: readonly (readonly [unknown, bigint | null])[] = [
      ["", null],
      ["2026-10-01T12:00:00Z", 1_790_856_000_000_000_000n],
      ["2026-10-01T12:00:01Z", 1_790_856_001_000_000_000n],
      ["2026-10-01T12:00:60Z", null],
      ["2026-10-01T14:00:00+02:00", 1_790_856_000_000_000_000n],
      [null, null],
    ];
    for (const [first, one] of known) {
      for (const [second, other] of known) {
        expect([first, second, first, first].map(parseTimestamp)).toEqual([one, other, one, one]);
      }
    }
  });
});

describe("parseTimestamp", () => {
  it("asks no array iterator, which a page may have replaced", () => {
    const iterator = Array.prototype[Symbol.iterator];
    let read: bigint | null;
    Array.prototype[Symbol.iterator] = () => iterator.call([2026, 10, 1]);
    try {
      read = parseTimestamp("2000-02-29T00:00:00Z");
    } finally {
      Array.prototype[Symbol.iterator] = iterator;
    }
    expect(read).toBe(951782400n * SECOND);
  });

  // Seconds worked out with `date -u -d ... +%s`, not with the code under test.
  it.each<[string, bigint]>([
    ["1970-01-01T00:00:00Z", 0n],
    ["1969-12-31T23:59:59Z", -1n * SECOND],
    ["2026-10-01T12:00:00Z", 1790856000n * SECOND],
    ["2026-10-01T14:00:00+02:00", 1790856000n * SECOND],
    ["2026-10-01T06:30:00-05:30", 1790856000n * SECOND],
    ["2026-10-01T12:00:00-00:00", 1790856000n * SECOND],
    ["2026-10-01T12:00:00+00:00", 1790856000n * SECOND],
    ["2026-10-02T11:59:00+23:59", 1790856000n * SECOND],
    ["2026-09-30T12:01:00-23:59", 1790856000n * SECOND],
    ["2026-10-01T12:00:00.5Z", 1790856000n * SECOND + 500_000_000n],
    ["2026-10-01T12:00:00.000000001Z", 1790856000n * SECOND + 1n],
    ["2026-10-01T12:00:00.123456789Z", 1790856000n * SECOND + 123_456_789n],
    ["2000-02-29T00:00:00Z", 951782400n * SECOND],
    ["2024-02-29T23:59:59Z", 1709251199n * SECOND],
    ["0000-01-01T00:00:00Z", -62167219200n * SECOND],
    ["0000-02-29T00:00:00Z", -62162121600n * SECOND],
    ["0000-12-31T00:00:00Z", -62135683200n * SECOND],
    ["0001-01-01T00:00:00Z", -62135596800n * SECOND],
    ["1900-03-01T00:00:00Z", -2203891200n * SECOND],
    ["2100-03-01T00:00:00Z", 4107542400n * SECOND],
    ["9999-12-31T23:59:59.999999999Z", 253402300799n * SECOND + 999_999_999n],
    ["9999-12-31T23:58:59.999999999-00:01", 253402300799n * SECOND + 999_999_999n],
    ["0000-01-01T00:01:00+00:01", -62167219200n * SECOND],
  ])("%s", (text, nanos) => {
    expect(parseTimestamp(text)).toBe(nanos);
  });

  it.each([
    ["an instant of the year 10000 in UTC", "9999-12-31T23:59:59-23:59"],
    ["the first instant of the year 10000 in UTC", "9999-12-31T23:59:00-00:01"],
    ["an instant before the year 0 in UTC", "0000-01-01T00:00:59+00:01"],
    ["30 February", "2027-02-30T00:00:00Z"],
    ["29 February of a common year", "2027-02-29T00:00:00Z"],
    ["29 February of 1900", "1900-02-29T00:00:00Z"],
    ["29 February of 2100", "2100-02-29T00:00:00Z"],
    ["31 November", "2026-11-31T00:00:00Z"],
    ["31 April", "2026-04-31T00:00:00Z"],
    ["32 January", "2026-01-32T00:00:00Z"],
    ["day 0", "2026-10-00T00:00:00Z"],
    ["month 0", "2026-00-01T00:00:00Z"],
    ["month 13", "2026-13-01T00:00:00Z"],
    ["hour 24", "2026-10-01T24:00:00Z"],
    ["minute 60", "2026-10-01T12:60:00Z"],
    ["a leap second", "2026-12-31T23:59:60Z"],
    ["a leap second elsewhere", "2027-01-01T05:29:60+05:30"],
    ["second 61", "2026-10-01T12:00:61Z"],
    ["offset hour 24", "2026-10-02T00:00:00+24:00"],
    ["offset minute 60", "2026-10-02T00:00:00+10:60"],
    ["offset 99:99", "2026-10-02T00:00:00-99:99"],
    ["offset without minutes", "2026-10-01T12:00:00+01"],
    ["offset without a colon", "2026-10-01T12:00:00+0100"],
    ["a real minus sign", "2026-10-01T12:00:00\u221201:00"],
    ["lower-case t", "2026-10-01t12:00:00Z"],
    ["lower-case z", "2026-10-01T12:00:00z"],
    ["a space for T", "2026-10-01 12:00:00Z"],
    ["no zone", "2026-10-01T12:00:00"],
    ["date only", "2099-01-01"],
    ["year only", "2099"],
    ["an HTTP date", "Thu, 01 Jan 2099 00:00:00 GMT"],
    ["one-digit month and day", "2099-1-1T00:00:00Z"],
    ["basic format", "20990101T000000Z"],
    ["no seconds", "2026-10-01T12:00Z"],
    ["an empty fraction", "2026-10-01T12:00:00.Z"],
    ["ten fraction digits", "2026-10-01T12:00:00.1234567890Z"],
    ["a comma fraction", "2026-10-01T12:00:00,5Z"],
    ["a signed year", "+002026-10-01T12:00:00Z"],
    ["a five-digit year", "12026-10-01T12:00:00Z"],
    ["leading space", " 2026-10-01T12:00:00Z"],
    ["trailing space", "2026-10-01T12:00:00Z "],
    ["trailing newline", "2026-10-01T12:00:00Z\n"],
    ["digits of another script", "\u0662026-10-01T12:00:00Z"],
    ["empty", ""],
    ["a word", "never"],
  ])("refuses %s", (_, text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it.each([
    [null],
    [undefined],
    [0],
    [1790856000000],
    [true],
    [["2099-01-01T00:00:00Z"]],
    [new Date(0)],
    [{ toString: () => "1970-01-01T00:00:00Z" }],
  ])("refuses a value of another type: %j", (value) => {
    expect(parseTimestamp(value)).toBeNull();
  });

  it("counts days as the engine's own calendar does, on every month's first and last day from year 0 to 9999", () => {
    for (let year = 0; year < 10_000; year += year > 1890 && year < 2110 ? 1 : 97) {
      for (let month = 0; month < 12; month += 1) {
        for (const [m, d] of [
          [month, 1],
          [month + 1, 0],
        ] as const) {
          const date = new Date(0);
          date.setUTCFullYear(year, m, d);
          const text = date.toISOString();
          expect(parseTimestamp(text)).toBe(BigInt(date.getTime()) * 1_000_000n);
        }
      }
    }
  });
});

describe("nowToNanos", () => {
  it("takes epoch milliseconds and timestamps", () => {
    expect(nowToNanos(1790856000123)).toBe(1790856000123_000_000n);
    expect(nowToNanos(-1)).toBe(-1_000_000n);
    expect(nowToNanos("2026-10-01T12:00:00.000000001Z")).toBe(1790856000000_000_001n);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [1.5], [2 ** 53], ["2026-10-01"], [""], [null], [undefined], [10n], [new Date(0)]])(
    "throws for %s",
    (now) => {
      expect(() => nowToNanos(now as never)).toThrow(TypeError);
    },
  );
});

describe("formatTimestamp", () => {
  it.each([
    [1790856000000, "2026-10-01T12:00:00Z"],
    [1790856000120, "2026-10-01T12:00:00.120Z"],
    [0, "1970-01-01T00:00:00Z"],
    [-62167219200000, "0000-01-01T00:00:00Z"],
    [253402300799999, "9999-12-31T23:59:59.999Z"],
  ])("%d", (ms, text) => {
    expect(formatTimestamp(ms)).toBe(text);
    expect(parseTimestamp(text)).toBe(BigInt(ms) * 1_000_000n);
  });

  it.each([[-62167219200001], [253402300800000], [Number.NaN], [0.5], ["0"]])("throws for %s", (ms) => {
    expect(() => formatTimestamp(ms as number)).toThrow(TypeError);
  });
});
