import { copyOwn } from "../json/copy-own.js";
import type { JsonObject } from "../json/value.js";
import type { CompiledSchema, SchemaFault } from "../policy/args-check.js";
import type { SchemaGraph } from "./schema-graph.js";

const P = Object.prototype;

/**
 * Wraps a schema compiled without tests of whose a member is. As long as Object.prototype lends nothing that the schema asks for, parsed
 * data has no other members than its own; where it does, what is judged is a copy whose objects inherit from nothing. Asked once for a
 * value, not once for each member, which takes as long as the rest of the check.
 */
export function onOwnData<Fault extends SchemaFault>(engine: CompiledSchema<Fault>, graph: SchemaGraph): CompiledSchema<Fault> {
  const names = askedNames(graph);
  const validate: CompiledSchema<Fault> = (data) => {
    const fits = engine(isLent(names) ? copyOwn(data) : data);
    if (!fits) validate.errors = engine.errors ?? null;
    return fits;
  };
  return validate;
}

/** What is enumerable is met where members are walked, whatever its name. */
function isLent(names: readonly string[]): boolean {
  for (const _ in P) return true;
  for (let at = 0; at < names.length; at += 1) if ((names[at] as string) in P) return true;
  return false;
}

/** Every name that generated code looks up in the data, but for those that it asks for as own members alone (branch-keywords.ts). */
function askedNames(graph: SchemaGraph): readonly string[] {
  const names = new Set<string>();
  const add = (more: readonly string[]): void => {
    for (const name of more) names.add(name);
  };
  for (const { schema } of graph.values()) {
    if (typeof schema === "boolean") continue;
    const own = (keyword: string): JsonObject => (Object.hasOwn(schema, keyword) ? (schema[keyword] as JsonObject) : {});
    add(Object.keys(own("properties")));
    add(Object.hasOwn(schema, "required") ? (schema.required as readonly string[]) : []);
    for (const [name, needed] of Object.entries(own("dependentRequired"))) add([name, ...(needed as readonly string[])]);
  }
  return [...names];
}
