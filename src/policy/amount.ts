import type { JsonValue } from "../json/value.js";

/**
 * An amount as a whole number of its smallest unit, or null for anything that is not one (spec/policy.md#amounts). There is
 * one notation for each scale: without one, a safe integer of 0 or more; with one, an ASCII decimal text of at most that many
 * digits after its point. No sign, exponent, leading zero, group mark or white space; never a binary fraction.
 *
 * @param scale digits after the point of a decimal text; 0 where amounts are numbers
 */
export function readAmount(value: JsonValue | undefined, scale: number): number | null {
  if (scale > 0) return typeof value === "string" ? scaledAmount(value, scale) : null;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
}

/** Longest text that a safe integer can need: sixteen digits and a point. */
const MAX_LENGTH = 17;
const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

export function scaledAmount(text: string, scale: number): number | null {
  if (text.length > MAX_LENGTH) return null;
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? "";
  if (fraction.length > scale) return null;
  const amount = Number(`${match[1]}${fraction.padEnd(scale, "0")}`);
  return Number.isSafeInteger(amount) ? amount : null;
}
