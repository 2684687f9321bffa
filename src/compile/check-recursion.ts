import { ANNOTATIONS } from "../contract/annotations.js";
import type { JsonPointer } from "../decision/issue.js";
import { refuse } from "./refuse.js";
import type { SchemaGraph, SchemaNode } from "./schema-graph.js";

/**
 * Most visits that one argument value can cost: the schema written out without its shared parts. `allOf` of the same `$ref`
 * twice, thirty times over, is a thousand million.
 */
const MAX_VISITS = 5_000;

/**
 * Refuses recursion that would not end or that the engine gets wrong, and sharing that multiplies work
 * (spec/policy.md#schema-recursion).
 *
 * @returns the schemas that are entered again from within themselves: their entries are counted while judging
 */
export function checkRecursion(graph: SchemaGraph, file: JsonPointer): ReadonlySet<SchemaNode> {
  for (const node of graph.values())
    if (leadsTo(node, node, isInPlace))
      refuse(file, node.place, "refers to itself without going into a member or an item; this never ends");
  const entered = new Set<SchemaNode>();
  for (const node of graph.values()) {
    const ref = node.edges.find(({ keyword }) => keyword === "$ref");
    if (ref === undefined || !leadsTo(ref.to, node, judges)) continue;
    entered.add(ref.to);
    const stray = Object.keys(node.schema).find((name) => name !== "$ref" && !ANNOTATIONS.has(name));
    if (stray !== undefined || node.under !== "inside") {
      refuse(file, node.place, 'a $ref that leads back to itself stands alone, directly under a member or items: {"$ref": "#/$defs/name"}');
    }
  }
  if (visits(graph.get("") as SchemaNode, entered, new Map()) > MAX_VISITS) {
    refuse(file, "", `one value would be judged by more than ${MAX_VISITS} schemas; use each $ref fewer times`);
  }
  return entered;
}

type EdgeTest = (kind: SchemaNode["edges"][number]["kind"]) => boolean;
const isInPlace: EdgeTest = (kind) => kind === "same" || kind === "maybe" || kind === "negated";
const judges: EdgeTest = (kind) => kind !== "stored";

/** Whether `goal` is reached from `start` by at least one edge, or by none where they are distinct from the start. */
function leadsTo(start: SchemaNode, goal: SchemaNode, along: EdgeTest): boolean {
  const seen = new Set<SchemaNode>();
  const todo = [start];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    for (const { kind, to } of node.edges) {
      if (!along(kind) || seen.has(to)) continue;
      if (to === goal) return true;
      seen.add(to);
      todo.push(to);
    }
  }
  return false;
}

/** Sums are cut off at the bound, so they stay small; each schema is summed once. */
function visits(node: SchemaNode, entered: ReadonlySet<SchemaNode>, known: Map<SchemaNode, number>): number {
  const done = known.get(node);
  if (done !== undefined) return done;
  let sum = 1;
  for (const { kind, keyword, to } of node.edges) {
    if (kind === "stored" || sum > MAX_VISITS) continue;
    // An entry into a recursive schema is counted while judging.
    sum += keyword === "$ref" && entered.has(to) ? 1 : visits(to, entered, known);
  }
  known.set(node, sum);
  return sum;
}
