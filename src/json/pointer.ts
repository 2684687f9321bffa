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

/** The value that an RFC 6901 pointer names, or undefined; own members only, and array indices as the RFC writes them. */
export function valueAt(value: JsonValue, pointer: JsonPointer): JsonValue | undefined {
  if (pointer === "") return value;
  let at: JsonValue | undefined = value;
  for (const token of pointer.split("/").slice(1)) {
    if (typeof at !== "object" || at === null) return undefined;
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at) && !/^(?:0|[1-9][0-9]*)$/.test(name)) return undefined;
    at = Object.hasOwn(at, name) ? (at as JsonObject)[name] : undefined;
  }
  return at;
}
