import { joinPointer, valueAt } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import { isObject } from "./places.js";

/** What a `data` schema says of one place: the schemas that always judge it, and those that do under a condition. */
export interface Declared {
  readonly always: readonly JsonObject[];
  readonly maybe: readonly JsonObject[];
}

/**
 * Read from the file, so that what is expected does not come from the engine that is tested. Whatever a pattern of names may judge counts as
 * judged under a condition.
 */
export function declaredAt(root: JsonObject, steps: readonly (string | number)[]): Declared {
  let at = inPlace(root, [root], []);
  for (const step of steps) {
    const always = at.always.flatMap((schema) => insideAt(schema, step));
    const maybe = [...at.maybe.flatMap((schema) => insideAt(schema, step)), ...at.always.flatMap((schema) => byPattern(schema, step))];
    at = inPlace(root, always, maybe);
  }
  return at;
}

function insideAt(schema: JsonObject, step: string | number): readonly JsonObject[] {
  if (typeof step === "string") return schemas(member(own(schema, "properties"), step));
  const tuple = own(schema, "prefixItems");
  if (Array.isArray(tuple) && step < tuple.length) return schemas(tuple[step]);
  return schemas(own(schema, "items"), own(schema, "unevaluatedItems"));
}

function byPattern(schema: JsonObject, step: string | number): readonly JsonObject[] {
  const patterns = own(schema, "patternProperties");
  return typeof step === "string" && isObject(patterns) ? schemas(...Object.values(patterns)) : [];
}

/** Those schemas and all that judge the same value with them. */
function inPlace(root: JsonObject, always: readonly JsonObject[], maybe: readonly JsonObject[]): Declared {
  const found = { always: new Set<JsonObject>(), maybe: new Set<JsonObject>() };
  const visit = (schema: JsonObject, conditional: boolean): void => {
    if (found.always.has(schema) || (conditional && found.maybe.has(schema))) return;
    found[conditional ? "maybe" : "always"].add(schema);
    const reference = own(schema, "$ref");
    const target = typeof reference === "string" ? valueAt(root, decodeURIComponent(reference.slice(1))) : undefined;
    for (const each of schemas(target, ...list(own(schema, "allOf")))) visit(each, conditional);
    const dependent = own(schema, "dependentSchemas");
    const branches = [
      ...list(own(schema, "anyOf")),
      ...list(own(schema, "oneOf")),
      ...(isObject(dependent) ? Object.values(dependent) : []),
    ];
    for (const each of schemas(...branches, own(schema, "if"), own(schema, "then"), own(schema, "else"))) visit(each, true);
  };
  for (const schema of always) visit(schema, false);
  for (const schema of maybe) visit(schema, true);
  return { always: [...found.always], maybe: [...found.maybe] };
}

/** Whether a value of that type is nothing that the schema names anywhere for the place. */
export function isForeign({ always, maybe }: Declared, type: string): boolean {
  const words = (schemas: readonly JsonObject[]) => schemas.map((schema) => typesOf(schema)).filter((types) => types !== null);
  if (words(always).some((types) => !types.includes(type))) return true;
  const said = words(maybe);
  return said.length > 0 && !said.some((types) => types.includes(type));
}

function typesOf(schema: JsonObject): readonly string[] | null {
  const listed = listedIn(schema);
  if (listed !== null) return listed.map(typeOf);
  const type = own(schema, "type");
  return type === undefined ? null : ([type].flat() as readonly string[]).map((each) => (each === "integer" ? "number" : each));
}

/** The only values that are declared for a place; null where none are listed. */
export function listedAt({ always }: Declared): readonly JsonValue[] | null {
  return always.map(listedIn).find((listed) => listed !== null) ?? null;
}

function listedIn(schema: JsonObject): readonly JsonValue[] | null {
  if (Object.hasOwn(schema, "const")) return [schema.const as JsonValue];
  const listed = own(schema, "enum");
  return Array.isArray(listed) ? listed : null;
}

/** The strictest bound that always holds, else the widest that may. */
export function boundAt({ always, maybe }: Declared, keyword: string, stricter: "low" | "high"): number | null {
  const [least, most] = stricter === "low" ? [Math.min, Math.max] : [Math.max, Math.min];
  const numbers = (schemas: readonly JsonObject[]) => schemas.map((each) => own(each, keyword)).filter((each) => typeof each === "number");
  const [fixed, open] = [numbers(always), numbers(maybe)];
  if (fixed.length > 0) return least(...fixed);
  return open.length > 0 ? most(...open) : null;
}

export function saysAnyOf({ always, maybe }: Declared, ...keywords: readonly string[]): boolean {
  return [...always, ...maybe].some((schema) => keywords.some((keyword) => Object.hasOwn(schema, keyword)));
}

export function requires(schemas: readonly JsonObject[], name: string): boolean {
  return schemas.some((schema) => list(own(schema, "required")).includes(name));
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function member(object: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(object) ? valueAt(object, joinPointer("", name)) : undefined;
}

function list(value: JsonValue | undefined): JsonArray {
  return Array.isArray(value) ? value : [];
}

function schemas(...values: readonly (JsonValue | undefined)[]): readonly JsonObject[] {
  return values.filter(isObject);
}
