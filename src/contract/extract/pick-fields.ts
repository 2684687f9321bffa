import type { JsonPointer } from "../../decision/issue.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import type { Field } from "../contract.js";
import { fieldIn, isIndex } from "../field.js";
import { passed, ResultIssues, type ResultOutcome } from "../result-issue.js";
import { bare, type Leaf, plain, type Shape } from "./extraction.js";

const { isArray } = Array;
const { hasOwn } = Object;

/**
 * The data that a contract takes out of an answer, in objects of our own (spec/results.md#fields). What is not named is not looked at.
 *
 * @param base where the answer holds the value
 */
export function pickFields(value: JsonValue, shape: Shape | null, base: JsonPointer): ResultOutcome<JsonValue> {
  if (shape === null) return passed(value);
  const issues = new ResultIssues();
  const data = objectOf(value, shape, base, issues);
  return issues.empty ? passed(data ?? {}) : issues.refuse();
}

/** Undefined where nothing of it is there. */
function objectOf(value: JsonValue, { members }: Shape, base: JsonPointer, issues: ResultIssues): JsonObject | undefined {
  const made = bare();
  let count = 0;
  for (let at = 0; at < members.length; at += 1) {
    const { name, of } = members[at] as Shape["members"][number];
    const member = "members" in of ? objectOf(value, of, base, issues) : leafOf(value, of, base, issues);
    if (member === undefined) continue;
    made[name] = member;
    count += 1;
  }
  return count === 0 ? undefined : plain(made);
}

function leafOf(root: JsonValue, { from, absent, read, each }: Leaf, base: JsonPointer, issues: ResultIssues): JsonValue | undefined {
  const found = fieldIn(root, from);
  if (found === undefined || (found === null && absent === "left out, null too")) {
    if (absent === "refused" || !isMerelyAbsent(root, from, absent)) issues.add("result.extract", `${base}${from.pointer}`);
    return undefined;
  }
  if (each !== null) return elementsOf(found, each, `${base}${from.pointer}`, issues);
  if (read === null) return found;
  const value = read(found);
  if (value === undefined) issues.add("result.extract", `${base}${from.pointer}`);
  return value;
}

/** Whether the way to a value ends at an object that lacks the next member: where anything else stands, the answer has another shape. */
function isMerelyAbsent(root: JsonValue, { steps }: Field, absent: Leaf["absent"]): boolean {
  let value: JsonValue | undefined = root;
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] as string;
    if (value === null) return absent === "left out, null too";
    if (typeof value !== "object") return false;
    if (isArray(value) && !isIndex(step)) return false;
    if (!hasOwn(value, step)) return true;
    value = (value as JsonObject)[step];
  }
  return true;
}

/** Stops at the first element that does not hold: a list of faults would grow with the answer. */
function elementsOf(value: JsonValue, shape: Shape, base: JsonPointer, issues: ResultIssues): JsonArray | undefined {
  if (!isArray(value)) {
    issues.add("result.extract", base);
    return undefined;
  }
  const elements: JsonValue[] = [];
  for (let at = 0; at < value.length && issues.empty; at += 1) {
    elements[at] = objectOf(value[at] as JsonValue, shape, joinPointer(base, at), issues) ?? {};
  }
  return elements;
}
