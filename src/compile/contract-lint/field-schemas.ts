import { isIndex } from "../../contract/field.js";
import type { Patterns } from "../check-keyword.js";
import { hasKeyword, type SchemaGraph, type SchemaNode, sameValue } from "../schema-graph.js";
import { own } from "./every-way.js";

/** The schemas that judge what stands at a field: those that always do, and those that do under a condition. */
export interface FieldSchemas {
  readonly always: readonly SchemaNode[];
  readonly maybe: readonly SchemaNode[];
}

export function schemasAt(graph: SchemaGraph, steps: readonly string[], patterns: Patterns): FieldSchemas {
  let at: FieldSchemas = { always: [graph.get("") as SchemaNode], maybe: [] };
  for (const step of steps) {
    const always = new Set<SchemaNode>();
    const maybe = new Set<SchemaNode>();
    const take = (start: SchemaNode, under: boolean) => {
      for (const { node, conditional } of sameValue(start)) {
        for (const to of insideAt(node, step, patterns)) (under || conditional ? maybe : always).add(to);
      }
    };
    for (const start of at.always) take(start, false);
    for (const start of at.maybe) take(start, true);
    at = { always: [...always], maybe: [...maybe] };
  }
  return at;
}

function insideAt({ place, edges, schema }: SchemaNode, step: string, patterns: Patterns): readonly SchemaNode[] {
  const tuple = typeof schema === "object" ? own(schema, "prefixItems") : undefined;
  const places = new Set<string>();
  const names = edges.filter(({ keyword }) => keyword === "properties" || keyword === "patternProperties");
  for (const { keyword, to } of names) {
    const name = lastStep(to.place);
    if (keyword === "properties" ? name === step : patterns.get(name)?.test(step) === true) places.add(to.place);
  }
  if (isIndex(step)) {
    const listed = Array.isArray(tuple) ? tuple.length : 0;
    places.add(Number(step) < listed ? `${place}/prefixItems/${step}` : `${place}/items`);
  }
  return edges.filter(({ to }) => places.has(to.place)).map(({ to }) => to);
}

/** The name that a schema in a map stands under. */
export function lastStep(place: string): string {
  return place
    .slice(place.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

/** The values inside the one that `start` judges, and that value itself: whatever may come along when it is taken whole. */
export function wholeValue(start: SchemaNode): readonly SchemaNode[] {
  const starts = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    if (starts.has(node)) return;
    starts.add(node);
    for (const { node: part } of sameValue(node)) {
      for (const { kind, keyword, to } of part.edges) if (kind === "inside" && CARRIES.has(keyword)) visit(to);
    }
  };
  visit(start);
  return [...starts];
}

const CARRIES: ReadonlySet<string> = new Set(["properties", "patternProperties", "items", "prefixItems"]);

/** Member names that a schema declares by itself. */
export function declaredIn(node: SchemaNode): readonly string[] {
  return hasKeyword(node, "properties") ? Object.keys((node.schema as { properties: object }).properties) : [];
}
