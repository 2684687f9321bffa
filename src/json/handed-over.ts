import type { JsonObject, JsonValue } from "./value.js";

/** Bytes that the text of a value took at most. */
const SIZES = new WeakMap<object, number>();

const { isArray } = Array;

/**
 * Says of an object of the strict parser's that nobody else holds it, so that whoever reads it next need not read its text again.
 *
 * @param bytes what the text around it took
 */
export function handOver(value: object, bytes: number): void {
  SIZES.set(value, bytes);
}

/** What was handed over, once and within the bounds; null for anything else, which is read like any value. */
export function takeHandedOver(value: object, maxBytes: number, maxDepth: number): JsonValue | null {
  const bytes = SIZES.get(value);
  if (bytes === undefined) return null;
  SIZES.delete(value);
  return bytes <= maxBytes && isWithin(value as JsonObject, maxDepth) ? (value as JsonObject) : null;
}

/** Whether a value has no more levels; it has no more than the parser let pass. */
function isWithin(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isWithin(value[at] as JsonValue, levels - 1)) return false;
    return true;
  }
  for (const name in value) if (!isWithin((value as JsonObject)[name] as JsonValue, levels - 1)) return false;
  return true;
}
