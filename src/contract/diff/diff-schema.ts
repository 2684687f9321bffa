import type { JsonPointer } from "../../decision/issue.js";
import { canonicalText } from "../../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { compareKeywords } from "./compare-keywords.js";
import { compareMembers } from "./compare-members.js";
import { compareParts } from "./compare-parts.js";
import { compareValues } from "./compare-values.js";
import type { Pair, SchemaChange, Walk } from "./schema-change.js";
import { declaredNamesIn, followed, isObject, spelled } from "./schema-text.js";

/** Definitions that refer to one another many times over must not make the comparison endless. */
const MAX_VISITS = 20_000;

/** How two `data` schemas differ, keyword by keyword, each with what it does to the values that pass. */
export function diffSchema(before: JsonObject, after: JsonObject, rootPlace: JsonPointer): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const open = new Map<JsonValue, Set<JsonValue>>();
  let visits = 0;
  const tell = (change: SchemaChange): void => {
    changes.push(change);
  };
  const visit = (given: Pair): void => {
    const pair: Pair = { ...given, before: followed(given.before, before), after: followed(given.after, after) };
    const [old, next] = [pair.before, pair.after];
    // A recursive pair is being compared further up already.
    const partners = open.get(old) ?? new Set<JsonValue>();
    if (partners.has(next)) return;
    visits += 1;
    if (visits > MAX_VISITS) {
      if (visits === MAX_VISITS + 1) tell({ ...pair, kind: "value", direction: "unknown" });
      return;
    }
    if (!isObject(old) || !isObject(next)) {
      if (canonicalText(old) === canonicalText(next)) return;
      tell({ ...pair, kind: "value", direction: next === false || old === true ? "narrower" : "wider" });
      return;
    }
    open.set(old, partners.add(next));
    const objects = { ...pair, before: old, after: next };
    for (const compare of [compareValues, compareMembers, compareParts, compareKeywords]) compare(objects, walk);
    partners.delete(next);
  };
  const refersToOther = (old: JsonValue, next: JsonValue) => spelled(old, before) !== spelled(next, after);
  const walk: Walk = { rootPlace, knownNames: declaredNamesIn(before), visit, tell, refersToOther };
  visit({ before, after, place: rootPlace, field: [] });
  return changes;
}
