import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/compile/index.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { type Answer, type ResultDecision, verifyResult } from "../../src/result.js";

const FOLDER = resolve(process.env.COUNTERSIGN_SHARED ?? resolve(import.meta.dirname, "../../../shared"), "cases");
const present = existsSync(FOLDER);

// biome-ignore lint/suspicious/noExplicitAny: schemas and answers of the cases, changed at any depth
type Anything = any;

interface ResultInput {
  readonly schema: Anything;
  readonly request: { readonly request_id: string; readonly tool: string };
  readonly now: string;
  readonly max_bytes: number;
  readonly max_age_s: number;
  readonly select: readonly string[];
  readonly raw_utf8: string;
  readonly variants?: readonly { readonly [name: string]: unknown }[];
}

interface ResultCase {
  readonly name: string;
  readonly number: string;
  readonly input: { readonly form: string; readonly base?: ResultInput; readonly pad?: { readonly bytes: number } } & ResultInput;
  readonly expected: { readonly verdict: string; readonly model_sees?: object };
}

/** Cases that are refused when the contract loads: no answer is judged by such a schema. */
const AT_LOAD: Readonly<Record<string, RegExp>> = {
  "077": /leads to no schema of this document/,
  "078": /must be an object/,
  "082": /is required and nowhere defined/,
};

/** Where this project's rules differ from a variant's hint, by case and number, and why. */
const DIFFERS: Readonly<Record<string, readonly [outcome: string, why: string]>> = {
  "130/1": ["success", "one second before the request was sent is within the contract's own window"],
};

/** Variants that are told in words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "128": ["x\u{1f3f4}\u{e0070}\u{e0061}\u{e007f}", "x\u{e0100}", "x\u202ex", "\u001b[2K"],
  "131": [
    '{"status":"settled","more":{"a":1,"a":1}}',
    '{"status":"declined","stat\\u0075s":"settled"}',
    '{"__proto__":{},"status":"settled"}',
  ],
};

/** The case's tool in the form of this project: the id is the adapter's own, and the gate's request id is in the envelope. */
const REQUEST = "req.0081";

function contractOf(input: ResultInput): object {
  const ties = [{ data: "/request_id", request: "/args/reference" }];
  const fixture = { request: { id: REQUEST, args: { reference: "req-81" } }, now: input.now };
  const good = { request_id: "req-81", status: "settled", observed_at: "2026-10-01T11:59:59Z", amount_minor: 48_200, memo: "aaa" };
  const names = Object.keys((input.schema?.properties ?? input.schema?.allOf?.[0]?.properties ?? {}) as object);
  const data = Object.fromEntries(Object.entries(good).filter(([name]) => names.includes(name)));
  const selected = input.select.filter((name) => name !== "memo" && Object.hasOwn(data, name));
  return {
    contract: 1,
    tool: "payments.transfer",
    version: "1",
    owner: "payments",
    upstream: { adapter: "payments-adapter 1", endpoint: "POST /transfers" },
    limits: { bytes: input.max_bytes, depth: 8, items: 100 },
    data: input.schema,
    errors: { RATE_LIMIT: { retryable: true } },
    bind: ties,
    fresh: { field: "/observed_at", max_age_seconds: input.max_age_s, max_ahead_seconds: 5 },
    select: input.select.map((name) => ({ field: `/${name}`, optional: name !== "status" })),
    ...(input.select.includes("memo") && { text: [{ field: "/memo", max: 200 }] }),
    fixtures: [
      {
        title: "taken",
        ...fixture,
        answer: { json: enveloped(data) },
        expect: {
          outcome: "success",
          data: Object.fromEntries(selected.map((name) => [name, data[name]])),
          ...(input.select.includes("memo") && { untrusted_text: { memo: "aaa" } }),
        },
      },
      { title: "refused", ...fixture, answer: { text: "" }, expect: { outcome: "failure", code: "INVALID_RESPONSE" } },
    ],
  };
}

const enveloped = (data: object) => ({ tool: "payments.transfer", request_id: REQUEST, outcome: "success", data });
const around = (raw: string) => `{"tool":"payments.transfer","request_id":"${REQUEST}","outcome":"success","data":${raw}}`;

async function judged(input: ResultInput, text: string): Promise<ResultDecision> {
  const contract = await loadContract(contractOf(input));
  const request = { id: REQUEST, tool: "payments.transfer", args: { reference: "req-81" } };
  return verifyResult({ kind: "json", bytes: new TextEncoder().encode(text) }, { contract, request, now: input.now });
}

const ENCODER = new TextEncoder();
const FIXED = `{"tool":"payments.transfer","request_id":"${REQUEST}","outcome":"failure","error":{"code":"INVALID_RESPONSE","retryable":false}}`;

const cases: readonly ResultCase[] = present
  ? readdirSync(FOLDER)
      .filter((name) => /^\d{3}-.*\.json$/.test(name))
      .sort()
      .map((name) => ({ name, number: name.slice(0, 3), ...JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8")) }))
      .filter(({ input }) => ["result", "generated-result"].includes(input?.form))
  : [];

/** How the same answer comes without an adapter: the case's own bytes, with nothing around them. */
const BARE: Readonly<
  Record<string, { readonly extract: object; readonly shown: (text: string) => object; readonly given: (text: string) => Answer }>
> = {
  http: {
    extract: { status: [200], media_type: "application/json" },
    shown: (text) => ({ http: { status: 200, media_type: "application/json", text } }),
    given: (text) => ({ kind: "http", status: 200, mediaType: "application/json; charset=utf-8", bytes: ENCODER.encode(text) }),
  },
  command: {
    extract: { exit_codes: [0], stdout: "json", stderr: "empty" },
    shown: (text) => ({ command: { exit_code: 0, stdout: { text } } }),
    given: (text) => ({ kind: "command", exitCode: 0, stdout: ENCODER.encode(text), stderr: new Uint8Array(0) }),
  },
  mcp: {
    extract: { from: "text" },
    shown: (text) => ({ mcp: { json: { content: [{ type: "text", text }] } } }),
    given: (text) => ({ kind: "mcp", bytes: ENCODER.encode(JSON.stringify({ content: [{ type: "text", text }] })) }),
  },
};

function bareContract(input: ResultInput, kind: string): Anything {
  const file: Anything = contractOf(input);
  const { extract, shown } = BARE[kind] as (typeof BARE)[string];
  for (const fixture of file.fixtures)
    fixture.answer = shown(fixture.expect.outcome === "success" ? JSON.stringify(fixture.answer.json.data) : "");
  // Room for what an MCP result has around its text.
  return { ...file, answer: kind, extract: structuredClone(extract), limits: { ...file.limits, bytes: file.limits.bytes + 200 } };
}

async function judgedBare(input: ResultInput, text: string, kind: string): Promise<ResultDecision> {
  const contract = await loadContract(bareContract(input, kind));
  const request = { id: REQUEST, tool: "payments.transfer", args: { reference: "req-81" } };
  return verifyResult((BARE[kind] as (typeof BARE)[string]).given(text), { contract, request, now: input.now });
}

/** What a variant puts in the place of the answer. */
function variantText({ number, input }: ResultCase, at: number): string | null {
  const variant = input.variants?.[at] as Readonly<Record<string, unknown>>;
  const words = WORDS[number]?.[at];
  const data = JSON.parse(input.raw_utf8.replace(/,"status":"settled"(?=,"observed)/, (found) => (number === "131" ? "" : found)));
  if (number === "128") return around(JSON.stringify({ ...data, memo: words }));
  if (words !== undefined) return around(words);
  if (typeof variant.observed_at === "string") return around(JSON.stringify({ ...data, observed_at: variant.observed_at }));
  // What a transport threw is not an answer yet; whatever it said is put where an answer is read.
  if (typeof variant.case === "string") return variant.case;
  return variant.raw === undefined ? null : JSON.stringify(variant.raw);
}

const variants = cases.flatMap((one) => (one.input.variants ?? []).map((_, at) => ({ title: `${one.name}/${at}`, one, at })));

describe.skipIf(!present)("cases of public reports about results", () => {
  it("finds them", () => {
    expect(cases.length).toBe(16);
    expect(variants.length).toBeGreaterThan(10);
  });

  it.each(cases)("$name", async ({ number, input, expected }) => {
    const words = AT_LOAD[number];
    const base = input.base ?? input;
    if (words !== undefined) {
      await expect(loadContract(contractOf(base))).rejects.toThrow(ConfigurationError);
      await expect(loadContract(contractOf(base))).rejects.toThrow(words);
      return;
    }
    const { agent, reason } = await judged(base, `${" ".repeat(input.pad?.bytes ?? 0)}${around(base.raw_utf8)}`);
    if (expected.verdict === "accept") {
      expect([reason, agent.outcome]).toEqual([null, "success"]);
      if (expected.model_sees !== undefined) expect(agent).toMatchObject({ data: expected.model_sees });
    } else expect(JSON.stringify(agent)).toBe(FIXED);
  });

  it.each(cases.flatMap((one) => Object.keys(BARE).map((kind) => ({ ...one, kind }))))(
    "$name, as it came, by $kind",
    async ({ number, input, expected, kind }) => {
      const words = AT_LOAD[number];
      const base = input.base ?? input;
      if (words !== undefined) {
        await expect(loadContract(bareContract(base, kind))).rejects.toThrow(words);
        return;
      }
      const { agent, reason } = await judgedBare(base, `${" ".repeat(input.pad?.bytes ?? 0)}${base.raw_utf8}`, kind);
      if (expected.verdict === "accept") {
        expect([reason, agent.outcome]).toEqual([null, "success"]);
        if (expected.model_sees !== undefined) expect(agent).toMatchObject({ data: expected.model_sees });
      } else expect(JSON.stringify(agent)).toBe(FIXED);
    },
  );

  it("126: an MCP error, whole, and an error body: a code of the contract's or the fixed failure, and none of the words", async () => {
    const { input } = cases.find(({ number }) => number === "126") as ResultCase;
    const request = { id: REQUEST, tool: "payments.transfer", args: { reference: "req-81" } };
    const bytes = ENCODER.encode(input.raw_utf8);
    const mcp = await loadContract(bareContract(input, "mcp"));
    expect(JSON.stringify(verifyResult({ kind: "mcp", bytes }, { contract: mcp, request, now: input.now }).agent)).toBe(FIXED);

    const file = bareContract(input, "http");
    file.extract.failure = { code: "/error/code" };
    file.errors.RATE_LIMIT.map = [{ status: [429], code: ["RATE_LIMIT"] }];
    const http = await loadContract(file);
    const body = ENCODER.encode(JSON.stringify(input.variants?.[0]?.raw));
    const { agent } = verifyResult(
      { kind: "http", status: 429, mediaType: "application/json", bytes: body },
      { contract: http, request, now: input.now },
    );
    expect(JSON.stringify(agent)).toBe(FIXED.replace("INVALID_RESPONSE", "RATE_LIMIT").replace("false", "true"));
  });

  it.each(variants)("$title", async ({ one, at }) => {
    const text = variantText(one, at);
    if (text === null) throw new Error("a variant that is not understood");
    const { agent } = await judged(one.input, text);
    const [outcome] = DIFFERS[`${one.number}/${at}`] ?? ["failure"];
    expect(agent.outcome).toBe(outcome);
    if (outcome === "failure") expect(JSON.stringify(agent)).toBe(FIXED);
  });

  it("075: a misspelt keyword in the schema refuses the contract", async () => {
    const { input } = JSON.parse(readFileSync(`${FOLDER}/075-misspelled-keyword-in-operator-schema.json`, "utf8"));
    const base = cases.find(({ number }) => number === "072")?.input as ResultInput;
    await expect(loadContract(contractOf({ ...base, schema: input.content }))).rejects.toThrow(/did you mean "additionalProperties"/);
    for (const kind of Object.keys(BARE))
      await expect(loadContract(bareContract({ ...base, schema: input.content }, kind))).rejects.toThrow(
        /did you mean "additionalProperties"/,
      );
  });
});
