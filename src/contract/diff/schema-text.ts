import { canonicalText } from "../../json/canonical-text.js";
import { valueAt } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import { ANNOTATIONS } from "../annotations.js";

const MAX_HOPS = 64;

/** What a schema that is nothing but a reference leads to. */
export function followed(schema: JsonValue, root: JsonObject): JsonValue {
  let at = schema;
  for (let hop = 0; hop < MAX_HOPS && isBareReference(at); hop += 1) at = targetOf(at.$ref as string, root);
  return at;
}

function isBareReference(schema: JsonValue): schema is JsonObject {
  return isObject(schema) && Object.hasOwn(schema, "$ref") && Object.keys(schema).every((name) => name === "$ref" || ANNOTATIONS.has(name));
}

function targetOf(reference: string, root: JsonObject): JsonValue {
  return valueAt(root, decodeURIComponent(reference.slice(1))) ?? true;
}

/** A text that tells apart whatever a schema says, with all that it refers to. */
export function spelled(value: JsonValue, root: JsonObject): string {
  const texts = new Map<string, string>();
  const visit = (each: JsonValue): void => {
    if (typeof each !== "object" || each === null) return;
    for (const [name, inner] of Object.entries(each as JsonObject)) {
      if (name === "$ref" && typeof inner === "string" && !texts.has(inner)) {
        const target = targetOf(inner, root);
        texts.set(inner, canonicalText(target));
        visit(target);
      }
      visit(inner);
    }
  };
  visit(value);
  return [canonicalText(value), ...[...texts].sort().flat()].join("\n");
}

/** Every member name that is declared anywhere. */
export function declaredNamesIn(value: JsonValue, names = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== "object" || value === null) return names;
  for (const [name, inner] of Object.entries(value as JsonObject)) {
    if (name === "properties" && isObject(inner)) for (const declared of Object.keys(inner)) names.add(declared);
    declaredNamesIn(inner, names);
  }
  return names;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function listOf(value: JsonValue | undefined): JsonArray {
  return Array.isArray(value) ? value : [];
}
