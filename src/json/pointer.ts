import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "./value.js";

/** A member name as an RFC 6901 reference token: `~` becomes `~0`, `/` becomes `~1`. */
export function escapeToken(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/**
 * The pointer one or more steps below another; "" is the whole value. Indices are numbers, names strings.
 * @example joinPointer("/claims", 0, "a/b"); // "/claims/0/a~1b"
 */
export function joinPointer(base: JsonPointer, ...steps: readonly (string | number)[]): JsonPointer {
  let pointer = base;
  for (const step of steps) pointer += `/${typeof step === "number" ? step : escapeToken(step)}`;
  return pointer;
}

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** The value that an RFC 6901 pointer leads to, by own members only; undefined where nothing stands. */
export function valueAt(root: JsonValue, pointer: JsonPointer): JsonValue | undefined {
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value) && !INDEX.test(name)) return undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name] as JsonValue;
  }
  return value;
}
