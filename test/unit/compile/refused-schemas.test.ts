import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/value.js";
import { compile, object, refusal, when } from "./args.js";

const of = (keywords: object) => object({ a: keywords });
const text = { type: "string" };

describe("a refused schema is told with its place and what to write", () => {
  it.each<[string, unknown, string, string]>([
    ["a misspelled keyword", object({}, { additonalProperties: false }), "/additonalProperties", 'did you mean "additionalProperties"?'],
    ["an unknown keyword", of({ type: "string", vendor: 1 }), "/properties/a/vendor", "no keyword of JSON Schema"],
    ["a keyword of an older draft", object({}, { definitions: {} }), "/definitions", "write $defs"],
    ["dependencies", object({}, { dependencies: {} }), "/dependencies", "dependentRequired"],
    ["contentEncoding", of({ ...text, contentEncoding: "base64" }), "/properties/a/contentEncoding", "not asserted"],
    ["$anchor", of({ ...text, $anchor: "x" }), "/properties/a/$anchor", '"#/$defs/name"'],
    ["$dynamicRef", of({ $dynamicRef: "#x" }), "/properties/a/$dynamicRef", '"#/$defs/name"'],
    ["$dynamicAnchor", of({ ...text, $dynamicAnchor: "x" }), "/properties/a/$dynamicAnchor", "by its pointer"],
    ["$recursiveRef", of({ $recursiveRef: "#" }), "/properties/a/$recursiveRef", '"#/$defs/name"'],
    ["an inner $id", of({ ...text, $id: "x" }), "/properties/a/$id", "root"],
    ["an inner $schema", of({ $schema: "https://json-schema.org/draft/2020-12/schema" }), "/properties/a/$schema", "root"],
    ["another dialect", { $schema: "http://json-schema.org/draft-07/schema#", type: "object" }, "/$schema", "2020-12"],
    ["a remote $ref", of({ $ref: "https://example.com/s.json" }), "/properties/a/$ref", "pointer into this schema"],
    ["a $ref by anchor", of({ $ref: "#name" }), "/properties/a/$ref", "pointer into this schema"],
    ["a $ref that leads nowhere", of({ $ref: "#/$defs/missing" }), "/properties/a/$ref", "leads to no schema"],
    [
      "a $ref into a value",
      object({ a: { enum: [{}] }, b: { $ref: "#/properties/a/enum/0" } }),
      "/properties/b/$ref",
      "leads to no schema",
    ],
    ["a $ref to a map of schemas", object({ b: { $ref: "#/$defs" } }, { $defs: {} }), "/properties/b/$ref", "leads to no schema"],
    ["a $ref with a broken escape", of({ $ref: "#/%zz" }), "/properties/a/$ref", "pointer into this schema"],
    ["a $ref with a broken tilde", of({ $ref: "#/~2" }), "/properties/a/$ref", "pointer into this schema"],
    ["an unanchored pattern", of({ ...text, pattern: "acct_7731" }), "/properties/a/pattern", "write ^(?:...)$"],
    ["an alternation between anchors", of({ ...text, pattern: "^a|b$" }), "/properties/a/pattern", "write ^(?:a|b)$"],
    ["a pattern RE2 has not", of({ ...text, pattern: "^[b-a]$" }), "/properties/a/pattern", "not a pattern of RE2"],
    ["an unanchored member pattern", object({}, { patternProperties: { "x-": text } }), "/patternProperties/x-", "write ^(?:...)$"],
    ["a member pattern to escape", object({}, { patternProperties: { "a/b": text } }), "/patternProperties/a~1b", "write ^(?:...)$"],
    ["an unknown format", of({ ...text, format: "email" }), "/properties/a/format", "write a pattern"],
    ["a misspelled format", of({ ...text, format: "datetime" }), "/properties/a/format", 'did you mean "date-time"?'],
    ["a misspelled type", of({ type: "strnig" }), "/properties/a/type", 'did you mean "string"?'],
    ["no type", of({ type: [] }), "/properties/a/type", "each type once"],
    ["a type twice", of({ type: ["string", "string"] }), "/properties/a/type", "each type once"],
    ["a schema that is a string", object({ a: "string" }), "/properties/a", "an object, true or false"],
    ["properties that are a list", object([]), "/properties", "object of schemas"],
    ["an empty allOf", of({ allOf: [] }), "/properties/a/allOf", "at least one schema"],
    ["an empty enum", of({ enum: [] }), "/properties/a/enum", "at least one value"],
    ["a negative length", of({ ...text, maxLength: -1 }), "/properties/a/maxLength", "0 or more"],
    ["a broken length", of({ ...text, maxLength: 1.5 }), "/properties/a/maxLength", "0 or more"],
    ["a length as text", of({ ...text, maxLength: "3" }), "/properties/a/maxLength", "0 or more"],
    ["multipleOf 0", of({ type: "number", multipleOf: 0 }), "/properties/a/multipleOf", "above 0"],
    ["a bound as text", of({ type: "number", maximum: "1" }), "/properties/a/maximum", "a number"],
    ["required as an object", object({}, { required: {} }), "/required", "each once"],
    ["a name required twice", object({ a: text }, { required: ["a", "a"] }), "/required", "each once"],
    ["uniqueItems as text", of({ type: "array", uniqueItems: "yes" }), "/properties/a/uniqueItems", "true or false"],
    ["properties.__proto__", object(JSON.parse('{"__proto__": {}}')), "/properties", "__proto__"],
    [
      "a pattern member __proto__",
      object({}, { patternProperties: JSON.parse('{"__proto__": {}}') }),
      "/patternProperties/__proto__",
      "^(?:...)$",
    ],
    ["a definition __proto__", object({}, { $defs: JSON.parse('{"__proto__": {}}') }), "/$defs", "__proto__"],
    ["required __proto__", object({}, { required: ["__proto__"] }), "/required", "__proto__"],
    ["__proto__ in a const", of({ const: JSON.parse('{"a": {"__proto__": 1}}') }), "/properties/a/const", "__proto__"],
    [
      "dependentRequired __proto__",
      object({}, { dependentRequired: JSON.parse('{"__proto__": ["a"]}') }),
      "/dependentRequired",
      "__proto__",
    ],
    ["a root of another type", { type: "array" }, "/type", 'must be "object"'],
    ["then without if", of(JSON.parse('{"then": {"type": "string"}}')), "/properties/a/then", 'without "if"'],
    ["if alone", of({ if: text }), "/properties/a/if", 'without "then" or "else"'],
    ["minContains without contains", of({ type: "array", minContains: 1 }), "/properties/a/minContains", 'without "contains"'],
    ["a bound without its type", of({ maximum: 100 }), "/properties/a", 'write "type": "number"'],
    ["a required name that nothing defines", object({ amount: text }, { required: ["amout"] }), "/required", 'did you mean "amount"?'],
    [
      "a name required deep down that nothing defines",
      of({ type: "object", anyOf: [{ required: ["x"] }] }),
      "/properties/a/anyOf/0/required",
      "add it to properties",
    ],
    ["a tuple that stays open", of({ type: "array", prefixItems: [text] }), "/properties/a", '"items": false'],
    ["a count that is always met", of({ type: "array", contains: text, minContains: 0 }), "/properties/a/minContains", "says nothing"],
    [
      "a count that is never met",
      of({ type: "array", contains: text, minContains: 3, maxContains: 2 }),
      "/properties/a/maxContains",
      "nothing fits",
    ],
    [
      "contains beside unevaluatedItems",
      of({ type: "array", contains: text, unevaluatedItems: false }),
      "/properties/a/contains",
      "close the array with items",
    ],
    [
      "conditional items beside unevaluatedItems",
      of({ type: "array", anyOf: [{ prefixItems: [text], minItems: 1, maxItems: 1 }], unevaluatedItems: false }),
      "/properties/a/anyOf/0/prefixItems",
      "under a condition",
    ],
    [
      "conditional items beside unevaluatedItems, through a $ref",
      object(
        { a: { type: "array", oneOf: [{ $ref: "#/$defs/d" }], unevaluatedItems: false } },
        { $defs: { d: { type: "array", items: text } } },
      ),
      "/$defs/d/items",
      "under a condition",
    ],
  ])("%s", (_title, schema, place, advice) => {
    const { place: told, message } = refusal(schema);
    expect(told).toBe(place);
    expect(message).toContain(advice);
    expect(message).toContain(`/tools/t/args${place}`);
  });
});

describe("recursion", () => {
  const node = (more: object = {}) => ({ type: "object", properties: { l: { $ref: "#/$defs/n" } }, additionalProperties: false, ...more });

  it.each<[string, unknown, string, string]>([
    ["a $ref to itself", object({ a: { $ref: "#/properties/a" } }), "/properties/a", "never ends"],
    [
      "two that refer to each other",
      object({ a: { $ref: "#/$defs/x" } }, { $defs: { x: { $ref: "#/$defs/y" }, y: { allOf: [{ $ref: "#/$defs/x" }] } } }),
      "/$defs/x",
      "never ends",
    ],
    ["a loop through not", object({ a: { not: { $ref: "#/properties/a" } } }), "/properties/a", "never ends"],
    ["a loop through if", object({ a: when({ $ref: "#/properties/a" }, true) }), "/properties/a", "never ends"],
    [
      "a loop through dependentSchemas",
      object({ a: { type: "object", dependentSchemas: { x: { $ref: "#/properties/a" } } } }),
      "/properties/a",
      "never ends",
    ],
    [
      "a recursive $ref with a neighbour",
      object(
        { a: { $ref: "#/$defs/n" } },
        { $defs: { n: { type: "object", properties: { l: { $ref: "#/$defs/n", minProperties: 1 } } } } },
      ),
      "/$defs/n/properties/l",
      "stands alone",
    ],
    [
      "a recursive $ref under allOf",
      object({ a: { $ref: "#/$defs/n" } }, { $defs: { n: { type: "object", properties: { l: { allOf: [{ $ref: "#/$defs/n" }] } } } } }),
      "/$defs/n/properties/l/allOf/0",
      "stands alone",
    ],
    ["an open root that refers back to itself", object({ a: { $ref: "#" } }), "", "close itself"],
  ])("refuses %s", (_title, schema, place, advice) => {
    const { place: told, message } = refusal(schema);
    expect(told).toBe(place);
    expect(message).toContain(advice);
  });

  it("goes down a tree", () => {
    const check = compile(object({ a: { $ref: "#/$defs/n" } }, { $defs: { n: node() } }));
    expect(check({ a: { l: { l: { l: {} } } } })).toEqual([]);
    expect(check({ a: { l: { l: { x: 1 } } } })).toEqual(["/a/l/l"]);
  });

  it("goes back to a closed root", () => {
    const check = compile(object({ a: { $ref: "#" } }, { additionalProperties: false }));
    expect(check({ a: { a: {} } })).toEqual([]);
    expect(check({ a: { a: { b: 1 } } })).toEqual(["/a/a"]);
  });

  it("keeps the roots of two tools apart", () => {
    const compiler = (schema: object) => object({ x: { $ref: "#" }, ...schema }, { additionalProperties: false });
    const first = compile(compiler({ a: { type: "string" } }));
    const second = compile(compiler({ b: { type: "string" } }));
    expect(first({ x: { x: { a: "" } } })).toEqual([]);
    expect(first({ x: { x: { b: "" } } })).toEqual(["/x/x"]);
    expect(second({ x: { x: { b: "" } } })).toEqual([]);
  });

  it("ends a schema that doubles its work at each level", () => {
    const twice = { type: "object", anyOf: [node(), node()] };
    const check = compile(object({ a: { $ref: "#/$defs/n" } }, { $defs: { n: twice } }));
    let deep: JsonObject = { bad: 1 };
    for (let level = 0; level < 28; level += 1) deep = { l: deep };
    expect(check({ a: deep })).toEqual([""]);
    expect(check({ a: { l: {} } })).toEqual([]);
  });

  it("refuses a chain of references that multiplies", () => {
    const $defs: Record<string, unknown> = { d0: { type: "string" } };
    for (let n = 1; n <= 30; n += 1) $defs[`d${n}`] = { allOf: [{ $ref: `#/$defs/d${n - 1}` }, { $ref: `#/$defs/d${n - 1}` }] };
    expect(refusal(object({ a: { $ref: "#/$defs/d30" } }, { $defs })).message).toContain("more than 5000 schemas");
  });
});

describe("size", () => {
  it("bounds the number of schemas", () => {
    const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { type: "string" }]));
    expect(() => compile(object(properties(499)))).not.toThrow();
    expect(refusal(object(properties(500))).message).toContain("more than 500 schemas");
  });

  it("bounds the nesting", () => {
    const nest = (levels: number) => {
      let schema: object = { type: "string" };
      for (let level = 0; level < levels; level += 1) schema = { type: "array", items: schema };
      return object({ a: schema });
    };
    expect(() => compile(nest(63))).not.toThrow();
    expect(refusal(nest(64)).message).toContain("deeper than 64 levels");
  });
});
