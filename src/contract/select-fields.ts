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
  const data = {};
  let text: object | null = null;
  for (let at = 0; at < select.length; at += 1) {
    const { field, as, optional, untrusted } = select[at] as Selection;
    const value = fieldIn(from, field);
    if (untrusted) text ??= {};
    if (value === undefined) {
      if (!optional) issues.add("result.field_missing", `/data${field.pointer}`);
    } else put(untrusted && text !== null ? text : data, as, freezeDeep(value));
  }
  if (!issues.empty) return issues.refuse();
  return passed({ data: freeze(data) as JsonObject, text: freeze(text) as JsonObject | null });
}

const { defineProperty, freeze, prototype } = Object;

/** By assignment, which is many times faster, but where a setter on Object.prototype would swallow it. */
function put(into: object, name: string, value: JsonValue): void {
  if (name in prototype) defineProperty(into, name, { __proto__: null, value, enumerable: true } as PropertyDescriptor);
  else (into as { [name: string]: JsonValue })[name] = value;
}
