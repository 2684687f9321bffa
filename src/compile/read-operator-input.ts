import { ConfigurationError } from "../decision/configuration-error.js";
import { isPromise } from "../decision/is-promise.js";
import { readInput } from "../json/read-input.js";
import type { JsonValue } from "../json/value.js";

/** An operator's file has wide bounds; they keep a wrong one from hanging the load. */
const BOUNDS = { maxBytes: 1024 * 1024, maxDepth: 64 };

/**
 * Reads what was handed to a loader: bytes, text or plain data, strictly.
 *
 * @param loader the function that was called; for a policy there is one that takes a file's name
 * @throws ConfigurationError with byte, line and column
 */
export function readOperatorInput(input: unknown, what: "policy" | "contract", loader: string): JsonValue {
  if (input === undefined || input === null) {
    throw new ConfigurationError(`there is no ${what}; give a file or an object${what === "policy" ? ", `{}` at least" : ""}`);
  }
  if (isPromise(input)) throw new ConfigurationError(`the ${what} is a promise: await it before ${loader}`);
  const value = readInput(input, BOUNDS);
  if (value.ok) return value.value;
  const [{ reason, offset }] = value.issues;
  const where = offset === undefined ? "" : ` at byte ${offset}${lineOf(input, offset)}`;
  const reader = what === "policy" ? "loadPolicyFile of countersign/node reads a file" : "read the file first";
  const hint = looksLikeFileName(input) ? `; a string is read as JSON text, not as a file name: ${reader}` : "";
  throw new ConfigurationError(`the ${what} is not strict JSON: ${reason}${where}${hint}`, {
    place: offset === undefined ? "" : `byte ${offset}`,
  });
}

/** Text that does not begin as a JSON object or list does. */
function looksLikeFileName(input: unknown): boolean {
  return typeof input === "string" && /^[^\s{[]/.test(input);
}

/** Line and column, counted in bytes, for whoever mends the file in an editor. */
function lineOf(input: unknown, offset: number): string {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  if (!(bytes instanceof Uint8Array)) return "";
  const before = bytes.subarray(0, offset);
  const line = before.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 1);
  return ` (line ${line}, column ${offset - before.lastIndexOf(0x0a)})`;
}
