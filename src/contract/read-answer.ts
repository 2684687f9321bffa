import type { Failure } from "../decision/issue.js";
import { byteLength, ownMemory, parseBytes } from "../json/parse-json.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract } from "./contract.js";
import { isResultReason } from "./result-catalogue.js";
import { type Refusal, type ResultIssue, type ResultOutcome, refused } from "./result-issue.js";

/** The bytes, or where another thread could write to them a copy, so that digest and value are of the same ones. */
export function ownAnswer(bytes: Uint8Array, { maxBytes }: Contract["limits"]): Uint8Array {
  const length = byteLength(bytes);
  return length > maxBytes ? bytes : ownMemory(bytes, length);
}

/** Bytes to a value: the byte limit, the strict parser, the items of arrays (spec/results.md#bytes). */
export function readAnswer(bytes: Uint8Array, limits: Contract["limits"]): ResultOutcome<JsonValue> {
  const value = parseBytes(bytes, limits);
  if (!value.ok) return fromParser(value);
  // An element takes two bytes at least, itself and what parts it from the next.
  const mayBeLong = byteLength(bytes) > 2 * limits.maxItems;
  return mayBeLong && hasLongArray(value.value, limits.maxItems) ? refused("limit.items") : value;
}

function fromParser({ issues, more }: Failure): Refusal {
  const own: ResultIssue[] = [];
  for (let at = 0; at < issues.length; at += 1) {
    const { reason, ...where } = issues[at] as (typeof issues)[number];
    // Every reason of the parser's has a row here; a pin holds it.
    own[at] = { reason: isResultReason(reason) ? reason : "internal.error", ...where };
  }
  return { ok: false, issues: own as unknown as readonly [ResultIssue, ...ResultIssue[]], more };
}

/** Recurses at most as deep as parsing allowed. */
function hasLongArray(value: JsonValue, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) {
    if (value.length > most) return true;
    for (let at = 0; at < value.length; at += 1) if (hasLongArray(value[at] as JsonValue, most)) return true;
    return false;
  }
  // A member that a page put on Object.prototype is looked at too, which can only refuse more.
  for (const name in value) if (hasLongArray((value as JsonObject)[name] as JsonValue, most)) return true;
  return false;
}
