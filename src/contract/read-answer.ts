import type { Failure, JsonPointer } from "../decision/issue.js";
import { TooMany } from "../json/locate-faults.js";
import { type Crowd, parseBytes, parseString } from "../json/parse-json.js";
import type { JsonValue } from "../json/value.js";
import type { Contract } from "./contract.js";
import { isResultReason } from "./result-catalogue.js";
import { type Refusal, type ResultIssue, type ResultOutcome, refused } from "./result-issue.js";

/**
 * Bytes to a value: the byte limit, the strict parser, the items of arrays (spec/results.md#bytes).
 *
 * @param place where in the answer the bytes stand
 */
export function readAnswer(bytes: Uint8Array, limits: Contract["limits"], place: JsonPointer = ""): ResultOutcome<JsonValue> {
  try {
    const value = parseBytes(bytes, limits, crowdOf(limits));
    return value.ok ? value : fromParser(value, place);
  } catch (error) {
    return tooMany(error, place);
  }
}

/** The same for JSON within a string of the answer. */
export function readText(text: string, limits: Contract["limits"], place: JsonPointer): ResultOutcome<JsonValue> {
  try {
    const value = parseString(text, limits, crowdOf(limits));
    return value.ok ? value : fromParser(value, place);
  } catch (error) {
    return tooMany(error, place);
  }
}

function tooMany(error: unknown, place: JsonPointer): Refusal {
  if (error instanceof TooMany) return refused("limit.items", place);
  throw error;
}

/** Members that an object may have, however few elements an array may: a schema may name so many. */
const FEW_MEMBERS = 1000;

function crowdOf({ maxItems }: Contract["limits"]): Crowd {
  return { maxMembers: Math.max(maxItems, FEW_MEMBERS), maxItems };
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
