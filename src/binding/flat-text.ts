import { isWellFormed } from "../json/quote.js";
import type { JsonObject } from "../json/value.js";

const MOST_MEMBERS = 16;
const LONGEST = 1024;

/**
 * A copy of a plain object whose members are short texts, which is what a host mostly says of its caller; null for anything else, which
 * the strict reader judges. Reads each member once and runs no accessor; a proxy's trap that throws is the strict reader's matter too.
 */
export function flatText(value: object): JsonObject | null {
  try {
    return copyOf(value);
  } catch {
    return null;
  }
}

/** A short text without a lone surrogate. */
export function isPlainText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST && isWellFormed(value);
}

function copyOf(value: object): JsonObject | null {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return null;
  const names = Reflect.ownKeys(value);
  if (names.length > MOST_MEMBERS) return null;
  const copy: Record<string, string> = Object.create(null);
  for (const name of names) {
    const member = Object.getOwnPropertyDescriptor(value, name);
    const text = member?.enumerable === true && Object.hasOwn(member, "value") ? member.value : undefined;
    if (typeof name !== "string" || name === "__proto__" || name.length > LONGEST || !isWellFormed(name)) return null;
    if (!isPlainText(text)) return null;
    copy[name] = text;
  }
  return Object.freeze(copy);
}
