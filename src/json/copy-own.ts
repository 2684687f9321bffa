import type { JsonObject, JsonValue } from "./value.js";

const { create, defineProperty, hasOwn } = Object;
const { isArray } = Array;

/** A parsed value again, its objects inheriting from nothing. Recursion is bounded by the depth that the parser allowed. */
export function copyOwn(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    const copies: JsonValue[] = [];
    // Defined, since an accessor of that index on Object.prototype would take what is assigned.
    for (let at = 0; at < value.length; at += 1) defineProperty(copies, at, own(copyOwn(value[at] as JsonValue)));
    return copies;
  }
  const copy = create(null) as { [name: string]: JsonValue };
  for (const name in value as JsonObject) {
    if (hasOwn(value, name)) copy[name] = copyOwn((value as JsonObject)[name] as JsonValue);
  }
  return copy;
}

function own(value: JsonValue): PropertyDescriptor {
  return { __proto__: null, value, writable: true, enumerable: true, configurable: true } as PropertyDescriptor;
}
