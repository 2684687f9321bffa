import type { JsonPointer } from "../../decision/issue.js";
import type { JsonValue } from "../../json/value.js";
import { printableName } from "../../wire/printable-name.js";
import type { Field } from "../contract.js";
import { fieldIn } from "../field.js";
import type { Reading } from "../reading.js";
import { passed, type ResultOutcome, refused } from "../result-issue.js";
import type { OutcomeRule } from "./extraction.js";

/** A failure that its status alone names: nothing else of the answer is read (spec/results.md#failures). */
export function failedAs(code: string, path: JsonPointer): ResultOutcome<Reading> {
  return passed({ outcome: "failure", code, path, said: null });
}

/** A failure by the upstream's own code, which must be one that the contract lists, of its very type. */
export function failedWith(
  value: JsonValue,
  field: Field | null,
  codes: ReadonlyMap<string | number, string>,
  base: JsonPointer,
): ResultOutcome<Reading> {
  const path = `${base}${field?.pointer ?? ""}`;
  const said = field === null ? undefined : fieldIn(value, field);
  if (typeof said !== "string" && typeof said !== "number") return refused("result.error_unknown", path);
  const code = codes.get(said);
  if (code === undefined) return refused("result.error_unknown", path, { upstream_code: printableName(`${said}`) });
  return passed({ outcome: "failure", code, path, said });
}

/** What the answer says of itself; null where it says neither. Without a rule the status has said it. */
export function outcomeOf(value: JsonValue, rule: OutcomeRule | null): "success" | "failure" | null {
  if (rule === null) return "success";
  const said = fieldIn(value, rule.field);
  if (said === rule.success) return "success";
  return said === rule.failure ? "failure" : null;
}
