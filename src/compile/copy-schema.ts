import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonArray, JsonObject } from "../json/value.js";
import { STEP } from "./ajv-keywords.js";
import { pointerOf } from "./check-keyword.js";
import type { SchemaGraph, SchemaNode } from "./schema-graph.js";
import { ANNOTATIONS, KEYWORDS } from "./schema-keywords.js";

export type EngineSchema = boolean | { [keyword: string]: unknown };

/** A copy for the engine, which sees no annotation and each `$ref` in one spelling; `entered` schemas get the step mark. */
export function copySchema(graph: SchemaGraph, entered: ReadonlySet<SchemaNode>, place: JsonPointer = ""): EngineSchema {
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
        copy[name] = copySchema(graph, entered, at);
        break;
      case "schema-list":
        copy[name] = (value as JsonArray).map((_, index) => copySchema(graph, entered, joinPointer(at, index)));
        break;
      case "schema-map":
      case "pattern-map":
        copy[name] = Object.fromEntries(
          Object.keys(value as JsonObject).map((key) => [key, copySchema(graph, entered, joinPointer(at, key))]),
        );
        break;
      default:
        copy[name] = value;
    }
  }
  if (entered.has(node)) copy[STEP] = true;
  return copy;
}

function fragmentOf(pointer: JsonPointer): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
