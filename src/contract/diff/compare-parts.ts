import { canonicalText } from "../../json/canonical-text.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonArray } from "../../json/value.js";
import { compareSets } from "./compare-keyword.js";
import type { ObjectPair, Walk } from "./schema-change.js";
import { listOf, own } from "./schema-text.js";

/** The elements of an array, and the schemas that a schema is put together from. */
export function compareParts(pair: ObjectPair, walk: Walk): void {
  compareReference(pair, walk);
  for (const keyword of ["allOf", "anyOf", "prefixItems"] as const) compareLists(keyword, pair, walk);
  compareItems(pair, walk);
}

/** A reference that stands beside other keywords; one that stands alone was followed. */
function compareReference(pair: ObjectPair, { tell, visit }: Walk): void {
  const [old, next] = [own(pair.before, "$ref"), own(pair.after, "$ref")];
  const place = joinPointer(pair.place, "$ref");
  if (old !== undefined && next !== undefined) visit({ ...pair, place, before: { $ref: old }, after: { $ref: next } });
  else if (old !== next) tell({ kind: "value", direction: "unknown", place, field: pair.field, before: old, after: next });
}

function compareItems({ before, after, place: at, field }: ObjectPair, { tell, visit }: Walk): void {
  const [old, next] = [own(before, "items"), own(after, "items")];
  const place = joinPointer(at, "items");
  if (old !== undefined && next !== undefined) visit({ before: old, after: next, place, field: [...field, null] });
  else if (old !== next)
    tell({ kind: "value", direction: old === undefined ? "narrower" : "wider", place, field, before: old, after: next });
}

function compareLists(keyword: "allOf" | "anyOf" | "prefixItems", { before, after, place: at, field }: ObjectPair, walk: Walk): void {
  const [old, next] = [listOf(own(before, keyword)), listOf(own(after, keyword))];
  const place = joinPointer(at, keyword);
  if (old.length === next.length) {
    const inside = keyword === "prefixItems" ? [...field, null] : field;
    for (const [index, each] of old.entries()) {
      walk.visit({ before: each, after: (next as JsonArray)[index] ?? true, place: joinPointer(place, index), field: inside });
    }
    return;
  }
  // More branches let more in. Of parts nothing is known: one that demands more may let more members in.
  const branches = keyword === "anyOf" && old.length > 0 && next.length > 0 && !hasReference(old) && !hasReference(next);
  const direction = branches ? (compareSets(old, next) ?? "unknown") : "unknown";
  walk.tell({ kind: "value", direction, place, field, before: own(before, keyword), after: own(after, keyword) });
}

/** What a branch refers to may have changed, though it is written alike. */
function hasReference(branches: JsonArray): boolean {
  return canonicalText(branches).includes('"$ref"');
}
