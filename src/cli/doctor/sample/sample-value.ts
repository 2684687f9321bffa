import { valueAt } from "../../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../../json/value.js";
import type { Pick } from "./pick.js";
import { samplePattern } from "./sample-pattern.js";

const MAX_DEPTH = 16;
/** No proposal holds more. */
const MAX_TEXT = 64_000;
const MAX_ITEMS = 1024;
const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-10-01",
  "date-time": "2026-10-01T12:00:00Z",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/**
 * A value that an `args` schema probably takes; undefined where none was thought of. Whoever asked judges it by the compiled schema:
 * keywords that are not looked at here (`not`, `if`, `contains`) are met by chance, or not.
 */
export function sampleValue(schema: JsonValue, root: JsonObject, pick: Pick, depth = 0): JsonValue | undefined {
  if (depth > MAX_DEPTH || schema === false) return undefined;
  const merged = schema === true ? {} : merge(schema as JsonObject, root, pick, depth);
  if (Object.hasOwn(merged, "const")) return merged.const;
  for (const name of ["enum", "examples"] as const) {
    const listed = own(merged, name);
    // What an example says is what its writer would send, so it is tried first and, later, mixed with what is made up.
    if (Array.isArray(listed) && listed.length > 0 && (name === "enum" || pick([true, true, false]))) return pick(listed as [JsonValue]);
  }
  if (Object.hasOwn(merged, "default") && pick([true, false])) return merged.default;
  switch (typeOf(merged, pick)) {
    case "object":
      return sampleObject(merged, root, pick, depth);
    case "array":
      return sampleArray(merged, root, pick, depth);
    case "integer":
    case "number":
      return sampleNumber(merged, pick);
    case "boolean":
      return pick([true, false]);
    case "null":
      return null;
    default:
      return sampleText(merged, pick);
  }
}

/** References and branches folded into one schema: a choice is made where there is one. */
function merge(schema: JsonObject, root: JsonObject, pick: Pick, depth: number): JsonObject {
  const parts: JsonObject[] = [];
  const ref = own(schema, "$ref");
  if (typeof ref === "string") parts.push(followed(ref, root));
  const all = own(schema, "allOf");
  if (Array.isArray(all)) parts.push(...(all as readonly JsonObject[]));
  for (const name of ["anyOf", "oneOf"] as const) {
    const branches = own(schema, name);
    if (Array.isArray(branches) && branches.length > 0) parts.push(pick(branches as unknown as [JsonObject, ...JsonObject[]]));
  }
  const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...rest } = schema;
  let merged: JsonObject = rest;
  if (depth > MAX_DEPTH) return merged;
  for (const part of parts) if (typeof part === "object") merged = joined(merged, merge(part, root, pick, depth + 1));
  return merged;
}

function joined(first: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...(own(other, "properties") as JsonObject), ...(own(first, "properties") as JsonObject) };
  const required = [...new Set([...list(first, "required"), ...list(other, "required")])];
  return { ...other, ...first, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

function followed(ref: string, root: JsonObject): JsonObject {
  const found = ref.startsWith("#") ? valueAt(root, decodeURIComponent(ref.slice(1))) : undefined;
  return typeof found === "object" && found !== null ? (found as JsonObject) : {};
}

function typeOf(schema: JsonObject, pick: Pick): string {
  const type = own(schema, "type");
  if (typeof type === "string") return type;
  if (Array.isArray(type) && type.length > 0) return pick(type as unknown as [string, ...string[]]);
  const has = (...names: readonly string[]) => names.some((name) => Object.hasOwn(schema, name));
  if (has("properties", "required", "additionalProperties", "unevaluatedProperties", "minProperties")) return "object";
  if (has("items", "prefixItems", "minItems")) return "array";
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return "integer";
  return "string";
}

function sampleObject(schema: JsonObject, root: JsonObject, pick: Pick, depth: number): JsonValue | undefined {
  const properties = (own(schema, "properties") ?? {}) as JsonObject;
  const required = list(schema, "required").filter((name) => typeof name === "string");
  const optional = Object.keys(properties).filter((name) => !required.includes(name) && pick([false, true, false]));
  const made: [string, JsonValue][] = [];
  for (const name of [...required, ...optional]) {
    const value = sampleValue(Object.hasOwn(properties, name) ? (properties[name] as JsonValue) : true, root, pick, depth + 1);
    if (value !== undefined) made.push([name, value]);
    else if (required.includes(name)) return undefined;
  }
  return Object.fromEntries(made);
}

function sampleArray(schema: JsonObject, root: JsonObject, pick: Pick, depth: number): JsonValue | undefined {
  const first = list(schema, "prefixItems");
  const least = number(schema, "minItems") ?? Math.max(first.length, own(schema, "contains") === undefined ? 0 : 1);
  const length = Math.min(least + pick([0, 1]), number(schema, "maxItems") ?? Number.POSITIVE_INFINITY);
  const items: JsonValue[] = [];
  for (let at = 0; at < Math.min(length, MAX_ITEMS); at += 1) {
    const value = sampleValue(first[at] ?? own(schema, "contains") ?? own(schema, "items") ?? true, root, pick, depth + 1);
    if (value === undefined) return undefined;
    items.push(value);
  }
  return items;
}

/** The number that stands for nothing special, an end of the range, or its middle. */
function sampleNumber(schema: JsonObject, pick: Pick): JsonValue {
  const step = number(schema, "multipleOf") ?? 1;
  const over = number(schema, "exclusiveMinimum");
  const under = number(schema, "exclusiveMaximum");
  const low = number(schema, "minimum") ?? (over === null ? Math.min(1, (number(schema, "maximum") ?? under ?? 1) - step) : over + step);
  const high = number(schema, "maximum") ?? (under === null ? low + 100 * step : under - step);
  const onStep = (value: number) => Number((Math.ceil(value / step) * step).toPrecision(15));
  return onStep(pick([Math.min(Math.max(1, low), high), low, high, (low + high) / 2]));
}

function sampleText(schema: JsonObject, pick: Pick): JsonValue | undefined {
  const format = own(schema, "format");
  const pattern = own(schema, "pattern");
  if (typeof pattern === "string") return samplePattern(pattern, pick) ?? undefined;
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return FORMATS[format];
  const length = Math.max(number(schema, "minLength") ?? 0, Math.min(1, number(schema, "maxLength") ?? 1));
  if (length > MAX_TEXT) return undefined;
  return pick(["x", "a", "1"]).repeat(length);
}

function own(schema: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function list(schema: JsonObject, name: string): readonly JsonValue[] {
  const value = own(schema, name);
  return Array.isArray(value) ? value : [];
}

function number(schema: JsonObject, name: string): number | null {
  const value = own(schema, name);
  return typeof value === "number" ? value : null;
}
