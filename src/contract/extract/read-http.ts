import type { JsonValue } from "../../json/value.js";
import type { HttpAnswer } from "../answer.js";
import type { Contract } from "../contract.js";
import { readAnswer } from "../read-answer.js";
import type { Reading } from "../reading.js";
import { type ResultOutcome, refused } from "../result-issue.js";
import type { HttpExtraction } from "./extraction.js";
import { isMediaType, type MediaType } from "./media-type.js";
import { failedAs, failedWith } from "./read-failure.js";
import { readValue } from "./read-value.js";

/** A response by status, then media type, then body (spec/results.md#http). */
export function readHttp(answer: HttpAnswer, rules: HttpExtraction, limits: Contract["limits"]): ResultOutcome<Reading> {
  const { status } = answer;
  const failing = rules.failures.get(status);
  if (rules.statuses.has(status)) {
    const body = bodyOf(answer, rules.mediaType, limits);
    return body.ok ? readValue(body.value, rules, failing, "/body") : body;
  }
  if (failing === undefined) return refused("result.status", "/status");
  if (typeof failing === "string") return failedAs(failing, "/status");
  const body = bodyOf(answer, rules.failureMediaType, limits);
  return body.ok ? failedWith(body.value, rules.codeField, failing, "/body") : body;
}

function bodyOf({ mediaType, bytes }: HttpAnswer, expected: MediaType, limits: Contract["limits"]): ResultOutcome<JsonValue> {
  return isMediaType(mediaType, expected) ? readAnswer(bytes, limits, "/body") : refused("result.media_type", "/media_type");
}
