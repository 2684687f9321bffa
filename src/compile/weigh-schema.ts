import { ANNOTATIONS } from "../contract/annotations.js";
import type { SchemaGraph, SchemaNode } from "./schema-graph.js";

/** What is counted while a schema judges (spec/policy.md#work). */
export interface Weights {
  /** Schemas that are entered again from within themselves. */
  readonly entered: ReadonlySet<SchemaNode>;
  /** Units of work of each schema that can judge many values, counted on the way in. */
  readonly work: ReadonlyMap<SchemaNode, number>;
  /** Units for each member of an object, where a schema walks them. */
  readonly members: ReadonlyMap<SchemaNode, number>;
}

const SCHEMA = 8;
/** Decimals and times are taken apart digit by digit. */
const COSTLY = 64;
const COSTLY_KEYWORDS = ["multipleOf", "format"];
/** Walked by the engine whether or not a schema stands below. */
const WALKS = ["additionalProperties", "propertyNames", "maxProperties", "minProperties"];
const WALK = 2;
/** What stands below judges as many values as the sender lists. */
const REPEATS: ReadonlySet<string> = new Set([
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "patternProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

/**
 * Weighs each schema that is entered more than once: by a `$ref`, or for each item or member. It carries the weight of all
 * that stands in it up to the next such schema, so that what multiplies is counted and nothing else is.
 */
export function weigh(graph: SchemaGraph, entered: ReadonlySet<SchemaNode>): Weights {
  const counted = new Set<SchemaNode>([graph.get("") as SchemaNode]);
  for (const { edges } of graph.values())
    for (const { keyword, to } of edges) if (keyword === "$ref" || REPEATS.has(keyword)) counted.add(to);
  const work = new Map<SchemaNode, number>();
  const members = new Map<SchemaNode, number>();
  for (const node of graph.values()) {
    if (counted.has(node) && !isBare(node)) work.set(node, weightOf(node, counted));
    const walks = countOf(node, WALKS);
    if (walks > 0) members.set(node, walks * WALK);
  }
  return { entered, work, members };
}

function weightOf(node: SchemaNode, counted: ReadonlySet<SchemaNode>): number {
  let weight = SCHEMA + COSTLY * countOf(node, COSTLY_KEYWORDS) + namesIn(node);
  for (const { kind, to } of node.edges) if (kind !== "stored") weight += counted.has(to) ? SCHEMA : weightOf(to, counted);
  return weight;
}

/** Names that are looked for in each object. */
function namesIn({ schema }: SchemaNode): number {
  if (typeof schema === "boolean") return 0;
  const { properties = {}, required = [], dependentRequired = {}, dependentSchemas = {} } = schema;
  const lists = Object.values(dependentRequired as Readonly<Record<string, readonly string[]>>);
  return [properties, required, dependentRequired, dependentSchemas, ...lists].reduce<number>(
    (sum, named) => sum + Object.keys(named as object).length,
    0,
  );
}

function countOf({ schema }: SchemaNode, keywords: readonly string[]): number {
  return typeof schema === "boolean" ? 0 : keywords.filter((name) => Object.hasOwn(schema, name)).length;
}

/** True, false, and a reference alone, whose target is counted. */
function isBare({ schema }: SchemaNode): boolean {
  return (
    typeof schema === "boolean" ||
    (Object.hasOwn(schema, "$ref") && Object.keys(schema).every((name) => name === "$ref" || ANNOTATIONS.has(name)))
  );
}
