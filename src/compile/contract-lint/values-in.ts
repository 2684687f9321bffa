import { JUDGES_ONLY, type SchemaGraph, type SchemaNode } from "../schema-graph.js";

/** The schemas of the values that an answer may hold, the root's first, in the order of the file: not those that only judge. */
export function valuesIn(graph: SchemaGraph): readonly SchemaNode[] {
  const starts = new Set<SchemaNode>();
  const seen = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const { kind, keyword, to } of node.edges) {
      if (kind === "negated" || kind === "stored" || JUDGES_ONLY.has(keyword)) continue;
      if (kind === "inside") starts.add(to);
      visit(to);
    }
  };
  const root = graph.get("") as SchemaNode;
  starts.add(root);
  visit(root);
  return [...starts];
}
