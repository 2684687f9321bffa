/** What a keyword's value must be. */
export type ValueKind =
  | "annotation"
  | "text"
  | "boolean"
  | "number"
  | "positive"
  | "count"
  | "types"
  | "values"
  | "value"
  | "names"
  | "name-lists"
  | "pattern"
  | "format"
  | "dialect"
  | "root-id"
  | "ref"
  | "schema"
  | "schema-list"
  | "schema-map"
  | "pattern-map";

/**
 * How a subschema meets the instance: `same` always judges the same value and adds to what counts as evaluated, `maybe` only
 * where a condition holds, `negated` never adds, `inside` judges a member, item or name, `stored` judges nothing by itself.
 */
export type EdgeKind = "same" | "maybe" | "negated" | "inside" | "stored";

interface Keyword {
  readonly value: ValueKind;
  readonly edge?: EdgeKind;
  /** Without one of these neighbours the keyword says nothing. */
  readonly needs?: readonly string[];
}

/** The keywords of JSON Schema 2020-12 that an operator may use (spec/policy.md#schema-keywords). */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["$schema", { value: "dialect" }],
  ["$id", { value: "root-id" }],
  ["$ref", { value: "ref" }],
  ["$defs", { value: "schema-map", edge: "stored" }],
  ["$comment", { value: "text" }],
  ["title", { value: "text" }],
  ["description", { value: "text" }],
  ["default", { value: "annotation" }],
  ["examples", { value: "annotation" }],
  ["deprecated", { value: "boolean" }],
  ["readOnly", { value: "boolean" }],
  ["writeOnly", { value: "boolean" }],

  ["allOf", { value: "schema-list", edge: "same" }],
  ["anyOf", { value: "schema-list", edge: "maybe" }],
  ["oneOf", { value: "schema-list", edge: "maybe" }],
  ["not", { value: "schema", edge: "negated" }],
  ["if", { value: "schema", edge: "maybe", needs: ["then", "else"] }],
  ["then", { value: "schema", edge: "maybe", needs: ["if"] }],
  ["else", { value: "schema", edge: "maybe", needs: ["if"] }],
  ["dependentSchemas", { value: "schema-map", edge: "maybe" }],

  ["properties", { value: "schema-map", edge: "inside" }],
  ["patternProperties", { value: "pattern-map", edge: "inside" }],
  ["additionalProperties", { value: "schema", edge: "inside" }],
  ["unevaluatedProperties", { value: "schema", edge: "inside" }],
  ["propertyNames", { value: "schema", edge: "inside" }],
  ["items", { value: "schema", edge: "inside" }],
  ["prefixItems", { value: "schema-list", edge: "inside" }],
  ["unevaluatedItems", { value: "schema", edge: "inside" }],
  ["contains", { value: "schema", edge: "inside" }],

  ["type", { value: "types" }],
  ["enum", { value: "values" }],
  ["const", { value: "value" }],
  ["multipleOf", { value: "positive" }],
  ["maximum", { value: "number" }],
  ["exclusiveMaximum", { value: "number" }],
  ["minimum", { value: "number" }],
  ["exclusiveMinimum", { value: "number" }],
  ["maxLength", { value: "count" }],
  ["minLength", { value: "count" }],
  ["pattern", { value: "pattern" }],
  ["format", { value: "format" }],
  ["maxItems", { value: "count" }],
  ["minItems", { value: "count" }],
  ["uniqueItems", { value: "boolean" }],
  ["maxContains", { value: "count", needs: ["contains"] }],
  ["minContains", { value: "count", needs: ["contains"] }],
  ["maxProperties", { value: "count" }],
  ["minProperties", { value: "count" }],
  ["required", { value: "names" }],
  ["dependentRequired", { value: "name-lists" }],
]);

const BY_POINTER = 'write "$ref": "#/$defs/name"';

/** Keywords that exist and are refused, each with what to write instead. */
export const REFUSED_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["$anchor", `name the place by its pointer: ${BY_POINTER}`],
  ["$dynamicRef", `it depends on the path taken to it: ${BY_POINTER}`],
  ["$dynamicAnchor", `name the place by its pointer: ${BY_POINTER}`],
  ["$recursiveRef", `it is of an older draft: ${BY_POINTER}`],
  ["$recursiveAnchor", `it is of an older draft: ${BY_POINTER}`],
  ["$vocabulary", "it belongs to meta-schemas; remove it"],
  ["definitions", "write $defs"],
  ["dependencies", "write dependentRequired or dependentSchemas"],
  ["additionalItems", "write items beside prefixItems"],
  ["contentEncoding", "it is not asserted; write pattern"],
  ["contentMediaType", "it is not asserted; remove it"],
  ["contentSchema", "it is not asserted; remove it"],
]);

export const DIALECT = "https://json-schema.org/draft/2020-12/schema";
export const TYPES: readonly string[] = ["null", "boolean", "object", "array", "number", "string", "integer"];
