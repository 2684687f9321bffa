import { freezeDeep } from "../json/freeze-deep.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract, Selection } from "./contract.js";
import { fieldIn } from "./field.js";
import { passed, ResultIssues, type ResultOutcome } from "./result-issue.js";

/** What the agent will get, in objects of our own. */
export interface Selected {
  readonly data: JsonObject;
  /** Null where the contract selects no text. */
  readonly text: JsonObject | null;
}

/** A new object with exactly the fields that the contract promises (spec/results.md#select). */
export function selectFields(from: JsonObject, { select }: Contract): ResultOutcome<Selected> {
  const issues = new ResultIssues();
  const data = bare();
  let text: Record<string, JsonValue> | null = null;
  for (let at = 0; at < select.length; at += 1) {
    const { field, as, optional, untrusted } = select[at] as Selection;
    const value = fieldIn(from, field);
    if (untrusted) text ??= bare();
    if (value === undefined) {
      if (!optional) issues.add("result.field_missing", `/data${field.pointer}`);
    } else (untrusted && text !== null ? text : data)[as] = freezeDeep(value);
  }
  return issues.empty ? passed({ data: plain(data), text: text === null ? null : plain(text) }) : issues.refuse();
}

/** Filled by assignment, which a setter on Object.prototype would swallow. */
function bare(): Record<string, JsonValue> {
  return Object.create(null) as Record<string, JsonValue>;
}

/** A spread defines each member, whatever Object.prototype has of its name. */
function plain(members: JsonObject): JsonObject {
  return Object.freeze({ ...members });
}
