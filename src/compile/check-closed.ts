import type { JsonPointer } from "../decision/issue.js";
import { refuse } from "./refuse.js";
import { hasKeyword, holdsThroughOthers, JUDGES_ONLY, type SchemaGraph, type SchemaNode } from "./schema-graph.js";

type Container = "object" | "array";

const OPENERS = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"] as const;

/**
 * Refuses a schema that lets in what nobody declared, at any level (spec/results.md#closed): a value of any type, an object with
 * members of any name, an array of anything. A part that leaves it open must say so itself, even where another part closes it.
 */
export function checkClosed(graph: SchemaGraph, file: JsonPointer): void {
  const closes = closer();
  const seen = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const name of OPENERS) {
      if (hasKeyword(node, name) && (node.schema as Record<string, unknown>)[name] !== false) {
        refuse(file, `${node.place}/${name}`, "must be false; declare members with properties, or their names with patternProperties");
      }
    }
    for (const { kind, keyword, to } of node.edges) {
      if (kind === "negated" || kind === "stored" || JUDGES_ONLY.has(keyword)) continue;
      if (kind === "inside") checkValue(to);
      visit(to);
    }
  };
  const checkValue = (node: SchemaNode): void => {
    if (!closes(node, "object")) {
      const close = '"additionalProperties": false, or beside allOf "unevaluatedProperties": false';
      refuse(
        file,
        node.place,
        `takes an object with any member; write a type that is no object, or declare its members and close it: ${close}`,
      );
    }
    if (!closes(node, "array")) refuse(file, node.place, 'takes an array of anything; write a type that is no array, or "items"');
  };
  visit(graph.get("") as SchemaNode);
}

/** Whether a schema lets no open container through, remembered for each; a cycle closes nothing. */
function closer(): (node: SchemaNode, container: Container) => boolean {
  const known = { object: new Map<SchemaNode, boolean>(), array: new Map<SchemaNode, boolean>() };
  const closes = (node: SchemaNode, container: Container): boolean => {
    const before = known[container].get(node);
    if (before !== undefined) return before;
    known[container].set(node, false);
    const answer = closesItself(node, container) || holdsThroughOthers(node, (to) => closes(to, container));
    known[container].set(node, answer);
    return answer;
  };
  return closes;
}

function closesItself(node: SchemaNode, container: Container): boolean {
  const { schema } = node;
  if (typeof schema === "boolean") return !schema;
  if (hasKeyword(node, "enum") || hasKeyword(node, "const")) return true;
  if (hasKeyword(node, "type") && !([schema.type].flat() as unknown[]).includes(container)) return true;
  if (container === "array") return hasKeyword(node, "items") || hasKeyword(node, "unevaluatedItems");
  return hasKeyword(node, "additionalProperties") || hasKeyword(node, "unevaluatedProperties");
}
