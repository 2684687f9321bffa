import type { JsonObject, JsonValue } from "../../json/value.js";
import { hasKeyword, holdsThroughOthers, type SchemaNode } from "../schema-graph.js";

type Test = (schema: JsonObject, node: SchemaNode) => boolean;

/** Whether something holds of every value that a schema takes, remembered for each; a cycle proves nothing. `false` takes no value. */
export function everyWay(test: Test): (node: SchemaNode) => boolean {
  const known = new Map<SchemaNode, boolean>();
  const holds = (node: SchemaNode): boolean => {
    const before = known.get(node);
    if (before !== undefined) return before;
    known.set(node, false);
    const { schema } = node;
    const answer = typeof schema === "boolean" ? !schema : test(schema, node) || holdsThroughOthers(node, holds);
    known.set(node, answer);
    return answer;
  };
  return holds;
}

/** Where it must be written that something holds: the branch or the definition that says what the value is, else the schema itself. */
export function lacking(node: SchemaNode, holds: (node: SchemaNode) => boolean, seen = new Set<SchemaNode>()): readonly SchemaNode[] {
  if (holds(node) || seen.has(node)) return [];
  seen.add(node);
  if (!hasKeyword(node, "type")) {
    for (const keyword of ["$ref", "anyOf", "oneOf"]) {
      const there = node.edges.filter((edge) => edge.keyword === keyword).flatMap(({ to }) => lacking(to, holds, seen));
      if (there.length > 0) return there;
    }
  }
  return [node];
}

/** True where a schema says by itself that a value is of none of these types. */
export function excludes(schema: JsonObject, ...types: readonly string[]): boolean {
  const type = own(schema, "type");
  if (type !== undefined && ![type].flat().some((each) => types.includes(each as string))) return true;
  const listed = listedValues(schema);
  return listed?.every((value) => !types.includes(typeOf(value))) === true;
}

/** The only values that a schema takes, where it lists them. */
export function listedValues(schema: JsonObject): readonly JsonValue[] | null {
  if (Object.hasOwn(schema, "const")) return [schema.const as JsonValue];
  const listed = own(schema, "enum");
  return Array.isArray(listed) ? listed : null;
}

export function own(schema: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
