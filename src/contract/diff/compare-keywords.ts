import { joinPointer } from "../../json/pointer.js";
import { ANNOTATIONS } from "../annotations.js";
import { compareKeyword } from "./compare-keyword.js";
import type { ObjectPair, Walk } from "./schema-change.js";
import { own } from "./schema-text.js";

/** Compared by code of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "$defs",
  "$ref",
  "type",
  "enum",
  "const",
  "required",
  "properties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "additionalProperties",
  "unevaluatedProperties",
]);

/** Every other keyword, by its value. */
export function compareKeywords({ before, after, place, field }: ObjectPair, { tell, refersToOther }: Walk): void {
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (ELSEWHERE.has(keyword)) continue;
    const [old, next] = [own(before, keyword), own(after, keyword)];
    const both = old !== undefined && next !== undefined;
    // What is written alike may refer to what is not.
    const direction = compareKeyword(keyword, old, next) ?? (both && refersToOther(old, next) ? "unknown" : null);
    if (direction === null) continue;
    const kind = ANNOTATIONS.has(keyword) ? "wording" : "value";
    tell({ kind, direction, place: joinPointer(place, keyword), field, before: old, after: next });
  }
}
