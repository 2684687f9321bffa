import type { Reason } from "../decision/catalogue.js";

/** The three number rules, in the order in which they are tried (spec/json.md#numbers). */
export type NumberFault = Extract<Reason, "json.number_overflow" | "json.number_unsafe_integer" | "json.number_inexact">;

/**
 * Whether other languages read a number token as the value that a double has; undefined when they do.
 * The token must match the JSON grammar. Decided on decimal digits, never with a tolerance; linear in the token.
 */
export function judgeNumber(token: string): NumberFault | undefined {
  const double = Number(token);
  if (!Number.isFinite(double)) return "json.number_overflow";
  const shortest = String(double);
  // Rounding is monotonic, so an integer token lies beyond 2^53-1 exactly when its double does.
  if (Math.abs(double) > Number.MAX_SAFE_INTEGER && (isInteger(token) || isInteger(shortest))) return "json.number_unsafe_integer";
  return sameDecimal(token, shortest) ? undefined : "json.number_inexact";
}

/** Written without a fraction and without an exponent. */
function isInteger(token: string): boolean {
  return !/[.eE]/.test(token);
}

/** A decimal as digits without outer zeros, times a power of ten. Zero has no digits. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function sameDecimal(token: string, shortest: string): boolean {
  const left = readDecimal(token);
  const right = readDecimal(shortest);
  // The sign is kept by conversion, and -0 equals 0. A zero has no exponent of its own.
  return left.digits === right.digits && (left.digits === "" || left.exponent === right.exponent);
}

function readDecimal(token: string): Decimal {
  const marker = token.search(/[eE]/);
  const mantissa = marker < 0 ? token : token.slice(0, marker);
  const written = marker < 0 ? 0 : Number(token.slice(marker + 1));
  const start = mantissa.startsWith("-") ? 1 : 0;
  const point = mantissa.indexOf(".");
  const all = point < 0 ? mantissa.slice(start) : mantissa.slice(start, point) + mantissa.slice(point + 1);
  const places = point < 0 ? 0 : mantissa.length - point - 1;
  // Loops, not /0+$/: that pattern is quadratic on zeros that an attacker writes before a last digit.
  let from = 0;
  while (from < all.length && all.charCodeAt(from) === 0x30) from += 1;
  let to = all.length;
  while (to > from && all.charCodeAt(to - 1) === 0x30) to -= 1;
  return { digits: all.slice(from, to), exponent: written - places + (all.length - to) };
}
