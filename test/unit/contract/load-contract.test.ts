import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../src/compile/index.js";
import { proveEngine } from "../../../src/compile/prove-engine.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { type Anything, contractFile, envelope, NEAR_MISS, SUCCESS } from "./contracts.js";

const SCHEMA = JSON.parse(readFileSync(new URL("../../../spec/schemas/contract.schema.json", import.meta.url), "utf8"));
const fits = new Ajv2020({ strict: false, formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) } }).compile(SCHEMA);

async function fault(file: unknown): Promise<ConfigurationError> {
  try {
    await loadContract(file as object);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error("it loads");
}

/** A file with one place changed: `limits.bytes`. */
function having(path: string, value: unknown): Anything {
  const file = contractFile();
  const steps = path.split(".");
  const last = steps.pop() as string;
  let at = file;
  for (const step of steps) at = at[step];
  if (value === undefined) delete at[last];
  else at[last] = JSON.parse(JSON.stringify(value));
  return file;
}

describe("a contract", () => {
  it("loads from bytes, text and plain data, to the same digest", async () => {
    const text = JSON.stringify(contractFile());
    const [one, two, three] = await Promise.all([
      loadContract(contractFile()),
      loadContract(text),
      loadContract(new TextEncoder().encode(` ${text}`)),
    ]);
    expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
    expect([two.digest, three.digest]).toEqual([one.digest, one.digest]);
    expect(one).toMatchObject({ tool: "ci.run_status", version: "3", owner: "build platform", ends: null });
    expect(Object.isFrozen(one)).toBe(true);
    expect(fits(contractFile())).toBe(true);
  });

  it("may go without what ties an answer to its request", async () => {
    const { bind: _b, belongs: _g, fresh: _f, text: _t, ...file } = contractFile({ select: ["/state"], errors: {} });
    file.fixtures[0].expect = { outcome: "success", data: { state: "failed" } };
    expect(fits(file)).toBe(true);
    await loadContract(file);
  });
});

const RETRY = { idempotent: true, budget_ms: 10_000, attempts: 3, first_wait_ms: 100, max_wait_ms: 1000, on: ["transport"] };

/** What both the loader and the published schema refuse. */
const SHAPES: readonly (readonly [path: string, value: unknown, place: string, words: string])[] = [
  ["contract", 2, "/contract", "must be 1"],
  ["contract", undefined, "/contract", "is missing"],
  ["tool", undefined, "/tool", "is missing"],
  ["tool", "a b", "/tool", "is no name"],
  ["version", 3, "/version", "is no name"],
  ["owner", "", "/owner", "one line"],
  ["ends", "tomorrow", "/ends", "RFC 3339"],
  ["onwer", "x", "/onwer", 'did you mean "owner"?'],
  ["upstream", { adapter: "a 1" }, "/upstream", "must have one of endpoint, command"],
  ["upstream", { adapter: "a 1", endpoint: "x", command: "y" }, "/upstream", "must have one of endpoint, command"],
  ["upstream.adapter", undefined, "/upstream/adapter", "is missing"],
  ["limits.bytes", undefined, "/limits/bytes", "is missing"],
  ["limits.bytes", 16_777_217, "/limits/bytes", "from 1 to 16777216"],
  ["limits.depth", 65, "/limits/depth", "from 1 to 64"],
  ["limits.items", 0, "/limits/items", "from 1 to 100000"],
  ["limits.byte", 7, "/limits/byte", 'did you mean "bytes"?'],
  ["data", true, "/data", "must be an object"],
  ["errors", [], "/errors", "must be an object of codes"],
  ["errors.not_found", { retryable: true }, "/errors/not_found", "must be a code"],
  ["errors.INVALID_RESPONSE", { retryable: true }, "/errors/INVALID_RESPONSE", "the gate's own code"],
  ["errors.NOT_FOUND", {}, "/errors/NOT_FOUND/retryable", "is missing"],
  ["errors.NOT_FOUND.retryable", "no", "/errors/NOT_FOUND/retryable", "true or false"],
  ["bind", [], "/bind", "is empty"],
  ["bind.0.data", "project_id", "/bind/0/data", "JSON pointer into the data"],
  ["bind.0.request", "/id", "/bind/0/request", "must begin with /args/ or /context/"],
  ["bind.0.request", undefined, "/bind/0/request", "is missing"],
  ["belongs.0.list", "/x", "/belongs/0/list", "is no member here"],
  ["fresh.max_ahead_seconds", undefined, "/fresh/max_ahead_seconds", "is missing"],
  ["fresh.max_age_seconds", -1, "/fresh/max_age_seconds", "whole number"],
  ["select", undefined, "/select", "is missing"],
  ["select", [], "/select", "is empty"],
  ["select.0", { field: "/state", as: "a-b" }, "/select/0", "no name that can be told"],
  ["select.0", { pointer: "/state" }, "/select/0/pointer", "is no member here"],
  ["text.0.max", 4097, "/text/0/max", "from 1 to 4096"],
  ["retry", { budget_ms: 1000 }, "/retry/idempotent", "is missing"],
  ["retry", { idempotent: false }, "/retry/budget_ms", "is missing"],
  ["retry", { idempotent: "yes", budget_ms: 1000 }, "/retry/idempotent", "true or false"],
  ["retry", { idempotent: false, budget_ms: 600_001 }, "/retry/budget_ms", "from 1 to 600000"],
  ["retry", { idempotent: false, budget_ms: 1000, atempts: 3 }, "/retry/atempts", 'did you mean "attempts"?'],
  ["retry", { idempotent: false, budget_ms: 1000, attempts: 3 }, "/retry/attempts", "may be asked twice"],
  ["retry", { idempotent: false, budget_ms: 1000, on: ["transport"] }, "/retry/on", "may be asked twice"],
  ["retry", { idempotent: false, budget_ms: 1000, codes: ["UPSTREAM_UNAVAILABLE"] }, "/retry/codes", "may be asked twice"],
  ["retry", { ...RETRY, attempts: undefined }, "/retry/attempts", "is missing"],
  ["retry", { ...RETRY, first_wait_ms: undefined }, "/retry/first_wait_ms", "is missing"],
  ["retry", { ...RETRY, max_wait_ms: undefined }, "/retry/max_wait_ms", "is missing"],
  ["retry", { ...RETRY, on: undefined }, "/retry/on", "is missing"],
  ["retry", { ...RETRY, attempts: 1 }, "/retry/attempts", "from 2 to 10"],
  ["retry", { ...RETRY, attempts: 11 }, "/retry/attempts", "from 2 to 10"],
  ["retry", { ...RETRY, max_wait_ms: 60_001 }, "/retry/max_wait_ms", "from 1 to 60000"],
  ["retry", { ...RETRY, on: [] }, "/retry/on", "is empty"],
  ["retry", { ...RETRY, on: ["transprt"] }, "/retry/on/0", 'did you mean "transport"?'],
  ["retry", { ...RETRY, on: ["transport", "transport"] }, "/retry/on/1", "a second time"],
  ["retry", { ...RETRY, on: ["unauthorised"] }, "/retry/on/0", "is never tried again: the action needs a new decision"],
  ["retry", { ...RETRY, on: ["mismatch"] }, "/retry/on/0", "is never tried again"],
  ["retry", { ...RETRY, on: ["upstream"] }, "/retry/codes", "is missing"],
  ["retry", { ...RETRY, codes: ["UPSTREAM_UNAVAILABLE"] }, "/retry/codes", 'without "upstream" in on'],
  ["on_invalid", {}, "/on_invalid/circuit_after", "is missing"],
  ["on_invalid", { circuit_after: 0 }, "/on_invalid/circuit_after", "from 1 to 100"],
  ["fixtures", [], "/fixtures", "is empty"],
  ["fixtures", [SUCCESS], "/fixtures", "expects no failure"],
  ["fixtures", [NEAR_MISS], "/fixtures", "expects no success"],
  ["fixtures.0.now", undefined, "/fixtures/0/now", "is missing"],
  ["fixtures.0.answer", { text: "", hex: "" }, "/fixtures/0/answer", "must have one of text, hex, json"],
  ["fixtures.0.answer", { hex: "f" }, "/fixtures/0/answer/hex", "lower-case hex"],
  ["fixtures.0.request.id", "req-1", "/fixtures/0/request/id", "8 to 64"],
  ["fixtures.0.expect.code", "X", "/fixtures/0/expect/code", "is no member here"],
  ["fixtures.1.expect.data", {}, "/fixtures/1/expect/data", "is no member here"],
];

describe("its shape", () => {
  it.each(SHAPES)("refuses %s: %j", async (path, value, place, words) => {
    const file = having(path, value);
    const { place: at, what } = await fault(file);
    expect([at, what]).toEqual([place, expect.stringContaining(words)]);
    expect(fits(file)).toBe(false);
  });

  it.each<readonly [unknown, string]>([
    [undefined, "there is no contract"],
    [Promise.resolve(), "await it before loadContract"],
    ["review.contract.json", "a string is read as JSON text"],
    ['{"tool":1,"tool":2}', "json.duplicate_name at byte 10"],
    [[], "must be a JSON object"],
  ])("refuses %s", async (given, words) => {
    expect((await fault(given)).message).toContain(words);
  });

  it("reads own members only", async () => {
    const { owner: _, ...file } = contractFile();
    expect((await fault(Object.assign(Object.create({ owner: "x" }), file))).message).toContain("json.not_plain");
  });
});

describe("its fields", () => {
  it.each([
    ["bind.0.data", "/projectid", "/bind/0/data", 'did you mean "project_id"?'],
    ["belongs.0.data", "/stage/nam", "/belongs/0/data", 'did you mean "name"?'],
    ["fresh.field", "/seen_at", "/fresh/field", "declares nowhere"],
    ["text.0.field", "/nota", "/text/0/field", 'did you mean "note"?'],
    ["select.1", "/run/id", "/select/1", "declares nowhere"],
    ["select.1", { field: "/labels/0" }, "/select/1", "no name that can be told"],
    ["select.1", "/project_id", "/select/1", 'second field called "project_id"'],
  ])("must be declared and told apart: %s %j", async (path, value, place, words) => {
    const { place: at, what } = await fault(having(path, value));
    expect([at, what]).toEqual([place, expect.stringContaining(words)]);
  });

  it("give a text to the agent by itself only", async () => {
    const file = having("text.0.field", "/stage/name");
    file.select.push("/stage");
    expect((await fault(file)).what).toContain('holds the text "/stage/name"');
  });
});

describe("its schema", () => {
  const CLOSED = { additionalProperties: false };
  it.each<readonly [title: string, properties: object, place: string, words: string]>([
    ["an object left open", { a: { type: "object", properties: {} } }, "/a", "takes an object with any member"],
    ["no type at all", { a: { description: "anything" } }, "/a", "takes an object with any member"],
    ["true", { a: true }, "/a", "takes an object with any member"],
    ["two types, one of them open", { a: { type: ["string", "object"] } }, "/a", "takes an object with any member"],
    ["an object in an array", { a: { type: "array", items: { type: "object" } } }, "/a/items", "takes an object with any member"],
    ["an array of anything", { a: { type: "array" } }, "/a", "takes an array of anything"],
    ["an array that only contains", { a: { type: "array", contains: { const: 1 } } }, "/a", "takes an array of anything"],
    ["a map of any names", { a: { type: "object", additionalProperties: { type: "string" } } }, "/a/additionalProperties", "must be false"],
    ["true written out", { a: { type: "object", unevaluatedProperties: true } }, "/a/unevaluatedProperties", "must be false"],
    [
      "one open branch of two",
      { a: { anyOf: [{ type: "object", ...CLOSED }, { type: "object" }] } },
      "/a",
      "takes an object with any member",
    ],
    [
      "then without else",
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { a: { type: "object", if: { required: ["b"] }, then: CLOSED, properties: { b: { const: 1 } } } },
      "/a",
      "takes an object",
    ],
    [
      "a member that a condition lets in",
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { a: { type: "object", if: { properties: { b: true } }, then: { maxProperties: 9 }, unevaluatedProperties: false } },
      "/a/if/properties/b",
      "takes an object with any member",
    ],
    [
      "a condition that lets in all",
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { a: { type: "object", if: { additionalProperties: true }, then: { maxProperties: 9 }, unevaluatedProperties: false } },
      "/a/if/additionalProperties",
      "must be false",
    ],
    [
      "a misspelt closing",
      { a: { type: "object", additonalProperties: false } },
      "/a/additonalProperties",
      'did you mean "additionalProperties"?',
    ],
    ["a format that nobody asserts", { a: { type: "string", format: "email" } }, "/a/format", "the formats that are asserted"],
    ["a reference to the network", { a: { $ref: "https://example.com/s.json" } }, "/a/$ref", "pointer into this schema"],
    ["a reference to nothing", { a: { $ref: "#/$defs/missing" } }, "/a/$ref", "leads to no schema"],
    ["a pattern that is not whole", { a: { type: "string", pattern: "a+" } }, "/a/pattern", "the pattern"],
  ])("refuses %s", async (_title, properties, place, words) => {
    const { place: at, what } = await fault(having("data.properties", { ...contractFile().data.properties, ...properties }));
    expect([at, what]).toEqual([`/data/properties${place}`, expect.stringContaining(words)]);
  });

  it.each<readonly [title: string, a: object]>([
    ["closed by itself", { type: "object", properties: { b: { const: 1 } }, ...CLOSED }],
    [
      "closed after composition",
      { type: "object", allOf: [{ type: "object", properties: { b: { const: 1 } } }], unevaluatedProperties: false },
    ],
    ["closed by a part", { allOf: [{ type: "object", ...CLOSED }] }],
    [
      "closed in every branch",
      {
        oneOf: [
          { type: "object", ...CLOSED },
          { type: "string", maxLength: 2 },
        ],
      },
    ],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["closed by then and else", { type: "object", if: { minProperties: 1 }, then: CLOSED, else: CLOSED }],
    [
      "closed, with a condition on a member's value",
      {
        type: "object",
        properties: { b: { enum: [1, 2] } },
        if: { properties: { b: { const: 1 } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ["b"] },
        ...CLOSED,
      },
    ],
    ["names by a pattern", { type: "object", patternProperties: { "^k[0-9]$": { type: "integer" } }, ...CLOSED }],
    ["no container", { type: ["string", "null"] }],
    ["values that are listed", { enum: [{ any: 1 }, 2] }],
    ["a tuple", { type: "array", prefixItems: [{ const: 1 }], minItems: 1, items: false }],
  ])("takes what is %s", async (_title, a) => {
    await loadContract(having("data.properties", { ...contractFile().data.properties, a }));
  });

  it("has a root that is closed by itself, and judges an object", async () => {
    expect((await fault(having("data.additionalProperties", true))).place).toBe("/data/additionalProperties");
    expect((await fault(having("data.type", "array"))).place).toBe("/data/type");
  });
});

describe("its fixtures", () => {
  it.each<readonly [title: string, path: string, value: unknown, at: string, words: RegExp]>([
    [
      "an answer that is not taken",
      "fixtures.0.answer.json.data.state",
      "gone",
      "/fixtures/0",
      /gets .*INVALID_RESPONSE.*result\.schema \/data\/state enum/,
    ],
    ["an answer that is taken", "fixtures.1.answer.json.maintenance", undefined, "/fixtures/1", /expects .*failure.* gets .*success/],
    [
      "another value for the agent",
      "fixtures.0.expect.data.state",
      "running",
      "/fixtures/0",
      /"state":"running".* gets .*"state":"failed"/,
    ],
    ["a field less for the agent", "fixtures.0.expect.data.state", undefined, "/fixtures/0", /gets/],
    ["a text that is not told apart", "fixtures.0.expect.untrusted_text", undefined, "/fixtures/0", /gets .*untrusted_text/],
    ["another code", "fixtures.1.expect.code", "NOT_FOUND", "/fixtures/1", /NOT_FOUND.* gets .*INVALID_RESPONSE/],
    ["another reason", "fixtures.1.expect.reason", "result.stale", "/fixtures/1", /result\.stale.* gets .*result\.envelope/],
    ["a later now", "fixtures.0.now", "2026-10-01T13:00:00Z", "/fixtures/0", /result\.stale/],
  ])("refuse to load: %s", async (_title, path, value, at, words) => {
    const { place, what } = await fault(having(path, value));
    expect([place, what]).toEqual([at, expect.stringMatching(words)]);
  });

  it("know no reason that is not there", async () => {
    expect((await fault(having("fixtures.1.expect.reason", "result.stall"))).what).toContain('did you mean "result.stale"?');
  });

  it("refuse a contract that nothing can satisfy", async () => {
    const file = contractFile();
    file.data.properties.state = { type: "string", minLength: 3, maxLength: 2 };
    expect((await fault(file)).place).toBe("/fixtures/0");
  });

  it("are read as text, as bytes and as a value alike", async () => {
    const json = envelope();
    const text = JSON.stringify(json);
    for (const answer of [{ json }, { text }, { hex: Buffer.from(text).toString("hex") }])
      await loadContract(having("fixtures.0.answer", answer));
    expect((await fault(having("fixtures.0.answer", { hex: "ff" }))).what).toContain("json.invalid_utf8");
  });
});

describe("the proof of the engine", () => {
  const open = { fits: () => null, refuses: () => [] } as const;
  it("fails on an engine that lets an unexpected member pass, and on one that takes nothing", () => {
    expect(() => proveEngine(() => open.fits)).toThrow(/lets an unexpected member pass/);
    expect(() => proveEngine(() => open.refuses)).toThrow(/refuses what a schema declares/);
  });

  it("fails where composed parts alone are left open", () => {
    expect(() => proveEngine(() => (data) => (Object.keys(data as object).length > 1 ? [] : null))).toThrow(/unexpected member/);
  });
});

describe("its word on trying again", () => {
  const twice = { ...RETRY, on: ["transport", "upstream", "invalid"], codes: ["UPSTREAM_UNAVAILABLE"], unauthorised: ["NOT_FOUND"] };

  it("is taken up as it is written", async () => {
    expect(fits(contractFile({ retry: twice, on_invalid: { circuit_after: 2 } }))).toBe(true);
    const { retry, budget, unauthorised, circuitAfter } = await loadContract(
      contractFile({ retry: twice, on_invalid: { circuit_after: 2 } }),
    );
    expect(retry).toMatchObject({ attempts: 3, firstWaitMs: 100, maxWaitMs: 1000 });
    expect([[...(retry?.on ?? [])], [...(retry?.codes ?? [])], [...unauthorised]]).toEqual([
      ["transport", "upstream", "invalid"],
      ["UPSTREAM_UNAVAILABLE"],
      ["NOT_FOUND"],
    ]);
    expect([budget, circuitAfter]).toEqual([{ totalMs: 10_000, attemptMs: 10_000 }, 2]);
  });

  it("may be no more than how long a call may take", async () => {
    const file = contractFile({ retry: { idempotent: false, budget_ms: 5000, attempt_ms: 5000, unauthorised: ["NOT_FOUND"] } });
    expect(fits(file)).toBe(true);
    expect(await loadContract(file)).toMatchObject({ retry: null, budget: { totalMs: 5000, attemptMs: 5000 }, circuitAfter: 5 });
    expect(await loadContract(contractFile())).toMatchObject({ retry: null, budget: null });
  });

  it.each([
    [{ ...RETRY, attempt_ms: 10_001 }, "/retry/attempt_ms", "longer than budget_ms"],
    [{ ...RETRY, first_wait_ms: 1001 }, "/retry/max_wait_ms", "shorter than first_wait_ms"],
    [{ ...twice, codes: ["UPSTREAM_UNAVALABLE"] }, "/retry/codes/0", 'did you mean "UPSTREAM_UNAVAILABLE"?'],
    [{ ...twice, codes: ["UPSTREAM_UNAVAILABLE", "NOT_FOUND"] }, "/retry/codes/1", '"retryable": false'],
    [{ ...twice, unauthorised: ["UPSTREAM_UNAVAILABLE"] }, "/retry/unauthorised/0", "not authorised is not tried again"],
  ])("must agree with itself and with errors: %j", async (retry, place, words) => {
    const { place: at, what } = await fault(contractFile({ retry }));
    expect([at, what]).toEqual([place, expect.stringContaining(words)]);
  });
});
