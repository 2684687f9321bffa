import type { JsonObject, JsonValue } from "../json/value.js";

/**
 * A copy whose objects inherit from nothing. An operator's file is read by member names, most of them optional: read from a
 * plain object, an absent `pic` would be whatever a page put on Object.prototype before the file was loaded.
 */
export function ownMembers(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(ownMembers);
  const copy = Object.create(null) as Record<string, JsonValue>;
  for (const [name, member] of Object.entries(value as JsonObject)) copy[name] = ownMembers(member);
  return copy;
}
