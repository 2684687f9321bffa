import type { JsonPointer } from "../decision/issue.js";

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
