import { fail, type Outcome, ok } from "../decision/issue.js";
import { canonicalize } from "./canonicalize.js";
import { takeHandedOver } from "./handed-over.js";
import { isBytes } from "./is-bytes.js";
import { parseBytes, parseString } from "./parse-json.js";
import type { JsonObject, JsonValue } from "./value.js";

/** Bounds on one JSON text, checked by whoever took them in. */
export interface JsonLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * Reads what a caller gave. Bytes are judged as they are; a string as its UTF-8; anything else is serialised in
 * canonical form (own members, each read once) and then parsed like bytes, so that nothing live stays behind.
 */
export function readInput(input: unknown, limits: JsonLimits): Outcome<JsonValue> {
  if (isBytes(input)) return parseBytes(input, limits);
  if (typeof input === "string") return parseString(input, limits);
  const ours = typeof input === "object" && input !== null ? takeHandedOver(input, limits.maxBytes, limits.maxDepth) : null;
  if (ours !== null) return ok(ours);
  const bytes = canonicalize(input, { maxBytes: limits.maxBytes, maxDepth: limits.maxDepth });
  return bytes.ok ? parseBytes(bytes.value, limits) : bytes;
}

/** A live value that must be a plain JSON object, as a copy that nobody else holds. */
export function readObject(live: unknown, limits: JsonLimits): Outcome<JsonObject> {
  if (typeof live !== "object" || live === null) return fail("request.not_object");
  const value = isBytes(live) ? fail("json.not_plain") : readInput(live, limits);
  if (!value.ok) return value;
  return Array.isArray(value.value) ? fail("request.not_object") : ok(value.value as JsonObject);
}
