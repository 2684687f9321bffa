import type { JsonValue } from "../../../json/value.js";

/** An amount of the smallest unit in the notation of its limit (spec/policy.md#amounts); null where none has that many. */
export function amountText(units: number, scale: number): JsonValue | null {
  if (!Number.isSafeInteger(units)) return null;
  if (scale === 0) return units;
  const digits = String(units).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
