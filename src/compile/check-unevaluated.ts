import type { JsonPointer } from "../decision/issue.js";
import { refuse } from "./refuse.js";
import { hasKeyword, type SchemaGraph, type SchemaNode, sameValue } from "./schema-graph.js";

/**
 * Refuses what the engine gets wrong beside `unevaluatedProperties` and `unevaluatedItems` (spec/policy.md#schema-refused):
 * it would take a member or an item as judged that nothing judged, or the reverse. `closed` is the root that is held closed
 * although it does not say so.
 */
export function checkUnevaluated(graph: SchemaGraph, file: JsonPointer, closed: SchemaNode | null): void {
  for (const node of graph.values()) {
    if (node === closed || hasKeyword(node, "unevaluatedProperties")) checkProperties(node, file);
    if (hasKeyword(node, "unevaluatedItems")) checkItems(node, file);
  }
}

function checkProperties(start: SchemaNode, file: JsonPointer): void {
  for (const { node } of sameValue(start)) {
    if (hasKeyword(node, "if") && !hasKeyword(node, "then")) {
      refuse(file, `${node.place}/if`, '"if" without "then" cannot stand where unevaluatedProperties closes the object; add "then": true');
    }
  }
}

const ITEM_KEYWORDS = ["items", "prefixItems", "unevaluatedItems"];

function checkItems(start: SchemaNode, file: JsonPointer): void {
  for (const { node, conditional } of sameValue(start)) {
    if (hasKeyword(node, "contains")) {
      refuse(file, `${node.place}/contains`, "contains cannot stand beside unevaluatedItems; close the array with items");
    }
    const item = conditional ? ITEM_KEYWORDS.find((keyword) => hasKeyword(node, keyword)) : undefined;
    if (item !== undefined) {
      refuse(file, `${node.place}/${item}`, `${item} under a condition cannot stand beside unevaluatedItems; close the array with items`);
    }
  }
}
