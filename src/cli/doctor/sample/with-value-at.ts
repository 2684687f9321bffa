import type { JsonPointer } from "../../../decision/issue.js";
import type { JsonObject, JsonValue } from "../../../json/value.js";

/** A copy with another value at a pointer; objects on the way are made. Undefined where the way leads through something else. */
export function withValueAt(args: JsonObject, pointer: JsonPointer, value: JsonValue): JsonObject | undefined {
  return put(
    args,
    pointer
      .split("/")
      .slice(1)
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")),
    value,
  );
}

function put(object: JsonObject, [name, ...rest]: readonly string[], value: JsonValue): JsonObject | undefined {
  if (name === undefined) return undefined;
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = Object.hasOwn(object, name) ? object[name] : {};
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return undefined;
  const changed = put(inner as JsonObject, rest, value);
  return changed === undefined ? undefined : { ...object, [name]: changed };
}
