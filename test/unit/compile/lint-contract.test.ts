import { describe, expect, it } from "vitest";
import { lintContract } from "../../../src/compile/contract-lint/lint-contract.js";
import { readContract } from "../../../src/compile/load-contract.js";
import { type Anything, contractFile } from "../contract/contracts.js";
import { vectorContract } from "../contract/extract/contracts.js";

/** Nothing in it is found: each case below changes one thing. */
const SOUND = {
  type: "object",
  properties: {
    id: { type: "string", pattern: "^run_[a-z0-9]{4,12}$" },
    state: { enum: ["failed", "running"] },
    note: { type: "string" },
  },
  required: ["id", "state"],
  additionalProperties: false,
};

/** The lints of a contract whose `data` has one member more, `x`, or other changes. */
async function lintsOf(x: object | null, changes: object = {}, schema: object = {}): Promise<readonly string[]> {
  const properties = x === null ? SOUND.properties : { ...SOUND.properties, x };
  const { file } = await readContract(
    // Written out: a member that is undefined is left out.
    JSON.stringify(
      contractFile({
        data: { ...SOUND, properties, ...schema },
        bind: [{ data: "/id", request: "/args/run_id" }],
        belongs: undefined,
        fresh: undefined,
        select: ["/id", "/state", "/note"],
        text: [{ field: "/note", max: 80 }],
        ...changes,
      }),
    ),
  );
  return lintContract(file).map(({ lint, place }) => `${lint} ${place}`);
}

const STRING = { type: "string", maxLength: 9 };
const CLOSED = { type: "object", required: ["a"], additionalProperties: false };

describe("lintContract", () => {
  it("finds nothing where everything is bounded, closed and told; a text is bounded by its mark", async () => {
    expect(await lintsOf(null)).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    ["a string of any length", { type: "string" }, ["unbounded-string /data/properties/x"]],
    ["a pattern without an end", { type: "string", pattern: "^[a-z]{2,}$" }, ["unbounded-string /data/properties/x"]],
    ["a pattern with an end", { type: "string", pattern: "^[a-z+*]{2,9}\\+$" }, []],
    ["a date", { type: "string", format: "date-time" }, []],
    ["an enum of strings", { enum: ["a", "b"] }, []],
    ["one of two branches bounded", { anyOf: [STRING, { type: "string" }] }, ["unbounded-string /data/properties/x/anyOf/1"]],
    ["a string that a part bounds", { type: "string", allOf: [{ maxLength: 3 }] }, []],
    ["a number without bounds", { type: "number" }, ["unbounded-number /data/properties/x"]],
    ["a number with one bound", { type: "integer", minimum: 0 }, ["unbounded-number /data/properties/x"]],
    ["a number with both", { type: "integer", minimum: 0, exclusiveMaximum: 9 }, []],
    ["an array of any length", { type: "array", items: STRING }, ["unbounded-array /data/properties/x"]],
    ["an array with an end", { type: "array", items: STRING, maxItems: 3 }, []],
    ["items without bounds", { type: "array", items: { type: "string" }, maxItems: 3 }, ["unbounded-string /data/properties/x/items"]],
    ["a pair", { type: "array", prefixItems: [STRING, STRING], minItems: 2, items: false }, []],
    ["fragments", { ...CLOSED, properties: { a: STRING }, required: [] }, ["all-optional /data/properties/x"]],
    [
      "a branch of fragments",
      {
        oneOf: [
          { ...CLOSED, properties: { a: STRING } },
          { type: "object", properties: { b: STRING }, additionalProperties: false },
        ],
      },
      ["all-optional /data/properties/x/oneOf/1"],
    ],
    ["no member at all", { type: "object", additionalProperties: false }, []],
    [
      "a map of any name",
      { ...CLOSED, properties: { a: STRING }, patternProperties: { "^[a-z_]{1,40}$": STRING } },
      ["free-form-map /data/properties/x/patternProperties/^[a-z_]{1,40}$"],
    ],
    ["a map of short names", { ...CLOSED, properties: { a: STRING }, patternProperties: { "^[a-z]{2}$": STRING } }, []],
    ["a map of digests", { ...CLOSED, properties: { a: STRING }, patternProperties: { "^[0-9a-f]{64}$": STRING } }, []],
    [
      "a format of no string",
      { type: "integer", minimum: 0, maximum: 1, format: "date" },
      ["format-not-asserted /data/properties/x/format"],
    ],
  ])("%s", async (_, x, found) => {
    expect(await lintsOf(x)).toEqual(found);
  });

  it("finds a root that is closed by this gate alone", async () => {
    expect(await lintsOf(null, {}, { additionalProperties: undefined })).toEqual(["open-object /data"]);
  });

  it.each<[string, object, readonly string[]]>([
    [
      "beside parts that declare members",
      { ...CLOSED, properties: { a: STRING }, allOf: [{ properties: { b: STRING } }] },
      ["additional-beside-allof /data/properties/x/additionalProperties"],
    ],
    [
      "in a part",
      { type: "object", required: ["a"], allOf: [{ ...CLOSED, properties: { a: STRING } }, { properties: { b: STRING } }] },
      ["additional-beside-allof /data/properties/x/allOf/0/additionalProperties"],
    ],
    ["beside a part that only requires", { ...CLOSED, properties: { a: STRING, b: STRING }, allOf: [{ required: ["b"] }] }, []],
    [
      "in branches of which one holds",
      {
        oneOf: [
          { ...CLOSED, properties: { a: STRING } },
          { ...CLOSED, properties: { b: STRING }, required: ["b"] },
        ],
      },
      [],
    ],
    ["after the parts", { type: "object", required: ["a"], allOf: [{ properties: { a: STRING } }], unevaluatedProperties: false }, []],
  ])("looks at additionalProperties %s", async (_, x, found) => {
    expect(await lintsOf(x)).toEqual(found);
  });

  it.each(["metadata", "meta", "customFields", "Extension_s", "extra"])("wants a version in %s", async (name) => {
    const free = { ...CLOSED, properties: { a: STRING } };
    const schema = (inner: object) => ({ properties: { ...SOUND.properties, [name]: inner } });
    expect(await lintsOf(null, {}, schema(free))).toEqual([`metadata-unversioned /data/properties/${name}`]);
    const versioned = { ...CLOSED, properties: { a: STRING, version: { const: 1 } }, required: ["a", "version"] };
    expect(await lintsOf(null, {}, schema(versioned))).toEqual([]);
    expect(await lintsOf(null, {}, schema(STRING))).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    ["a string of any words", STRING, ["selected-string /select/3"]],
    ["a pattern that takes prose", { type: "string", pattern: "^.{1,40}$" }, ["selected-string /select/3"]],
    ["a pattern that takes none", { type: "string", pattern: "^[a-z]{1,40}$" }, []],
    ["an enum", { enum: ["a"] }, []],
    ["a date", { type: "string", format: "date" }, []],
    ["a number", { type: "integer", minimum: 0, maximum: 9 }, []],
    ["an object with a string in it", { ...CLOSED, properties: { a: STRING } }, ["selected-string /select/3"]],
    ["an array of strings", { type: "array", maxItems: 2, items: { type: "string", maxLength: 2 } }, ["selected-string /select/3"]],
    ["an array of names", { type: "array", maxItems: 2, items: { enum: ["a"] } }, []],
  ])("a selected field that is %s", async (_, x, found) => {
    expect(await lintsOf(x, { select: ["/id", "/state", "/note", "/x"] })).toEqual(found);
    expect(await lintsOf(x)).toEqual([]);
  });

  const [FIRST, SECOND] = contractFile().fixtures;
  const asking = (args: object, context?: object) => ({ id: "req.J7q94MkP", args, context });

  it.each<[string, object, readonly string[]]>([
    ["with neither bind nor belongs", {}, ["unbound /fixtures/0/request/args"]],
    ["with bind", { bind: [{ data: "/id", request: "/args/run_id" }] }, []],
    ["with belongs by a list", { belongs: [{ data: "/id", request: "/context/runs" }] }, []],
    ["with belongs by a function", { belongs: [{ data: "/id", check: "runs.in_project" }] }, []],
    [
      "of which one fixture alone asks with arguments",
      { fixtures: [{ ...FIRST, request: asking({}) }, SECOND] },
      ["unbound /fixtures/1/request/args"],
    ],
    [
      "whose requests have no arguments",
      { fixtures: [FIRST, SECOND].map((fixture) => ({ ...fixture, request: asking({}, { tenant: "acme" }) })) },
      [],
    ],
  ])("looks at whether an answer is held against its request: %s", async (_, changes, found) => {
    expect(await lintsOf(null, { bind: undefined, ...changes })).toEqual(found);
  });

  const FAILED = { retryable: false };
  it.each<[string, "answer-http" | "answer-command" | "answer-mcp", Anything, readonly string[]]>([
    ["http without a map", "answer-http", { NOT_FOUND: FAILED }, ["unmapped-errors /errors"]],
    ["command without a map", "answer-command", { NOT_FOUND: FAILED, UNKNOWN: FAILED }, ["unmapped-errors /errors"]],
    ["http with a map for one of two", "answer-http", { UNKNOWN: FAILED, NOT_FOUND: { ...FAILED, map: [{ status: [404] }] } }, []],
    ["command with a map", "answer-command", { NOT_FOUND: { ...FAILED, map: [{ exit_code: [4] }] } }, []],
    ["http without codes", "answer-http", {}, []],
    ["mcp without a map", "answer-mcp", { NOT_FOUND: FAILED }, []],
  ])("looks at codes that nothing leads to: %s", async (_, vector, errors, found) => {
    const { failure: _failure, ...extract } = vectorContract(vector).extract;
    const { file } = await readContract({ ...vectorContract(vector), extract, errors });
    const lints = lintContract(file).map(({ lint, place, remedy }) => [`${lint} ${place}`, remedy] as const);
    const told = lints.filter(([line]) => line.startsWith("unmapped-errors"));
    expect(told.map(([line]) => line)).toEqual(found);
    for (const [, remedy] of told) expect(remedy).toContain(vector === "answer-http" ? '"map": [{ "status"' : '"map": [{ "exit_code"');
  });

  it("says nothing of a map to a contract whose adapter gives the code", async () => {
    expect(await lintsOf(null, { errors: { NOT_FOUND: FAILED } })).toEqual([]);
  });

  it("follows a reference to where it must be mended, once for all who refer to it", async () => {
    const schema = {
      properties: { ...SOUND.properties, x: { $ref: "#/$defs/any" }, y: { $ref: "#/$defs/any" } },
      $defs: { any: { type: "string" } },
    };
    expect(await lintsOf(null, {}, schema)).toEqual(["unbounded-string /data/$defs/any"]);
  });

  it("says what is wrong and what to write instead", async () => {
    const { file } = await readContract(contractFile());
    expect(lintContract(file).every(({ says, remedy }) => says.length > 10 && remedy.length > 10)).toBe(true);
  });
});
