import { ANNOTATIONS } from "../contract/annotations.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonArray, JsonObject } from "../json/value.js";
import { MEMBERS, STEP, WORK } from "./ajv-keywords.js";
import { pointerOf } from "./check-keyword.js";
import type { SchemaGraph, SchemaNode } from "./schema-graph.js";
import { KEYWORDS } from "./schema-keywords.js";
import type { Weights } from "./weigh-schema.js";

export type EngineSchema = boolean | { [keyword: string]: unknown };

/** A copy for the engine, which sees no annotation and each `$ref` in one spelling; what is counted gets its marks. */
export function copySchema(graph: SchemaGraph, weights: Weights, place: JsonPointer = ""): EngineSchema {
  const node = graph.get(place) as SchemaNode;
  const { schema } = node;
  if (typeof schema === "boolean") return schema;
  const copy: { [keyword: string]: unknown } = {};
  for (const [name, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(name)) continue;
    const at = joinPointer(place, name);
    switch (KEYWORDS.get(name)?.value) {
      case "ref":
        copy[name] = fragmentOf(pointerOf(value as string) as string);
        break;
      case "schema":
        copy[name] = copySchema(graph, weights, at);
        break;
      case "schema-list":
        copy[name] = (value as JsonArray).map((_, index) => copySchema(graph, weights, joinPointer(at, index)));
        break;
      case "schema-map":
      case "pattern-map":
        copy[name] = Object.fromEntries(
          Object.keys(value as JsonObject).map((key) => [key, copySchema(graph, weights, joinPointer(at, key))]),
        );
        break;
      default:
        copy[name] = value;
    }
  }
  if (weights.entered.has(node)) copy[STEP] = true;
  const work = weights.work.get(node);
  if (work !== undefined) copy[WORK] = work;
  const members = weights.members.get(node);
  if (members !== undefined) copy[MEMBERS] = members;
  return copy;
}

function fragmentOf(pointer: JsonPointer): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
