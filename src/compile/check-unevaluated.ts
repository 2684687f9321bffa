import type { JsonPointer } from "../decision/issue.js";
import { refuse } from "./refuse.js";
import { hasKeyword, type SchemaGraph, type SchemaNode, sameValue } from "./schema-graph.js";

/**
 * Refuses what makes the items that count as evaluated hang on the array itself (spec/policy.md#schema-refused): the engine
 * keeps their number, not which they are.
 */
export function checkUnevaluated(graph: SchemaGraph, file: JsonPointer): void {
  for (const node of graph.values()) if (hasKeyword(node, "unevaluatedItems")) checkItems(node, file);
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
