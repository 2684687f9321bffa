import type { JsonArray, JsonObject, JsonValue } from "./value.js";

const P = Object.prototype;
const { hasOwn } = Object;
const isArray = Array.isArray as (value: JsonArray | JsonObject) => value is JsonArray;

/**
 * Own members of all objects in a parsed value; infinitely many where an array has more than `maxItems` elements. Recurses at most as deep
 * as parsing allowed, and not for what holds nothing.
 */
export function countMembers(value: JsonValue, maxItems: number): number {
  return isHolder(value) ? countIn(value, maxItems, lendsMembers()) : 0;
}

function countIn(holder: JsonArray | JsonObject, maxItems: number, lent: boolean): number {
  let count = 0;
  if (isArray(holder)) {
    const { length } = holder;
    if (length > maxItems) return Number.POSITIVE_INFINITY;
    for (let at = 0; at < length; at += 1) {
      const item = holder[at] as JsonValue;
      if (isHolder(item)) count += countIn(item, maxItems, lent);
    }
    return count;
  }
  for (const name in holder) {
    if (lent && !hasOwn(holder, name)) continue;
    count += 1;
    const member = holder[name] as JsonValue;
    if (isHolder(member)) count += countIn(member, maxItems, lent);
  }
  return count;
}

/** Asked once for a value, not for each member of it. */
function lendsMembers(): boolean {
  for (const _ in P) return true;
  return false;
}

function isHolder(value: JsonValue): value is JsonArray | JsonObject {
  return typeof value === "object" && value !== null;
}
