import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRawSchema } from "../../src/compile/compile-args-schema.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import type { JsonValue } from "../../src/json/value.js";
import { fitsByTheText, type Schema } from "./annotations.js";

const RUNS = Number(process.env.RUNS ?? 800);

const NAMES = ["a", "b", "x1", "constructor"];
const name = fc.constantFrom(...NAMES);
const leaf = fc.constantFrom<Schema>(true, false, {}, { type: "integer" }, { type: "object" }, { const: 1 });

/** One keyword or a few that belong together, over schemas of one level less. */
function keywords(inner: fc.Arbitrary<Schema>): fc.Arbitrary<object> {
  const few = fc.array(inner, { minLength: 1, maxLength: 3 });
  const under = (keyword: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> => value.map((each) => ({ [keyword]: each }));
  const condition = fc.record(Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, inner])), { requiredKeys: ["if"] });
  return fc.oneof(
    { weight: 4, arbitrary: under("properties", fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true })) },
    {
      weight: 2,
      arbitrary: under(
        "required",
        name.map((each) => [each]),
      ),
    },
    {
      weight: 2,
      arbitrary: under(
        "patternProperties",
        inner.map((each) => ({ "^x.*$": each })),
      ),
    },
    under("additionalProperties", inner),
    under("propertyNames", fc.constantFrom({ const: "a" }, true)),
    { weight: 3, arbitrary: under("unevaluatedProperties", fc.oneof(fc.constant(false), inner)) },
    { weight: 2, arbitrary: under("prefixItems", few) },
    under("items", inner),
    under("contains", inner),
    fc.record({ contains: inner, minContains: fc.constantFrom(0, 1, 2) }),
    under("minItems", fc.constantFrom(1, 2)),
    under("maxItems", fc.constantFrom(0, 1)),
    { weight: 3, arbitrary: under("unevaluatedItems", fc.oneof(fc.constant(false), inner)) },
    { weight: 2, arbitrary: under("allOf", few) },
    { weight: 3, arbitrary: under("anyOf", few) },
    { weight: 3, arbitrary: under("oneOf", few) },
    { weight: 2, arbitrary: under("not", inner) },
    { weight: 2, arbitrary: condition },
    { weight: 2, arbitrary: under("dependentSchemas", fc.dictionary(name, inner, { minKeys: 1, maxKeys: 2, noNullPrototype: true })) },
    under("$ref", fc.constantFrom("#/$defs/d", "#/$defs/e")),
    under("type", fc.constantFrom("object", "array")),
  );
}

function schemas(depth: number): fc.Arbitrary<Schema> {
  if (depth === 0) return leaf;
  const inner = schemas(depth - 1);
  const full = fc.array(keywords(inner), { minLength: 1, maxLength: 3 }).map((parts) => Object.assign({}, ...parts) as Schema);
  return fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 4, arbitrary: full });
}

const root = fc
  .record({ d: schemas(2), e: schemas(1), more: schemas(3), close: fc.constantFrom("unevaluatedProperties", "unevaluatedItems", null) })
  .map(({ d, e, more, close }) => ({
    ...(typeof more === "object" ? more : {}),
    ...(close === null ? {} : { [close]: false }),
    $defs: { d, e },
  }));

const scalar = fc.constantFrom<JsonValue>(1, "s");
const flat = fc.oneof(scalar, fc.dictionary(name, scalar, { maxKeys: 3, noNullPrototype: true }), fc.array(scalar, { maxLength: 3 }));
const value = fc.oneof(flat, fc.dictionary(name, flat, { maxKeys: 3, noNullPrototype: true }), fc.array(flat, { maxLength: 3 }));
const values = fc.array(value, { minLength: 8, maxLength: 8 });

describe("what counts as evaluated", () => {
  it("is what the text of JSON Schema says, in every schema that is not refused", () => {
    let judged = 0;
    fc.assert(
      fc.property(root, values, (schema, instances) => {
        const check = compiled(schema);
        if (check === null) return;
        judged += 1;
        for (const instance of instances as JsonValue[]) {
          expect(check(instance), JSON.stringify({ schema, instance })).toBe(fitsByTheText(schema, instance));
        }
      }),
      { numRuns: RUNS, seed: Number(process.env.SEED ?? 20_201_2) },
    );
    expect(judged).toBeGreaterThan(RUNS / 4);
  });
});

function compiled(schema: Schema): ((value: JsonValue) => boolean) | null {
  try {
    const check = compileRawSchema(schema as JsonValue);
    return (value) => check(value).fits;
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}
