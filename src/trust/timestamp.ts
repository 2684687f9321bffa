/** Strict RFC 3339 (spec/timestamps.md). Nothing here asks `Date.parse`, which rolls 30 February over into March. */

const NANOS_PER_MS = 1_000_000n;
const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Where the digits of a fraction begin. */
const FRACTION = 20;
const ZERO = 0x30;
const MINUS = 0x2d;
const LETTER_Z = 0x5a;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z in epoch milliseconds: what four digits of a year can say. */
const FIRST_MS = -62_167_219_200_000;
const END_MS = 253_402_300_800_000;

// The last text and what it says: a schema and a rule often ask for the same one in turn.
let lastText = "";
let lastNanos: bigint | null = null;

/**
 * Epoch nanoseconds of an RFC 3339 text, negative before 1970; null for anything else, a value of another type included.
 * Upper-case `T` and `Z`, a real calendar date, hours 00-23, seconds 00-59, at most nine fraction digits, `Z` or an offset
 * up to 23:59 either way, and an instant that lies within the years 0000 to 9999 in UTC as well.
 * @example parseTimestamp("2026-10-01T14:00:00+02:00") // 1790856000000000000n
 */
export function parseTimestamp(text: unknown): bigint | null {
  if (typeof text !== "string") return null;
  if (text !== lastText) {
    lastNanos = readTimestamp(text);
    lastText = text;
  }
  return lastNanos;
}

function readTimestamp(text: string): bigint | null {
  if (!FORM.test(text)) return null;
  // Every part but the fraction stands at a place of its own: no text is cut out to be read.
  const part = (at: number): number => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
  const year = part(0) * 100 + part(2);
  const month = part(5);
  const day = part(8);
  const hour = part(11);
  const minute = part(14);
  const second = part(17);
  const utc = text.charCodeAt(text.length - 1) === LETTER_Z;
  const zone = text.length - (utc ? 1 : 6);
  const offsetHour = utc ? 0 : part(zone + 1);
  const offsetMinute = utc ? 0 : part(zone + 4);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (offsetHour * 60 + offsetMinute) * (text.charCodeAt(zone) === MINUS ? -60 : 60);
  const seconds = dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
  // An offset can lead out of the years that a timestamp in UTC can say (TIME-2): such an instant has no text.
  if (seconds * 1000 < FIRST_MS || seconds * 1000 >= END_MS) return null;
  const nanos = BigInt(seconds) * 1_000_000_000n;
  return zone === FRACTION - 1 ? nanos : nanos + BigInt(text.slice(FRACTION, zone).padEnd(9, "0"));
}

/**
 * The caller's `now` in epoch nanoseconds: epoch milliseconds as a safe integer, or an RFC 3339 text. TypeError for anything
 * else, so that a clock that broke can never read as "not expired".
 */
export function nowToNanos(now: number | string): bigint {
  if (typeof now === "number" && Number.isSafeInteger(now)) return BigInt(now) * NANOS_PER_MS;
  const nanos = parseTimestamp(now);
  if (nanos === null) throw new TypeError("now must be epoch milliseconds (a safe integer) or an RFC 3339 timestamp");
  return nanos;
}

/**
 * RFC 3339 in UTC, with three fraction digits only where the milliseconds are not zero. TypeError outside the years 0 to 9999.
 * @example formatTimestamp(1790856000000) // "2026-10-01T12:00:00Z"
 */
export function formatTimestamp(ms: number): string {
  if (!hasTimestamp(ms)) {
    throw new TypeError("a timestamp takes whole epoch milliseconds within the years 0 to 9999");
  }
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** Whether a timestamp in UTC can say it: whole epoch milliseconds within the years 0 to 9999. */
export function hasTimestamp(ms: number): boolean {
  return Number.isSafeInteger(ms) && ms >= FIRST_MS && ms < END_MS;
}

function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (DAYS_IN_MONTH[month - 1] as number);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
function dayNumber(year: number, month: number, day: number): number {
  const last = year - 1;
  // 719 528 days lie before 1970; the one added is 29 February of year 0, which the three quotients do not count.
  let days = 365 * year + Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1 - 719_528;
  for (let m = 1; m < month; m += 1) days += daysInMonth(year, m);
  return days + day - 1;
}
