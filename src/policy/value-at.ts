import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** What a pointer of the operator's leads to, by own members only; undefined where nothing stands. */
export function valueAt(root: JsonObject, pointer: JsonPointer): JsonValue | undefined {
  let value: JsonValue = root;
  for (const token of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value) && !INDEX.test(name)) return undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name] as JsonValue;
  }
  return value;
}
