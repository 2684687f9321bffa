import type { Failure, JsonPointer, Outcome } from "../decision/issue.js";
import { TooManyMembers } from "../json/locate-faults.js";
import { byteLength, parseBytes, parseString } from "../json/parse-json.js";
import type { JsonArray, JsonObject, JsonValue } from "../json/value.js";
import type { Contract } from "./contract.js";
import { isResultReason } from "./result-catalogue.js";
import { type Refusal, type ResultIssue, type ResultOutcome, refused } from "./result-issue.js";

/**
 * Bytes to a value: the byte limit, the strict parser, the items of arrays (spec/results.md#bytes).
 *
 * @param place where in the answer the bytes stand
 */
export function readAnswer(bytes: Uint8Array, limits: Contract["limits"], place: JsonPointer = ""): ResultOutcome<JsonValue> {
  const value = parsed(() => parseBytes(bytes, limits, membersOf(limits)));
  if (value === null) return refused("limit.items", place);
  if (!value.ok) return fromParser(value, place);
  // An element takes two bytes at least, itself and what parts it from the next.
  const mayBeLong = byteLength(bytes) > 2 * limits.maxItems;
  return mayBeLong && hasLongArray(value.value, limits.maxItems) ? refused("limit.items", place) : value;
}

/** The same for JSON within a string of the answer. */
export function readText(text: string, limits: Contract["limits"], place: JsonPointer): ResultOutcome<JsonValue> {
  const value = parsed(() => parseString(text, limits, membersOf(limits)));
  if (value === null) return refused("limit.items", place);
  if (!value.ok) return fromParser(value, place);
  return hasLongArray(value.value, limits.maxItems) ? refused("limit.items", place) : value;
}

/** Members that an object may have, however few elements an array may: a schema may name so many. */
const FEW_MEMBERS = 1000;

function membersOf({ maxItems }: Contract["limits"]): number {
  return Math.max(maxItems, FEW_MEMBERS);
}

/** Null where an object has too many members. */
function parsed(parse: () => Outcome<JsonValue>): Outcome<JsonValue> | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TooManyMembers) return null;
    throw error;
  }
}

/** The parser's reasons, which are of a part of the answer; offsets are into that part. */
export function fromParser({ issues, more }: Failure, place: JsonPointer): Refusal {
  const own: ResultIssue[] = [];
  for (let at = 0; at < issues.length; at += 1) {
    const { reason, path, offset } = issues[at] as (typeof issues)[number];
    // Every reason of the parser's has a row here; a pin holds it.
    const named = isResultReason(reason) ? reason : "internal.error";
    own[at] = offset === undefined ? { reason: named, path: place + path } : { reason: named, path: place + path, offset };
  }
  return { ok: false, issues: own as unknown as readonly [ResultIssue, ...ResultIssue[]], more };
}

/** Recurses at most as deep as parsing allowed, and not for what holds nothing. */
function hasLongArray(value: JsonValue, most: number): boolean {
  if (!isHolder(value)) return false;
  if (isArray(value)) {
    if (value.length > most) return true;
    for (let at = 0; at < value.length; at += 1) {
      const item = value[at] as JsonValue;
      if (isHolder(item) && hasLongArray(item, most)) return true;
    }
    return false;
  }
  // A member that a page put on Object.prototype is looked at too, which can only refuse more.
  for (const name in value) {
    const member = value[name] as JsonValue;
    if (isHolder(member) && hasLongArray(member, most)) return true;
  }
  return false;
}

function isHolder(value: JsonValue): value is JsonArray | JsonObject {
  return typeof value === "object" && value !== null;
}

const isArray = Array.isArray as (value: JsonArray | JsonObject) => value is JsonArray;
