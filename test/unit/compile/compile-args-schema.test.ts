import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argsCompiler, compileRawSchema } from "../../../src/compile/compile-args-schema.js";
import { compilePolicyModule } from "../../../src/compile/compile-policy-module.js";
import type { JsonObject } from "../../../src/json/value.js";
import { compile, object, placesOf, refusal, when } from "./args.js";

const text = { type: "string" };

describe("a root is held closed", () => {
  it.each([
    ["by default", object({ a: text })],
    ["without properties", {}],
    ["through a $ref", { $ref: "#/$defs/d", $defs: { d: object({ a: text }) } }],
    ["through allOf", { allOf: [object({ a: text })] }],
    ["beside patternProperties", object({ a: text }, { patternProperties: { "^(?:x-[a-z]+)$": text } })],
    [
      "with annotations",
      { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "urn:x", title: "t", type: "object", properties: { a: text } },
    ],
  ])("%s", (_title, schema) => {
    const check = compile(schema);
    expect(check({})).toEqual([]);
    for (const name of ["evil", "constructor", "toString", "hasOwnProperty", "valueOf", "A", "a "])
      expect(check({ [name]: "x" })).toEqual([""]);
  });

  it("unless it says otherwise", () => {
    expect(compile(object({}, { additionalProperties: true }))({ a: 1 })).toEqual([]);
    expect(compile(object({}, { unevaluatedProperties: text }))({ a: "x" })).toEqual([]);
    expect(compile(object({}, { unevaluatedProperties: text }))({ a: 1 })).toEqual([""]);
    expect(compile(object({}, { additionalProperties: false }))({ constructor: 1 })).toEqual([""]);
  });

  it("counts as judged what a branch that holds has judged, and only that", () => {
    const check = compile({ type: "object", oneOf: [object({ a: text }, { required: ["a"] }), object({ b: text }, { required: ["b"] })] });
    expect(check({ a: "x" })).toEqual([]);
    expect(check({ b: "x" })).toEqual([]);
    expect(check({ a: "x", c: "x" })).toEqual([""]);
    expect(check({ a: "x", constructor: "x" })).toEqual([""]);
    expect(check({ c: "x" })).not.toEqual([]);
  });

  const amount = { amount: { type: "integer" } };
  const marked = object({ m: { const: "x" } }, { required: ["m"] });

  it.each<[string, unknown]>([
    ["true", true],
    ["{}", {}],
    ["an annotation", { description: "x" }],
    ["a type", { type: "object" }],
    ["a count", { type: "object", maxProperties: 9 }],
    ["nothing", undefined],
  ])("does not count what an if that fails has judged, then being %s", (_title, then) => {
    const check = compile(object(amount, { ...(then === undefined ? { if: marked } : when(marked, then)), else: object(amount) }));
    expect(check({ amount: 50, m: { anything: 1 } })).toEqual([""]);
    expect(check({ amount: 50, m: "x" })).toEqual([]);
    expect(check({ amount: 50 })).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["anyOf", { anyOf: [object({ m: text }), object({ n: text })], required: ["z"], type: "object", properties: { z: true } }],
    ["oneOf", { oneOf: [object({ m: text }, { required: ["m"] }), object({ n: text }, { required: ["n"] })], not: { required: ["m"] } }],
    ["if", { ...when(marked, true), required: ["z"], type: "object", properties: { z: true } }],
    ["dependentSchemas", { dependentSchemas: { amount: object({ m: text }, { required: ["z"], properties: { z: true, m: text } }) } }],
    ["patternProperties", object({ z: true }, { patternProperties: { "^m$": text }, required: ["z"] })],
  ])("does not count what a first branch with %s inside has judged, where it fails", (_title, first) => {
    const schema = object(amount, { anyOf: [{ type: "object", ...(first as object) }, object(amount)] });
    const check = compile(schema);
    expect(check({ amount: 1 })).toEqual([]);
    expect(check({ amount: 1, m: "y" })).not.toEqual([]);
  });

  it("does not carry what one item has judged to the next", () => {
    const item = { ...object(amount), anyOf: [marked, object(amount)], unevaluatedProperties: false };
    const check = compile(object({ list: { type: "array", items: item } }));
    expect(check({ list: [{ m: "x" }, { amount: 1 }] })).toEqual([]);
    expect(check({ list: [{ m: "x" }, { m: "y" }] })).toEqual(["/list/1"]);
  });

  it("does not count what a not has judged", () => {
    expect(
      compile(object({ a: text }, { not: { properties: { a: { const: "x" }, b: { const: 1 } }, required: ["b"], type: "object" } }))({
        b: 2,
      }),
    ).toEqual([""]);
  });

  it("keeps apart what earlier arguments matched", () => {
    const check = compile(
      object(
        { a: { $ref: "#/$defs/d" }, b: { type: "object", $ref: "#/$defs/d", unevaluatedProperties: false } },
        { $defs: { d: { type: "object", patternProperties: { "^(?:x-.*)$": text } } } },
      ),
    );
    expect(check({ a: { "x-1": "x", y: 1 } })).toEqual([]);
    expect(check({ b: { y: 1 } })).toEqual(["/b"]);
    expect(check({ b: { "x-1": "x" } })).toEqual([]);
    expect(check({ b: { "x-1": "x", y: 1 } })).toEqual(["/b"]);
  });
});

describe("inherited members are absent", () => {
  it.each(["toString", "constructor", "hasOwnProperty"])("required %s", (name) => {
    const check = compile(object({ [name]: text }, { required: [name] }));
    expect(check({})).toEqual([`/${name}`]);
    expect(check({ [name]: "x" })).toEqual([]);
  });

  it("dependentRequired and dependentSchemas", () => {
    const check = compile(object({ a: text, constructor: text }, { dependentRequired: { constructor: ["a"] } }));
    expect(check({})).toEqual([]);
    expect(check({ constructor: "x" })).toEqual(["/a"]);
    expect(compile(object({ a: text }, { dependentSchemas: { toString: { required: ["a"], properties: { a: text } } } }))({})).toEqual([]);
  });
});

describe("nothing is coerced, filled in or folded", () => {
  const check = compile(object({ amount: { type: "integer", minimum: 1, default: 5 }, to: { enum: ["acct_7731"] } }, { required: ["to"] }));

  it.each<[unknown, string[]]>([
    [{ to: "acct_7731", amount: 1 }, []],
    [{ to: "acct_7731" }, []],
    [{ to: "acct_7731", amount: "1" }, ["/amount"]],
    [{ to: "acct_7731", amount: null }, ["/amount"]],
    [{ to: "acct_7731", amount: true }, ["/amount"]],
    [{ to: "acct_7731", amount: 1.5 }, ["/amount"]],
    [{ to: "acct_7731", amount: 0 }, ["/amount"]],
    [{ to: ["acct_7731"] }, ["/to"]],
    [{ to: "\u0430cct_7731" }, ["/to"]],
    [{ to: "acct_7731\u200b" }, ["/to"]],
    [{ to: "acct_7731\u202e" }, ["/to"]],
    [{ to: "\uff41cct_7731" }, ["/to"]],
    [{}, ["/to"]],
  ])("%j", (args, places) => {
    const before = JSON.stringify(args);
    expect(check(args as never)).toEqual(places);
    expect(JSON.stringify(args)).toBe(before);
  });
});

describe("keywords whose engine is ours", () => {
  const one = (keywords: object) => {
    const check = compile(object({ a: keywords }));
    return (value: unknown) => check({ a: value } as never).length === 0;
  };

  it("multipleOf in decimal", () => {
    const cents = one({ type: "number", multipleOf: 0.01 });
    for (const value of [1.11, 8.69, 19.99, 0.14, 0, 5]) expect(cents(value)).toBe(true);
    for (const value of [0.010000000001, 19.995, 0.001]) expect(cents(value)).toBe(false);
  });

  it("minLength and maxLength in code points", () => {
    const two = one({ type: "string", minLength: 2, maxLength: 2 });
    expect(two("😀😀")).toBe(true);
    expect(two("😀")).toBe(false);
    expect(two("😀😀😀")).toBe(false);
  });

  it("uniqueItems in linear time", () => {
    const unique = one({ type: "array", uniqueItems: true });
    const items = Array.from({ length: 30_000 }, (_, n) => [n]);
    expect(unique(items)).toBe(true);
    expect(unique([...items, [29_999]])).toBe(false);
    expect(one({ type: "array", uniqueItems: false })([1, 1])).toBe(true);
  });

  it("const and enum on values that a deep comparison trips over", () => {
    const same = one({ const: { a: 1 } });
    expect(same({ a: 1 })).toBe(true);
    for (const value of [{ valueOf: 1 }, { toString: null }, { constructor: 1 }, { a: 1, b: 2 }, [], null]) expect(same(value)).toBe(false);
    expect(one({ enum: [null, 0] })(null)).toBe(true);
    expect(one({ enum: [null, 0] })(false)).toBe(false);
    expect(one({ const: null })(null)).toBe(true);
    expect(one({ const: 0 })(-0)).toBe(true);
  });

  it("formats", () => {
    expect(one({ type: "string", format: "date-time" })("2026-10-01T12:00:00Z")).toBe(true);
    expect(one({ type: "string", format: "date-time" })("2026-02-30T12:00:00Z")).toBe(false);
    expect(one({ type: "string", format: "uuid" })("x")).toBe(false);
  });
});

describe("short arrays", () => {
  it("meet contains by their own items", () => {
    const check = compile(object({ lists: { type: "array", items: { type: "array", contains: { const: "x" } } } }));
    expect(check({ lists: [["x"], ["y", "x"]] })).toEqual([]);
    expect(check({ lists: [["x"], []] })).toEqual(["/lists/1"]);
    expect(check({ lists: [[]] })).toEqual(["/lists/0"]);
  });

  it("count what contains counts", () => {
    const counted = { type: "array", contains: { const: "x" }, minContains: 2, maxContains: 3 };
    const check = compile(object({ list: counted }));
    for (const [count, fits] of [1, 2, 3, 4].map((each) => [each, each === 2 || each === 3] as const))
      expect(check({ list: [...Array.from({ length: count }, () => "x"), "y"] }).length === 0).toBe(fits);
  });

  it("skip no keyword behind prefixItems", () => {
    const check = placesOf(compileRawSchema({ prefixItems: [text, text, text], contains: { const: "x" } }));
    expect(check([])).not.toEqual([]);
    expect(placesOf(compileRawSchema({ prefixItems: [text, text, text], uniqueItems: true }))(["x", "x"])).not.toEqual([]);
  });
});

describe("patterns", () => {
  it("never judge for one another", () => {
    const check = compile(
      object({ a: { type: "string", pattern: "^a$" }, b: { type: "string", pattern: "^b$" }, c: { type: "string", pattern: "^c$" } }),
    );
    expect(check({ a: "a", b: "b", c: "c" })).toEqual([]);
    expect(check({ a: "a", b: "a" })).toEqual(["/b"]);
    expect(check({ a: "a", b: "b", c: "a" })).toEqual(["/c"]);
    const other = compile(object({ a: { type: "string", pattern: "^z$" } }));
    expect(other({ a: "a" })).toEqual(["/a"]);
  });

  it("judge the whole value", () => {
    const check = compile(object({ to: { type: "string", pattern: "^(?:acct_7731|acct_7732)$" } }));
    expect(check({ to: "acct_7732" })).toEqual([]);
    for (const to of ["acct_9002;ref=acct_7731", "xacct_7731", "acct_77310", "acct_9002\nacct_7731", "acct_7731\n"])
      expect(check({ to })).toEqual(["/to"]);
  });

  it("do not stall, neither while judging nor while loading", () => {
    const check = compile(object({ memo: { type: "string", pattern: "^(a+)+$" } }, { patternProperties: { "^(?:(m+)+emo2)$": text } }));
    expect(check({ memo: `${"a".repeat(40)}!` })).toEqual(["/memo"]);
    expect(check({ [`${"m".repeat(4_000)}!`]: "x" })).toEqual([""]);
    compile(object({ [`${"a".repeat(40)}!`]: text }, { patternProperties: { "^(a+)+$": text } }));
  });
});

describe("places", () => {
  it("hold no name that the attacker chose", () => {
    const check = compile(
      object(
        { to: text, list: { type: "array", items: object({ to: text }, { additionalProperties: false }) } },
        { additionalProperties: object({ to: text }), patternProperties: { "^(?:x-.*)$": { type: "integer" } } },
      ),
    );
    expect(check({ "<script>": 1 })).toEqual([""]);
    expect(check({ "<script>": { to: 1 } })).toEqual([""]);
    expect(check({ "x-<script>": "1" })).toEqual([""]);
    expect(check({ list: [{}, { to: 1 }] })).toEqual(["/list/1/to"]);
    expect(check({ list: [{ "<script>": 1 }] })).toEqual(["/list/0"]);
  });

  it("do not hang on the order of members", () => {
    const check = compile({ allOf: [object({ a: true, b: true })], type: "object", additionalProperties: text });
    expect(check({ a: 1, b: 1 })).toEqual(check({ b: 1, a: 1 }));
  });

  it("are few, however many faults there are", () => {
    const check = compile(object({ list: { type: "array", items: { type: "integer" } } }));
    expect(check({ list: Array.from({ length: 20_000 }, () => "x") })).toEqual(["/list/0"]);
  });
});

describe("lints that operators ask about", () => {
  it("let through what is well typed", () => {
    for (const schema of [
      object({ a: { type: ["string", "null"], maxLength: 3 } }),
      object({ a: text, b: text }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
      object({ a: { type: "array", prefixItems: [text, text], minItems: 2, items: false } }),
      object({ a: { type: "array", contains: text, minContains: 1 } }),
      object({ a: { type: "array", prefixItems: [text], unevaluatedItems: false, minItems: 1, maxItems: 1 } }),
      object({ a: { ...when({ const: 1 }, true), else: text } }),
      object({ a: text }, { propertyNames: { type: "string", maxLength: 10 } }),
      object(
        { kind: { const: "x" }, a: text },
        when({ properties: { kind: { const: "x" } } }, { required: ["a"], properties: { a: true } }),
      ),
    ]) {
      expect(() => compile(schema)).not.toThrow();
    }
  });

  it("say what to write", () => {
    expect(refusal({ type: "object", properties: { a: { minimum: 3 } } }).message).toBe(
      '/tools/t/args/properties/a: "minimum" judges nothing but type number; write "type": "number" beside it',
    );
  });
});

describe("steps of recursive schemas", () => {
  const twice = object({ a: { $ref: "#/$defs/t" } });
  const check = argsCompiler()(
    {
      type: "object",
      anyOf: [
        { type: "object", additionalProperties: { $ref: "#/$defs/t" } },
        { type: "object", additionalProperties: true },
      ],
      unevaluatedProperties: true,
      $defs: { t: { type: "object", allOf: [twice, twice] } },
    },
    "/tools/t/args",
    "t",
  );

  it("are the same for every order of members", () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 18; level += 1) deep = { a: deep };
    expect(check({ x: deep, y: 5 })).toEqual(check({ y: 5, x: deep }));
    expect(check({ e: 5, x: deep }).fits).toBe(check({ x: deep, e: 5 }).fits);
    fc.assert(
      fc.property(fc.shuffledSubarray(["w", "x", "y", "z"], { minLength: 4 }), fc.nat({ max: 3 }), (names, bad) => {
        const of = (order: readonly string[]): JsonObject =>
          Object.fromEntries(order.map((name) => [name, name === "wxyz"[bad] ? 5 : deep]));
        expect(check(of(names))).toEqual(check(of(["w", "x", "y", "z"])));
      }),
    );
  });
});

describe("all the schemas of a policy", () => {
  const listing = (count: number) =>
    object({ a: true, b: true }, { dependentRequired: { a: Array.from({ length: count }, (_, n) => `p${n}`) } });
  const patterns = (count: number) =>
    object(Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { ...text, pattern: `^${n}$` }])));

  it("count the names they list", () => {
    expect(() => compile(listing(500))).not.toThrow();
    expect(refusal(listing(501)).message).toContain("more than 500 names");
    const required = Array.from({ length: 300 }, (_, n) => `p${n}`);
    const compiler = argsCompiler();
    const schema = object(Object.fromEntries(required.map((name) => [name, true])), { required });
    compiler(schema, "/tools/a/args", "a");
    expect(() => compiler(schema, "/tools/b/args", "b")).toThrow("more than 1000 parts");
  });

  it("have 200 patterns at most", () => {
    expect(() => compile(patterns(200))).not.toThrow();
    expect(refusal(patterns(201))).toMatchObject({
      place: "/properties/p200/pattern",
      message: expect.stringContaining("200 different patterns"),
    });
  });

  it("have patterns that weigh 5 000 at most", () => {
    const heavy = (last: number) =>
      object(
        Object.fromEntries([
          ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijk"].map((letter) => [`_${letter}`, { ...text, pattern: `^${letter}{120}$` }]),
          ["last", { ...text, pattern: `^z{${last}}$` }],
        ]),
      );
    expect(() => compile(heavy(104))).not.toThrow();
    expect(refusal(heavy(105))).toMatchObject({
      place: "/properties/last/pattern",
      message: expect.stringContaining("weigh more than 5000"),
    });
  });

  it("leave the host no faults of items that contains passes over", () => {
    const list = { type: "array", contains: { anyOf: [{ const: 1 }, { const: 2 }] } };
    const check = compile(object({ l: { anyOf: [list, { type: "string" }] } }));
    expect(check({ l: [3, 4, 1] })).toEqual([]);
    expect(check({ l: [3, 4] })).toEqual(["/l"]);
  });

  it("have short names and patterns", () => {
    const long = "n".repeat(257);
    for (const schema of [
      object({ [long]: true }),
      object({}, { required: [long] }),
      object({}, { $defs: { [long]: true } }),
      object({}, { dependentRequired: { [long]: [] } }),
      object({ a: { const: { [long]: 1 } } }),
    ])
      expect(refusal(schema).message).toContain("more than 256 characters");
    expect(() => compile(object({ ["n".repeat(256)]: true }))).not.toThrow();
    expect(refusal(object({ a: { ...text, pattern: `^(?:${"a|".repeat(254)})$` } })).message).toContain("more than 512 characters");
  });

  it("do not copy a definition to where it is referred to", () => {
    const inner = object(Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`q${n}`, text])), { additionalProperties: false });
    const outer = (count: number) =>
      object(Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { $ref: "#/$defs/d" }])), { $defs: { d: inner } });
    const size = async (count: number) =>
      (await compilePolicyModule({ version: 1, tools: { t: { impact: "read", args: outer(count) } } })).length;
    return expect(Promise.all([size(1), size(60)]).then(([one = 0, sixty = 0]) => sixty / one)).resolves.toBeLessThan(4);
  });

  it("have a bound together", () => {
    const compiler = argsCompiler();
    const schema = object(Object.fromEntries(Array.from({ length: 499 }, (_, n) => [`p${n}`, true])));
    for (let tool = 0; tool < 2; tool += 1) compiler(schema, `/tools/t${tool}/args`, `t${tool}`);
    expect(() => compiler(schema, "/tools/last/args", "last")).toThrow(expect.objectContaining({ place: "/tools/last/args" }));
  });
});
