import { isHighImpact } from "../../decision/impact.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Lint, LintedTool } from "./lint.js";

/** What a tool's `args` leaves open. */
export function lintArgs({ entry, rule, place }: LintedTool): readonly Lint[] {
  if (rule.deny !== null) return [];
  if (entry.args === undefined) {
    if (!isHighImpact(rule.impact)) return [];
    return [{ lint: "args-missing", place, message: `takes any arguments, and its impact is ${rule.impact}; write their schema in args` }];
  }
  return rule.impact === "money" ? amounts(entry.args, `${place}/args`, entry.args) : [];
}

/** Every number that a call may bring to a tool that moves money. */
function amounts(schema: JsonValue, place: string, root: JsonObject): readonly Lint[] {
  if (!isObject(schema)) return [];
  const own = isNumeric(schema) ? amount(schema, place) : [];
  const inner = CHILDREN.flatMap((name): readonly Lint[] => {
    const value = schema[name];
    const at = joinPointer(place, name);
    if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((each, index) => amounts(each, joinPointer(at, index), root));
    if (!isObject(value)) return [];
    if (name === "items" || name === "additionalProperties") return amounts(value, at, root);
    return Object.entries(value).flatMap(([member, each]) => amounts(each, joinPointer(at, member), root));
  });
  return [...own, ...inner];
}

/** Keywords that hold schemas: by name, in a list, or one. */
const CHILDREN = [
  "properties",
  "patternProperties",
  "$defs",
  "items",
  "prefixItems",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
] as const;

function isNumeric({ type }: JsonObject): boolean {
  const types: readonly JsonValue[] = Array.isArray(type) ? type : [type as JsonValue];
  return types.includes("integer") || types.includes("number");
}

function amount(schema: JsonObject, place: string): readonly Lint[] {
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const")) return [];
  const has = (...names: readonly string[]) => names.some((name) => Object.hasOwn(schema, name));
  const missing = [...(has("minimum", "exclusiveMinimum") ? [] : ["minimum"]), ...(has("maximum", "exclusiveMaximum") ? [] : ["maximum"])];
  const types: readonly JsonValue[] = Array.isArray(schema.type) ? schema.type : [schema.type as JsonValue];
  return [
    ...(missing.length === 0
      ? []
      : [{ lint: "amount-unbounded", place, message: `has no ${missing.join(" and no ")}; an amount needs both ends` }]),
    ...(types.includes("number")
      ? [{ lint: "amount-float", place, message: 'is a binary float; write money as "integer" minor units, or as a decimal text' }]
      : []),
  ];
}

/** Whether a schema makes every call bring the value at a pointer; false too where that cannot be told from `properties` alone. */
export function isRequired(args: JsonObject | undefined, pointer: string): boolean {
  return walk(args, pointer, (schema, name) => Array.isArray(schema.required) && (schema.required as readonly JsonValue[]).includes(name));
}

/** Whether a schema declares the value at a pointer; true too below anything that is not plain `properties`. */
export function isDeclared(args: JsonObject | undefined, pointer: string): boolean {
  if (args === undefined) return true;
  const references = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "items", "prefixItems", "dependentSchemas"];
  return walk(args, pointer, () => true) || references.some((name) => JSON.stringify(args).includes(`"${name}":`));
}

function walk(args: JsonObject | undefined, pointer: string, holds: (schema: JsonObject, name: string) => boolean): boolean {
  let schema: JsonValue | undefined = args;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(schema) || !holds(schema, name)) return false;
    const { properties } = schema as { properties?: JsonValue };
    if (!isObject(properties) || !Object.hasOwn(properties, name)) return false;
    schema = properties[name];
  }
  return true;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
