import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { checkKeyword, isObject, type Patterns, pointerOf } from "./check-keyword.js";
import { didYouMean } from "./did-you-mean.js";
import { refuse } from "./refuse.js";
import type { SchemaGraph, SchemaNode } from "./schema-graph.js";
import { type EdgeKind, KEYWORDS, REFUSED_KEYWORDS, type ValueKind } from "./schema-keywords.js";

/** Most schemas inside one schema, and most levels of them: a schema must not hang the load. */
const MAX_NODES = 500;
const MAX_LEVELS = 64;

export interface ReadOptions {
  /** Pointer of the schema in its file: every message names a place in the file. */
  readonly file: JsonPointer;
  /** Whether a keyword that says nothing where it stands is refused. Off only for the published test suite. */
  readonly lint: boolean;
  readonly patterns: Patterns;
}

/**
 * Reads an operator's schema keyword by keyword, before any engine sees it, into the graph of its subschemas.
 *
 * @throws ConfigurationError naming the place and what to write instead: for an unknown or refused keyword, a value of the
 * wrong kind, a pattern that does not hold the whole value, a format that is not asserted, a `$ref` that leads elsewhere.
 */
export function readSchema(schema: JsonValue, options: ReadOptions): SchemaGraph {
  const graph = new Map<JsonPointer, SchemaNode>();
  visit({ schema, place: "", under: null, level: 0 }, graph, options);
  for (const node of graph.values()) follow(node, graph, options);
  return graph;
}

interface Visited {
  readonly schema: JsonValue;
  readonly place: JsonPointer;
  readonly under: EdgeKind | null;
  readonly level: number;
}

function visit({ schema, place, under, level }: Visited, graph: Map<JsonPointer, SchemaNode>, options: ReadOptions): SchemaNode {
  const { file, lint, patterns } = options;
  if (typeof schema !== "boolean" && !isObject(schema)) refuse(file, place, "a schema is an object, true or false");
  if (level > MAX_LEVELS) refuse(file, place, `schemas nest deeper than ${MAX_LEVELS} levels; move parts to $defs`);
  if (graph.size === MAX_NODES) refuse(file, place, `there are more than ${MAX_NODES} schemas; split the tool or simplify`);
  const node: SchemaNode = { place, schema, under, edges: [] };
  graph.set(place, node);
  if (typeof schema === "boolean") return node;
  if (lint) {
    checkNeighbours(schema, place, file);
    checkCounts(schema, place, file);
  }
  for (const [name, value] of Object.entries(schema)) {
    const at = joinPointer(place, name);
    const keyword = KEYWORDS.get(name);
    if (keyword === undefined) refuseName(file, at, name);
    checkKeyword(keyword.value, { value, file, at, atRoot: place === "", patterns });
    if (keyword.edge === undefined) continue;
    for (const [inside, inner] of subschemas(keyword.value, value, at)) {
      const to = visit({ schema: inner, place: inside, under: keyword.edge, level: level + 1 }, graph, options);
      node.edges.push({ kind: keyword.edge, keyword: name, to });
    }
  }
  return node;
}

/** Draws the edge of a `$ref`, now that every place is known. */
function follow(node: SchemaNode, graph: SchemaGraph, { file }: ReadOptions): void {
  if (typeof node.schema === "boolean" || !Object.hasOwn(node.schema, "$ref")) return;
  const pointer = pointerOf(node.schema.$ref as string);
  const to = pointer === null ? undefined : graph.get(pointer);
  if (to === undefined) {
    refuse(file, `${node.place}/$ref`, 'leads to no schema of this document; write "#/$defs/name" and define the name there');
  }
  node.edges.push({ kind: "same", keyword: "$ref", to });
}

/** A keyword that says nothing without its neighbour is a mistake that would pass unseen. */
function checkNeighbours(schema: JsonObject, place: JsonPointer, file: JsonPointer): void {
  const has = (name: string): boolean => Object.hasOwn(schema, name);
  for (const name of Object.keys(schema)) {
    const needs = KEYWORDS.get(name)?.needs;
    if (needs === undefined || needs.some(has)) continue;
    refuse(file, joinPointer(place, name), `"${name}" says nothing without "${needs.join('" or "')}"; add it, or remove this`);
  }
}

/** A tuple of another length, and a count that everything or nothing meets, are mistakes that would pass unseen. */
function checkCounts(schema: JsonObject, place: JsonPointer, file: JsonPointer): void {
  const own = (name: string): JsonValue | undefined => (Object.hasOwn(schema, name) ? schema[name] : undefined);
  const tuple = own("prefixItems");
  if (Array.isArray(tuple)) {
    const { length } = tuple;
    if (own("minItems") !== length || (own("items") !== false && own("maxItems") !== length)) {
      refuse(file, place, `prefixItems leaves the array open; write "minItems": ${length} and "items": false`);
    }
  }
  const [least, most] = [own("minContains"), own("maxContains")];
  if (least === 0 && most === undefined) refuse(file, joinPointer(place, "minContains"), "0 says nothing without maxContains; remove both");
  if (typeof most === "number" && ((least ?? 1) as number) > most)
    refuse(file, joinPointer(place, "maxContains"), "is below minContains; nothing fits");
}

function refuseName(file: JsonPointer, at: JsonPointer, name: string): never {
  const advice = REFUSED_KEYWORDS.get(name);
  if (advice !== undefined) refuse(file, at, `"${name}" is not supported; ${advice}`);
  const guess = didYouMean(name, KEYWORDS.keys());
  refuse(file, at, `${JSON.stringify(name)} is no keyword of JSON Schema 2020-12${guess || "; remove it"}`);
}

function* subschemas(kind: ValueKind, value: JsonValue, at: JsonPointer): Generator<readonly [JsonPointer, JsonValue]> {
  if (kind === "schema") yield [at, value];
  else for (const [name, inner] of Object.entries(value as JsonObject)) yield [joinPointer(at, name), inner];
}
