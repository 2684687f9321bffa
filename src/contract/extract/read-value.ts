import type { JsonPointer } from "../../decision/issue.js";
import type { JsonValue } from "../../json/value.js";
import type { Reading } from "../reading.js";
import { passed, type ResultOutcome, refused } from "../result-issue.js";
import type { CommandExtraction, FailureRule, HttpExtraction } from "./extraction.js";
import { pickFields } from "./pick-fields.js";
import { failedAs, failedWith, outcomeOf } from "./read-failure.js";

/**
 * What a value says that came with a status of success: where a member tells the outcome, that decides.
 *
 * @param failing the contract's rule for a failure under this status
 * @param base where the answer holds the value
 */
export function readValue(
  value: JsonValue,
  { outcome, shape, codeField }: HttpExtraction | CommandExtraction,
  failing: FailureRule | undefined,
  base: JsonPointer,
): ResultOutcome<Reading> {
  const said = outcomeOf(value, outcome);
  const place = `${base}${outcome?.field.pointer ?? ""}`;
  if (said === null) return refused("result.outcome", place);
  if (said === "failure") {
    if (failing === undefined) return refused("result.error_unknown", place);
    return typeof failing === "string" ? failedAs(failing, place) : failedWith(value, codeField, failing, base);
  }
  return successOf(pickFields(value, shape, base));
}

export function successOf(data: ResultOutcome<JsonValue>): ResultOutcome<Reading> {
  return data.ok ? passed({ outcome: "success", data: data.value }) : data;
}
