import { canonicalText } from "../../json/canonical-text.js";
import type { JsonValue } from "../../json/value.js";

/** What becomes of the values that a schema takes. `unknown`: some may go and others come. */
export type Direction = "narrower" | "wider" | "unknown";

type Value = JsonValue | undefined;
type Compare = (before: Value, after: Value) => Direction | null;

/** More of it is a narrower schema; absent is the least of all. */
const least: Compare = (before, after) => numbers(before, after, Number.NEGATIVE_INFINITY, (old, next) => next > old);
const most: Compare = (before, after) => numbers(before, after, Number.POSITIVE_INFINITY, (old, next) => next < old);
/** A demand of whatever form: its coming narrows, its going widens, and of two different ones nothing is known. */
const demand: Compare = (before, after) => (before === undefined ? "narrower" : after === undefined ? "wider" : "unknown");
const nothingKnown: Compare = () => "unknown";

/** How a keyword's value makes its schema narrower or wider; those with schemas inside are compared one by one elsewhere. */
const COMPARED: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ["minimum", least],
  ["exclusiveMinimum", least],
  ["minLength", least],
  ["minItems", least],
  ["minProperties", least],
  ["minContains", (before, after) => least(before ?? 1, after ?? 1)],
  ["maximum", most],
  ["exclusiveMaximum", most],
  ["maxLength", most],
  ["maxItems", most],
  ["maxProperties", most],
  ["maxContains", most],
  ["uniqueItems", (before, after) => ((before ?? false) === (after ?? false) ? null : after === true ? "narrower" : "wider")],
  ["multipleOf", compareSteps],
  ["pattern", demand],
  ["format", demand],
  ["not", demand],
  ["propertyNames", demand],
  ["contains", demand],
  ["dependentRequired", demand],
  ["dependentSchemas", nothingKnown],
  ["patternProperties", nothingKnown],
  ["if", nothingKnown],
  ["then", nothingKnown],
  ["else", nothingKnown],
  ["oneOf", nothingKnown],
  ["unevaluatedItems", nothingKnown],
]);

export function compareKeyword(keyword: string, before: Value, after: Value): Direction | null {
  if (before !== undefined && after !== undefined && canonicalText(before) === canonicalText(after)) return null;
  return (COMPARED.get(keyword) ?? nothingKnown)(before, after);
}

function numbers(before: Value, after: Value, absent: number, isNarrower: (old: number, next: number) => boolean): Direction | null {
  const [old, next] = [before ?? absent, after ?? absent] as [number, number];
  if (old === next) return null;
  return isNarrower(old, next) ? "narrower" : "wider";
}

function compareSteps(before: Value, after: Value): Direction {
  if (before === undefined || after === undefined) return before === undefined ? "narrower" : "wider";
  const [old, next] = [before, after] as [number, number];
  // Of decimals a division tells nothing: 0.3 is no multiple of 0.1 to it.
  if (!Number.isSafeInteger(old) || !Number.isSafeInteger(next)) return "unknown";
  if (next % old === 0) return "narrower";
  return old % next === 0 ? "wider" : "unknown";
}

/** Two sets of values, by what they hold; null stands for everything. */
export function compareSets(before: readonly JsonValue[] | null, after: readonly JsonValue[] | null): Direction | null {
  if (before === null || after === null) return before === after ? null : before === null ? "narrower" : "wider";
  const [old, next] = [new Set(before.map(canonicalText)), new Set(after.map(canonicalText))];
  const [gone, come] = [[...old].some((each) => !next.has(each)), [...next].some((each) => !old.has(each))];
  if (gone && come) return "unknown";
  return gone ? "narrower" : come ? "wider" : null;
}
