import { canonicalText } from "../../json/canonical-text.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { PolicyFile } from "../../policy/policy-file.js";

/** One thing that two policy files say differently. */
export interface Change {
  readonly place: string;
  readonly change: "added" | "removed" | "changed";
  /** Canonical JSON; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Members are told one by one down to a tool's, and rules by their ids: their order in a list decides nothing. */
export function diffWritten(before: PolicyFile, after: PolicyFile): readonly Change[] {
  return diffObjects(before as JsonObject, after as JsonObject, "", 2);
}

function diffObjects(before: JsonObject, after: JsonObject, place: string, levels: number): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => diffValues(own(before, name), own(after, name), joinPointer(place, name), levels));
}

function diffValues(before: JsonValue | undefined, after: JsonValue | undefined, place: string, levels: number): readonly Change[] {
  if (before === undefined && after === undefined) return [];
  const [old, next] = [textOf(before), textOf(after)];
  if (old === next) return [];
  const rules = [rulesById(before), rulesById(after)] as const;
  if (rules[0] !== null && rules[1] !== null) return diffObjects(rules[0], rules[1], place, 0);
  if (levels > 0 && isObject(before) && isObject(after)) return diffObjects(before, after, place, levels - 1);
  return [{ place, change: old === null ? "added" : next === null ? "removed" : "changed", before: old, after: next }];
}

/** A list of rules as an object by id; an absent list has none. Null for any other value. */
function rulesById(value: JsonValue | undefined): JsonObject | null {
  if (value === undefined) return {};
  if (!Array.isArray(value)) return null;
  const rules: [string, JsonValue][] = [];
  for (const rule of value as readonly JsonValue[]) {
    if (!isObject(rule) || typeof rule.id !== "string") return null;
    rules.push([rule.id, rule]);
  }
  return Object.fromEntries(rules);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined ? null : canonicalText(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
