import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compileRawSchema } from "../../src/compile/compile-args-schema.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import type { JsonValue } from "../../src/json/value.js";

/**
 * The required part of JSON-Schema-Test-Suite for draft 2020-12, on the engine that policies use, without the closing rule and
 * the lints. Where the engine refuses a schema by design, the refusal itself is the expected result, listed below.
 */
const shared = process.env.COUNTERSIGN_SHARED ?? fileURLToPath(new URL("../../../shared", import.meta.url));
const folder = `${shared}/third-party/json-schema-test-suite/tests/draft2020-12`;

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/** Groups whose schema must be refused: file, then the words of the refusal, then descriptions ("*" for all left over). */
const REFERENCES = "pointer into this schema";
const IDS = "at the root of the schema only";
const REFUSED: readonly (readonly [file: string, words: string, descriptions: readonly string[]])[] = [
  // Only pointers into the schema itself are followed: no anchors, no base URIs, nothing remote.
  [
    "anchor",
    REFERENCES,
    [
      "Location-independent identifier",
      "Location-independent identifier with absolute URI",
      "Location-independent identifier with base URI change in subschema",
    ],
  ],
  ["anchor", IDS, ["same $anchor with different base uri"]],
  ["defs", REFERENCES, ["validate definition against metaschema"]],
  [
    "ref",
    IDS,
    [
      "refs with relative uris and defs",
      "relative refs with absolute uris and defs",
      "$id must be resolved against nearest parent, not just immediate parent",
      "ref with absolute-path-reference",
    ],
  ],
  [
    "ref",
    REFERENCES,
    [
      "remote ref, containing refs itself",
      "Recursive references between schemas",
      "order of evaluation: $id and $ref",
      "order of evaluation: $id and $anchor and $ref",
      "order of evaluation: $id and $ref on nested schema",
      "simple URN base URI with $ref via the URN",
      "URN base URI with URN and JSON pointer ref",
      "URN base URI with URN and anchor ref",
      "URN ref with nested pointer ref",
      "ref to if",
      "ref to then",
      "ref to else",
    ],
  ],
  ["refRemote", IDS, ["base URI change"]],
  ["refRemote", REFERENCES, ["*"]],
  // A reference whose target hangs on the path taken to it.
  [
    "dynamicRef",
    '"$dynamicRef" is not supported',
    [
      "A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor",
      "A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor",
      "$dynamicRef points to a boolean schema",
    ],
  ],
  [
    "dynamicRef",
    '"$dynamicAnchor" is not supported',
    [
      "A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope",
      "A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor",
      "strict-tree schema, guards against misspelled properties",
      "$ref and $dynamicAnchor are independent of order - $ref first",
    ],
  ],
  ["dynamicRef", IDS, ["after leaving a dynamic scope, it is not used by a $dynamicRef"]],
  ["dynamicRef", REFERENCES, ["*"]],
  ["unevaluatedItems", REFERENCES, ["unevaluatedItems with $dynamicRef"]],
  ["unevaluatedProperties", REFERENCES, ["unevaluatedProperties with $dynamicRef"]],
  // One dialect.
  ["vocabulary", "json-schema.org/draft/2020-12/schema", ["*"]],
  // Keywords that are not asserted would look like checks.
  ["content", "not asserted", ["*"]],
  [
    "format",
    "the formats that are asserted",
    [
      "email format",
      "idn-email format",
      "regex format",
      "ipv4 format",
      "ipv6 format",
      "idn-hostname format",
      "hostname format",
      "time format",
      "json-pointer format",
      "relative-json-pointer format",
      "iri format",
      "iri-reference format",
      "uri format",
      "uri-reference format",
      "uri-template format",
      "duration format",
    ],
  ],
  // A schema that nothing satisfies is a mistake.
  ["enum", "at least one value", ["empty enum"]],
  // No member may have the name.
  ["properties", "__proto__", ["properties whose names are Javascript object property names"]],
  ["required", "__proto__", ["required properties whose names are Javascript object property names"]],
  // Items that count as evaluated or not by what they are.
  [
    "unevaluatedItems",
    "cannot stand beside unevaluatedItems",
    [
      "unevaluatedItems with nested items",
      "unevaluatedItems with anyOf",
      "unevaluatedItems with oneOf",
      "unevaluatedItems with if/then/else",
      "unevaluatedItems depends on adjacent contains",
      "unevaluatedItems depends on multiple nested contains",
      "unevaluatedItems and contains interact to control item dependency relationship",
      "unevaluatedItems with minContains = 0",
      "unevaluatedItems can see annotations from if without then and else",
    ],
  ],
];

/** Single tests that hold differently: formats are asserted here, annotations there. */
const DIFFERENT: ReadonlySet<string> = new Set([
  "format | date format | invalid date string is only an annotation by default",
  "format | date-time format | invalid date-time string is only an annotation by default",
  "format | uuid format | invalid uuid string is only an annotation by default",
]);

/** Patterns of the suite that do not hold the whole value, in words that do: same texts match. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ["^v", "^v[\\s\\S]*$"],
  ["^á", "^á[\\s\\S]*$"],
  ["^foo", "^foo[\\s\\S]*$"],
  ["^bar", "^bar[\\s\\S]*$"],
  ["foo", "^[\\s\\S]*foo[\\s\\S]*$"],
  ["f.*o", "^[\\s\\S]*f.*o[\\s\\S]*$"],
  ["f.*", "^[\\s\\S]*f[\\s\\S]*$"],
  ["b.*", "^[\\s\\S]*b[\\s\\S]*$"],
  ["f.o", "^[\\s\\S]*f.o[\\s\\S]*$"],
  ["a*", "^[\\s\\S]*$"],
  ["aaa*", "^[\\s\\S]*aa[\\s\\S]*$"],
  ["a+", "^[\\s\\S]*a[\\s\\S]*$"],
  ["[0-9]{2,}", "^[\\s\\S]*[0-9]{2,}[\\s\\S]*$"],
  ["X_", "^[\\s\\S]*X_[\\s\\S]*$"],
  ["x", "^[\\s\\S]*x[\\s\\S]*$"],
  ["^\\p{Letter}+$", "^\\p{L}+$"],
]);
const used = new Set<string>();

/** The schema with its patterns rewritten, and nothing else. */
function anchored(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(anchored);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue] => {
    if (name === "pattern" && typeof inner === "string") return [name, whole(inner)];
    if (name !== "patternProperties") return [name, anchored(inner)];
    return [name, Object.fromEntries(Object.entries(inner as object).map(([pattern, schema]) => [whole(pattern), anchored(schema)]))];
  });
  return entries.some(([name]) => name === "__proto__") ? value : Object.fromEntries(entries);
}

function whole(pattern: string): string {
  const found = WHOLE.get(pattern);
  if (found === undefined) return pattern;
  used.add(pattern);
  return found;
}

function expectedRefusal(file: string, description: string): { words: string; key: string } | null {
  for (const wildcard of [false, true]) {
    for (const [index, [in_, words, descriptions]] of REFUSED.entries()) {
      const name = wildcard ? "*" : description;
      if (in_ === file && descriptions.includes(name)) return { words, key: `${index} | ${name}` };
    }
  }
  return null;
}

describe.skipIf(!existsSync(folder))("JSON-Schema-Test-Suite, draft 2020-12, required", () => {
  const names = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.json$/, "")) : [];
  const groups = names.flatMap((file) =>
    (JSON.parse(readFileSync(`${folder}/${file}.json`, "utf8")) as Group[]).map((group) => ({ file, ...group })),
  );

  it.each(groups.map((group) => [`${group.file}: ${group.description}`, group] as const))("%s", (_title, group) => {
    const refusal = expectedRefusal(group.file, group.description);
    const schema = anchored(group.schema);
    if (refusal !== null) {
      used.add(refusal.key);
      expect(() => compileRawSchema(schema)).toThrow(ConfigurationError);
      expect(() => compileRawSchema(schema)).toThrow(refusal.words);
      return;
    }
    const check = compileRawSchema(schema);
    for (const { description, data, valid } of group.tests) {
      const name = `${group.file} | ${group.description} | ${description}`;
      const differs = DIFFERENT.has(name);
      if (differs) used.add(name);
      expect(check(data).fits, description).toBe(differs ? !valid : valid);
    }
  });

  it("has no stale entry in its lists", () => {
    const refused = REFUSED.flatMap(([, , descriptions], index) => descriptions.map((name) => `${index} | ${name}`));
    expect([...refused, ...DIFFERENT, ...WHOLE.keys()].filter((entry) => !used.has(entry))).toEqual([]);
    expect(groups.length).toBeGreaterThan(250);
  });
});
