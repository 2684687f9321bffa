import { MAX_DEPTH_CEILING } from "../decision/limits.js";
import { hasMoreMembers } from "./has-more-members.js";
import type { JsonArray, JsonObject, JsonValue } from "./value.js";

const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { getOwnPropertyNames, getOwnPropertySymbols, hasOwn, keys, prototype: objectPrototype } = Object;
const { isArray, prototype: arrayPrototype } = Array;

/**
 * Whether a live host value is plain data and equal to a value that parseJson made. Members compare in any order, numbers by
 * value (-0 equals 0), strings code unit by code unit. Cheaper than two canonical forms and never more lenient: accessors,
 * class instances, hidden or symbol members, holes, extra members on arrays and anything that throws are unequal.
 */
export function equalsJson(expected: JsonValue, live: unknown): boolean {
  try {
    return equals(expected, live, MAX_DEPTH_CEILING);
  } catch {
    // A proxy that throws is no plain data.
    return false;
  }
}

function equals(expected: JsonValue, live: unknown, levels: number): boolean {
  if (typeof expected !== "object" || expected === null) return expected === live;
  if (typeof live !== "object" || live === null || levels === 0) return false;
  if (isArray(expected)) return isArray(live) && equalArrays(expected, live, levels - 1);
  return !isArray(live) && equalObjects(expected as JsonObject, live, levels - 1);
}

function equalArrays(expected: JsonArray, live: object, levels: number): boolean {
  const count = expected.length;
  if (getPrototypeOf(live) !== arrayPrototype) return false;
  // The length first: an enormous array is not listed only to be unequal.
  if (getOwnPropertyDescriptor(live, "length")?.value !== count || countMembers(live) !== count + 1) return false;
  for (let at = 0; at < count; at += 1) {
    if (!equalMember(expected[at] as JsonValue, live, at, levels)) return false;
  }
  return true;
}

function equalObjects(expected: JsonObject, live: object, levels: number): boolean {
  const prototype = getPrototypeOf(live);
  if (prototype !== objectPrototype && prototype !== null) return false;
  const names = keys(expected);
  const count = names.length;
  // As many own members, hidden and symbol ones counted, and each expected name among them: so no other.
  if (hasMoreMembers(live, count) || countMembers(live) !== count) return false;
  for (let at = 0; at < count; at += 1) {
    const name = names[at] as string;
    if (!equalMember(expected[name] as JsonValue, live, name, levels)) return false;
  }
  return true;
}

/** Faster than counting Reflect.ownKeys. */
function countMembers(live: object): number {
  return getOwnPropertyNames(live).length + getOwnPropertySymbols(live).length;
}

function equalMember(expected: JsonValue, live: object, name: PropertyKey, levels: number): boolean {
  const member = getOwnPropertyDescriptor(live, name);
  // hasOwn: a polluted Object.prototype.value must not lend an accessor a value.
  if (member === undefined || member.enumerable !== true || !hasOwn(member, "value")) return false;
  return equals(expected, member.value, levels);
}
