import { describe, expect, it } from "vitest";
import { testContract } from "../../../src/compile/index.js";
import { readContract } from "../../../src/compile/load-contract.js";
import { questionOf } from "../../../src/compile/run-fixtures.js";
import type { Answer, JsonAnswer } from "../../../src/contract/answer.js";
import type { FixtureEntry } from "../../../src/contract/contract-file.js";
import { deriveNearMisses } from "../../../src/contract/near-misses/derive-near-misses.js";
import { type Anything, contractFile, DATA, envelope, SUCCESS } from "../contract/contracts.js";

/** The base contract with arrays in its answer and with every field that may be there. */
const FULL: Anything = contractFile({
  fixtures: [{ ...SUCCESS, answer: { json: envelope({ ...DATA, labels: ["nightly", "main"] }) } }, ...contractFile().fixtures.slice(1)],
});

async function told(file: object): Promise<readonly string[]> {
  const { fixtures, near_misses } = await testContract(file as never);
  expect(fixtures.filter(({ ok }) => !ok)).toEqual([]);
  return near_misses.map(({ stage, kind, place, got, ok }) => `${ok ? "ok" : "NOT"} ${stage} ${kind} ${place} ${got ?? "accepted"}`);
}

const faults = async (file: object) => (await told(file)).filter((line) => line.startsWith("NOT"));

/** One field of a contract changed. */
function withProperty(name: string, schema: object): Anything {
  const file = structuredClone(FULL);
  file.data.properties[name] = schema;
  return file;
}

describe("testContract", () => {
  it("sees every near miss of a sound contract refused, each at its stage", async () => {
    const { ok, fixtures, near_misses } = await testContract(FULL);
    expect(ok).toBe(true);
    expect(fixtures.map(({ kind, stage, ok: sound }) => [kind, stage, sound])).toEqual([
      ["accepted", null, true],
      ["near-miss", "envelope", true],
    ]);
    expect(near_misses.filter(({ reached_agent }) => reached_agent)).toEqual([]);
    expect(new Set(near_misses.map(({ stage }) => stage))).toEqual(new Set(["bytes", "envelope", "schema", "meaning"]));
  });

  it.each([
    "schema extra-member /data result.schema",
    "schema extra-member /data/stage result.schema",
    "schema null-for-object /data result.schema",
    "schema null-for-object /data/stage result.schema",
    "schema array-for-object /data/stage result.schema",
    "schema empty-id /data/run_id result.schema",
    "schema empty-id /data/project_id result.schema",
    "schema over-long /data/note result.schema",
    "schema over-long /data/labels/0 result.schema",
    "schema over-long /data/project_id result.schema",
    "schema missing-member /data/state result.schema",
    "schema missing-member /data/stage/name result.schema",
    "schema unknown-value /data/state result.schema",
    "schema object-for-text /data/state result.schema",
    "schema not-the-format /data/observed_at result.schema",
    "schema over-maximum /data/stage/attempt result.schema",
    "schema under-minimum /data/stage/attempt result.schema",
    "schema fraction /data/stage/attempt result.schema",
    "schema text-for-number /data/stage/attempt result.schema",
    "schema object-for-array /data/labels result.schema",
    "bytes too-many-items /data/labels limit.items",
    "bytes duplicate-member  json.duplicate_name",
    "bytes duplicate-member /data json.duplicate_name",
    "bytes duplicate-member /data/stage json.duplicate_name",
    "bytes banner-before  json.syntax",
    "bytes text-behind  json.trailing_data",
    "bytes cut-short  json.syntax",
    "bytes too-many-bytes  limit.bytes",
    "bytes too-deep  limit.depth",
    "envelope success-beside-error  result.envelope",
    "envelope failure-beside-data  result.envelope",
    "envelope extra-member  result.envelope",
    "envelope missing-member /request_id result.envelope",
    "envelope other-tool /tool result.tool",
    "envelope other-request-id /request_id result.request_id",
    "envelope unlisted-code /error/code result.error_unknown",
    "envelope text-beside-code /error result.envelope",
    "meaning wrong-value /args/project_id result.bind",
    "meaning wrong-type /args/project_id result.bind",
    "meaning nothing-to-bind /args/project_id result.request_incomplete",
    "meaning not-a-member /context/runs result.belongs",
    "meaning stale /data/observed_at result.stale",
    "meaning ahead /data/observed_at result.future",
    "meaning over-long-text /data/note result.text",
    "meaning unseen-character /data/note result.text",
  ])("derives %s", async (line) => {
    expect(await told(FULL)).toContain(`ok ${line}`);
  });

  it("makes every near miss of another text than the fixture's, or puts it to another question", async () => {
    const fixture = FULL.fixtures[0] as FixtureEntry;
    const { file, contract } = await readContract(FULL);
    const { answer } = questionOf(contract, fixture, "");
    const text = (of: Answer) => new TextDecoder("utf-8", { ignoreBOM: true }).decode((of as JsonAnswer).bytes);
    const misses = [...deriveNearMisses(file, contract, { fixture, answer, checks: {} })];
    const same = misses.filter((miss) => text(miss.answer) === text(answer));
    expect(same.map(({ kind }) => kind).sort()).toEqual(
      ["wrong-value", "wrong-type", "nothing-to-bind", "not-a-member", "nothing-to-belong-to", "stale", "ahead"].sort(),
    );
    for (const { request, now } of same) expect([request, now]).not.toEqual([fixture.request, fixture.now]);
    const twice = misses.filter(({ kind }) => kind === "duplicate-member").map((miss) => text(miss.answer));
    // A parser that keeps the last of two sees the answer as it was.
    for (const each of twice) expect(JSON.parse(each)).toEqual(JSON.parse(text(answer)));
  });

  it.each<[string, Anything, readonly string[]]>([
    ["a string without an end", withProperty("note", { type: "string" }), []],
    [
      "an id that may be empty",
      withProperty("run_id", { type: "string", maxLength: 20 }),
      ["NOT schema empty-id /data/run_id result.belongs"],
    ],
    ["a string of any length that nobody bounds", withProperty("state", { type: "string" }), ["NOT schema over-long /data/state accepted"]],
    [
      "a pattern without an end",
      withProperty("state", { type: "string", pattern: "^[a-z]+$" }),
      ["NOT schema over-long /data/state accepted"],
    ],
    [
      "members of any name",
      (() => {
        const file = structuredClone(FULL);
        file.data.$defs.stage.patternProperties = { "^[a-z]{2,20}_[a-z]{2,20}$": { type: "string", maxLength: 40 } };
        return file;
      })(),
      ["NOT schema extra-member /data/stage accepted"],
    ],
  ])("finds %s", async (_, file, found) => {
    expect(await faults(file)).toEqual(found);
  });

  it.each<[string, Anything, string]>([
    ["null", withProperty("stage", { anyOf: [{ $ref: "#/$defs/stage" }, { type: "null" }] }), "null-for-object /data/stage"],
    [
      "an array",
      withProperty("stage", { anyOf: [{ $ref: "#/$defs/stage" }, { type: "array", items: { $ref: "#/$defs/stage" } }] }),
      "array-for-object /data/stage",
    ],
    [
      "text",
      withProperty("stage", {
        ...FULL.data.$defs.stage,
        properties: { name: { enum: ["test"] }, attempt: { type: ["integer", "string"] } },
      }),
      "text-for-number /data/stage/attempt",
    ],
  ])("takes %s for no near miss where the schema declares it", async (_, file, kind) => {
    const lines = await told(file);
    expect(lines.filter((line) => line.startsWith("NOT"))).toEqual([]);
    expect(lines.filter((line) => line.includes(` ${kind} `))).toEqual([]);
    expect((await told(FULL)).filter((line) => line.includes(` ${kind} `))).toHaveLength(1);
  });

  it("expects what is promised and not required to be missed where it is selected, or earlier", async () => {
    const file = structuredClone(FULL);
    file.data.required = ["run_id"];
    const missing = (await told(file)).filter((line) => line.includes("missing-member /data/"));
    expect(missing).toEqual([
      "ok meaning missing-member /data/observed_at result.time",
      "ok meaning missing-member /data/project_id result.bind",
      "ok schema missing-member /data/run_id result.schema",
      "ok select missing-member /data/state result.field_missing",
      "ok schema missing-member /data/stage/name result.schema",
    ]);
  });

  it("lets the contract end, and tells that before what is stale", async () => {
    const lines = await told({ ...FULL, ends: "2026-10-01T12:00:10Z" });
    expect(lines).toContain("ok meaning after-the-end  result.contract_ended");
    expect(lines).toContain("ok meaning stale /data/observed_at result.contract_ended");
    expect(lines.filter((line) => line.startsWith("NOT"))).toEqual([]);
  });

  it("tells a limit that is hit before the schema is asked", async () => {
    const file = structuredClone(FULL);
    // The answer itself has three levels and two elements.
    file.limits = { bytes: 420, depth: 3, items: 2 };
    const lines = await told(file);
    expect(lines.filter((line) => line.startsWith("NOT"))).toEqual([]);
    expect(lines).toContain("ok bytes object-for-text /data/stage/name limit.depth");
    expect(lines.some((line) => line.startsWith("ok bytes over-long") && line.endsWith("limit.bytes"))).toBe(true);
  });

  it("tells a fixture that gets something else, and derives nothing from it", async () => {
    const file = structuredClone(FULL);
    file.fixtures[0].expect.data.state = "running";
    const { ok, fixtures, near_misses } = await testContract(file);
    expect(ok).toBe(false);
    expect(fixtures[0]).toMatchObject({ ok: false, place: "/fixtures/0", kind: "accepted" });
    expect(JSON.parse(fixtures[0]?.expected ?? "").data.state).toBe("running");
    expect(JSON.parse(fixtures[0]?.got ?? "").data.state).toBe("failed");
    expect(near_misses).toEqual([]);
  });

  it("says where it can make no answer about another subject, and is content all the same", async () => {
    const { bind, belongs, ...unbound } = FULL;
    const { ok, near_misses, not_derived } = await testContract(unbound);
    expect([ok, not_derived]).toEqual([true, ["other-subject"]]);
    expect(near_misses.filter(({ expected }) => expected.some((reason) => ["result.bind", "result.belongs"].includes(reason)))).toEqual([]);
    for (const twin of [{ ...unbound, bind }, { ...unbound, belongs }, FULL]) expect((await testContract(twin)).not_derived).toEqual([]);
    // Here nothing is derived for another reason.
    const wrong = structuredClone(unbound);
    wrong.fixtures[0].expect.data.state = "running";
    expect(await testContract(wrong)).toMatchObject({ near_misses: [], not_derived: [] });
  });

  it("derives from every shape that is accepted", async () => {
    const older = {
      ...SUCCESS,
      title: "without a note",
      answer: { json: envelope({ ...DATA, note: undefined }) },
      expect: { outcome: "success", data: SUCCESS.expect && (SUCCESS.expect as Anything).data, untrusted_text: {} },
    };
    const file = JSON.parse(JSON.stringify({ ...FULL, fixtures: [...FULL.fixtures, older] }));
    const { ok, near_misses } = await testContract(file);
    expect(ok).toBe(true);
    expect(new Set(near_misses.map(({ fixture }) => fixture))).toEqual(new Set(["a failed run", "without a note"]));
  });

  it("rejects what is no contract, with its place", async () => {
    await expect(testContract({ ...FULL, select: ["/sate"] })).rejects.toMatchObject({ place: "/select/0" });
  });
});
