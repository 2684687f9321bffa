import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decision/decision.js";
import type { DecisionRequest, VectorPort } from "../../../src/vectors/port.js";
import { runVectors } from "../../../src/vectors/run-vectors.js";
import { ALLOW, BLOCK, BLOCKED, decision, decisionCase, decisionFile, plainFile } from "./sample-files.js";

const always = (answer: Partial<Decision>): VectorPort => ({ decide: () => decision(answer) });

/** What a run of one decision case says. */
async function messages(expect_: object, answer: Partial<Decision>): Promise<readonly string[]> {
  const run = await runVectors([decisionFile([decisionCase("a-001", { expect: expect_ })], {}, "flow/sample.json")], always(answer), []);
  return run.failures.map((failure) => failure.message);
}

describe("runVectors", () => {
  it("passes where everything stated agrees, and keeps the answer as text", async () => {
    const file = decisionFile([decisionCase("a-001"), decisionCase("a-002", { twin: "a-001", expect: BLOCK, now: 5 })]);
    const run = await runVectors([file], { decide: async ({ now }) => decision(now === 5 ? BLOCKED : {}) }, []);
    expect(run).toMatchObject({ ok: true, total: 2, passed: 2, skipped: 0, outOfReach: 0, failures: [] });
    expect(run.answers.get("a-001")).toBe(JSON.stringify(decision()));
  });

  it("fails on each difference by name", async () => {
    expect(await messages(ALLOW, BLOCKED)).toEqual([
      'verdict: expected "allow", got "block"',
      'code: expected "PIC_OK", got "PIC_SCHEMA_INVALID"',
      'reasons: expected [], got ["wire.type"]',
    ]);
    const stated = { path: "/x", paths: ["/x"], binding: "full", audience: "checked", unknown_members: ["n"], more_issues: 1 };
    expect((await messages({ ...BLOCK, ...stated }, BLOCKED)).map((line) => line.split(":")[0])).toEqual([
      "path",
      "paths",
      "more_issues",
      "binding",
      "audience",
      "unknown_members",
    ]);
    expect(await messages(BLOCK, { ...BLOCKED, more_issues: 1 })).toEqual(["more_issues: expected 0, got 1"]);
  });

  it("compares effective trust entry by entry", async () => {
    const provenance = [{ id: "a", declared: "trusted", effective: "untrusted", raised_by: [] }] as const;
    const answer = { facts: { digests: { policy: "", keyring: "" }, provenance } };
    expect(await messages({ ...ALLOW, effective: { a: "untrusted" } }, answer)).toEqual([]);
    for (const effective of [{ a: "trusted" }, {}, { a: "untrusted", b: "untrusted" }]) {
      expect(await messages({ ...ALLOW, effective }, answer)).toHaveLength(1);
    }
    expect(await messages({ ...ALLOW, effective: { a: "untrusted" } }, {})).toHaveLength(1);
  });

  it("fails a decision that contradicts itself", async () => {
    expect(await messages(ALLOW, { reason: "wire.type" })).toEqual(['reason: expected null, got "wire.type"']);
    expect(await messages(BLOCK, { ...BLOCKED, path: "/other" })).toEqual(['path of the first issue: expected "/intent", got "/other"']);
    expect(await messages({ ...BLOCK, code: "PIC_ODD" }, { ...BLOCKED, code: "PIC_ODD" as "PIC_OK" })).toEqual([
      "known code: expected true, got false",
    ]);
    expect(await messages({ ...BLOCK, reasons: [] }, { ...BLOCKED, issues: [], reason: null, path: null })).toEqual([
      "issues of the verdict: expected false, got true",
    ]);
  });

  it("tells a refused configuration from a decision, both ways", async () => {
    const refused = { error: "configuration", place: "/trusted_keys/a" };
    const run = async (answer: object) => {
      const cases = [decisionCase("a-001", { now: 1 }), decisionCase("a-002", { twin: "a-001", expect: refused })];
      const port: VectorPort = { decide: ({ now }) => (now === 1 ? decision() : (answer as Decision)) };
      return (await runVectors([decisionFile(cases)], port, [])).ok;
    };
    expect(await run(refused)).toBe(true);
    expect(await run({ ...refused, place: "/trusted_keys/b" })).toBe(false);
    expect(await run(decision())).toBe(false);
    expect(await messages(ALLOW, refused as unknown as Decision)).toHaveLength(1);
  });

  it("compares parsing and canonical bytes", async () => {
    const head = { title: "a case", spec: "json.md#json-1", input: { hex: "7b7d" } };
    const good = { ...head, id: "j-001", expect: { ok: true } };
    const bad = { ...head, id: "j-002", twin: "j-001", input: { utf8: "" }, expect: { ok: false, reasons: ["json.empty"], offset: 0 } };
    const form = { ...head, id: "c-001", expect: { ok: true, hex: "7b7d" } };
    const files = [plainFile("json", [good, bad]), plainFile("canonical", [form])];
    const empty = { ok: false, issues: [{ reason: "json.empty", path: "", offset: 0 }], more: 0 } as const;
    const port: VectorPort = {
      parse: (input) => (input.length === 0 ? empty : { ok: true }),
      canonicalize: (input) => ({ ok: true, bytes: input }),
    };
    expect(await runVectors(files, port, [])).toMatchObject({ ok: true, passed: 3 });
    const wrong: VectorPort = {
      parse: () => ({ ...empty, issues: [{ ...empty.issues[0], offset: 1 }] }),
      canonicalize: () => ({ ok: true, bytes: new Uint8Array() }),
    };
    const run = await runVectors(files, wrong, []);
    expect(run.failures.map(({ id, message }) => `${id} ${message}`)).toEqual([
      "j-001 ok: expected true, got false",
      "j-002 offset: expected 0, got 1",
      'c-001 hex: expected "7b7d", got ""',
    ]);
  });

  it("counts what a port cannot be asked as out of reach, not as passed", async () => {
    expect(await runVectors([decisionFile([decisionCase("a-001")])], {}, [])).toMatchObject({ ok: true, passed: 0, outOfReach: 1 });
  });

  it("fails where nothing ran at all", async () => {
    expect((await runVectors([], always({}), [])).ok).toBe(false);
  });

  it("fails the case, not the run, when a port throws", async () => {
    const run = await runVectors(
      [decisionFile([decisionCase("a-001")])],
      {
        decide: () => {
          throw new RangeError("deep");
        },
      },
      [],
    );
    expect(run.failures).toEqual([{ file: "wire/sample.json", id: "a-001", message: "threw RangeError: deep" }]);
  });

  it("skips with a reason, and fails a stale skip", async () => {
    const file = decisionFile([decisionCase("a-001")]);
    const skip = { id: "a-001", reason: "not built yet" };
    expect(await runVectors([file], always(BLOCKED), [skip])).toMatchObject({ ok: true, passed: 0, skipped: 1 });
    expect((await runVectors([file], always({}), [skip])).failures).toHaveLength(1);
    expect((await runVectors([file], always({}), [{ id: "a-999", reason: "gone" }])).failures).toHaveLength(1);
    expect((await runVectors([file], always(BLOCKED), [skip, skip])).ok).toBe(false);
  });

  it("hands a port the merged and decoded options", async () => {
    const asked: DecisionRequest[] = [];
    const header = {
      keyring: { a: 1 },
      policy: { b: 1 },
      now: 7,
      call: { tool: "t" },
      profile: "interop",
      limits: { max_bytes: 9 },
      audience: "gate",
    };
    const override = {
      input: { hex: "00ff" },
      call: { tool: "t", args: null },
      profile: { name: "interop", strict_trust: false },
      limits: { max_depth: 3 },
      audience_required: true,
      artifacts: { "file://a": { utf8: "\u00e9" }, "file://b": "refused" },
    };
    const port: VectorPort = {
      decide: (request) => {
        asked.push(request);
        return decision();
      },
    };
    const run = await runVectors([decisionFile([decisionCase("a-001", override)], { header })], port, []);
    expect(run.ok).toBe(true);
    expect(asked).toEqual([
      {
        id: "a-001",
        input: Uint8Array.of(0, 255),
        keyring: { a: 1 },
        policy: { b: 1 },
        now: 7,
        call: { tool: "t", args: null },
        profile: { name: "interop", strictTrust: false },
        limits: { maxDepth: 3 },
        artifacts: new Map<string, unknown>([
          ["file://a", Uint8Array.of(0xc3, 0xa9)],
          ["file://b", "refused"],
        ]),
        audience: "gate",
        audienceRequired: true,
      },
    ]);
  });

  it("says undefined where the call brought no proposal", async () => {
    const inputs: unknown[] = [];
    const port: VectorPort = {
      decide: ({ input }) => {
        inputs.push(input);
        return decision();
      },
    };
    expect((await runVectors([decisionFile([decisionCase("a-001", { input: { absent: true } })])], port, [])).ok).toBe(true);
    expect(inputs).toEqual([undefined]);
    const parsed = plainFile("json", [{ ...decisionCase("a-001"), input: { absent: true }, expect: { ok: true } }]);
    expect((await runVectors([parsed], { parse: () => ({ ok: true }) }, [])).ok).toBe(false);
  });

  it("fails a case whose options are incomplete or whose text has no UTF-8", async () => {
    const run = await runVectors([decisionFile([decisionCase("a-001")], { header: { keyring: {}, policy: {}, now: 0 } })], always({}), []);
    expect(run.failures[0]?.message).toContain("keyring, policy, now and call");
    const lone = await runVectors([decisionFile([decisionCase("a-001", { input: { utf8: "\ud800" } })])], always({}), []);
    expect(lone.failures[0]?.message).toContain("lone surrogate");
  });
});
