import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import { recordBody } from "../../../src/audit/record-body.js";
import { decisionRecord, outcomeRecord, resultRecord } from "../../support/audit-records.js";

const read = (record: Parameters<typeof recordBody>[0]) => JSON.parse(recordBody(record));

describe("the body of a decision", () => {
  it("says everything that an operator asks of a decision, and is canonical", () => {
    const text = recordBody(decisionRecord());
    expect(JSON.parse(text)).toEqual({
      args: { "/amount_minor": 48200 },
      args_digest: "3".repeat(64),
      audience: "checked",
      binding: "full",
      break_glass: null,
      code: "PIC_OK",
      context: { principal: "agent-7" },
      cut: [],
      digests: { args: "3".repeat(64), keyring: "2".repeat(64), policy: "1".repeat(64) },
      elapsed_ms: 1.25,
      evidence: [{ attestation_id: "4".repeat(64), key_id: "fin-ops", mode: "canonical", status: "verified", type: "sig" }],
      idempotency_key: "5".repeat(64),
      impact: { declared: "money", operator: "money" },
      issues: [],
      judged_at: "2026-10-01T12:00:00Z",
      more_issues: 0,
      observed: false,
      path: null,
      profile: "strict",
      provenance: [{ declared: "untrusted", effective: "trusted", id: "inv-204", raised_by: ["fin-ops"] }],
      reason: null,
      request_id: "req_00000001",
      rule: null,
      rules: null,
      single_use: "consumed",
      tool: "payments.transfer",
      verdict: "allow",
      version: "0.1.0",
      would_block: null,
    });
    expect(text).toBe(canonicalize(JSON.parse(text)));
  });

  it("tells a block with its rules, break-glass and what observation let pass", () => {
    const { decision } = decisionRecord();
    const blocked = { code: "PIC_POLICY_VIOLATION", reason: "policy.denied", path: "/action/tool" } as const;
    const issues = [{ reason: "policy.denied", path: "/action/tool" }] as const;
    const break_glass = { rule: "fire", key_ids: ["a", "b"], set_aside: ["night"] };
    const text = recordBody(
      decisionRecord({
        decision: {
          ...decision,
          verdict: "block",
          ...blocked,
          issues,
          facts: { ...decision.facts, rule: "night", rules: [{ reason: "policy.denied", id: "night" }], break_glass },
        },
        observed: true,
        would_block: { ...blocked, issues, more_issues: 3 },
        at: null,
        args_digest: null,
        idempotency_key: null,
      }),
    );
    expect(JSON.parse(text)).toMatchObject({
      verdict: "block",
      ...blocked,
      issues,
      rule: "night",
      rules: [{ reason: "policy.denied", id: "night" }],
      break_glass,
      observed: true,
      would_block: { ...blocked, issues, more_issues: 3 },
      judged_at: null,
      args_digest: null,
    });
    expect(text).toBe(canonicalize(JSON.parse(text)));
  });

  it("holds no argument but those that the policy names, and no proposal", () => {
    expect(recordBody(decisionRecord({ args: {} }))).not.toContain("48200");
  });

  it("escapes what a host or a sender chose", () => {
    const text = recordBody(decisionRecord({ tool: "pay\u202e\n", context: { principal: "\u001b[31m\u2028", session: "\ud800x" } }));
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).toMatchObject({ tool: "pay\u202e\n", context: { principal: "\u001b[31m\u2028", session: "\ufffdx" } });
  });

  it("does not cut a pair in two", () => {
    expect(read(decisionRecord({ tool: `${"t".repeat(255)}\u{1f600}` })).tool).toBe(`${"t".repeat(255)}\ufffd`);
  });

  it.each([
    ["many large sources", decisionRecord({}, { provenance: source(64, 1000) }), ["/provenance"]],
    ["escapes that grow six times", decisionRecord({}, { provenance: source(64, 200, "\u202e") }), ["/provenance"]],
    ["a large argument", decisionRecord({ args: { "/a/b": "x".repeat(5000), "/to": "acct" } }), ["/args/~1a~1b"]],
    ["a large argument with members", decisionRecord({ args: { "/m": { deep: ["y".repeat(5000)] } } }), ["/args/~1m"]],
    [
      "many arguments",
      decisionRecord({ args: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`/${at}`, "z".repeat(4000)])) }),
      ["/provenance", "/evidence", "/args"],
    ],
    ["a long tool name", decisionRecord({ tool: "t".repeat(100_000) }), ["/tool"]],
    ["a long principal", decisionRecord({ context: { principal: "p".repeat(100_000) } }), ["/context/principal"]],
  ])("stays within a line for %s, and says what it leaves out", (_, record, cut) => {
    const text = recordBody(record);
    expect(text.length).toBeLessThanOrEqual(65_536 - 1024);
    expect(JSON.parse(text).cut).toEqual(cut);
    expect(JSON.parse(text).code).toBe("PIC_OK");
  });

  it("keeps an argument of 4096 bytes", () => {
    expect(read(decisionRecord({ args: { "/a": "x".repeat(4094) } })).args).toEqual({ "/a": "x".repeat(4094) });
    expect(read(decisionRecord({ args: { "/a": "x".repeat(4095) } })).args).toEqual({});
  });
});

describe("the body of an outcome", () => {
  it("says what became of which request", () => {
    expect(read(outcomeRecord("unknown"))).toEqual({ request_id: "req_00000001", state: "unknown", tool: "payments.transfer" });
  });
});

function source(count: number, length: number, letter = "s") {
  const entry = { declared: "untrusted", effective: "untrusted", raised_by: [] } as const;
  return Array.from({ length: count }, (_, at) => ({ ...entry, id: `${at}${letter.repeat(length)}` }));
}

describe("the body of a result", () => {
  it("says who was asked, what, what came and what was decided, and is canonical", () => {
    const text = recordBody(resultRecord());
    expect(JSON.parse(text)).toEqual({
      answer: { bytes: 312, digest: "7".repeat(64) },
      attempt: 1,
      code: "RESULT_OK",
      contract: { digest: "6".repeat(64), version: "3" },
      cut: [],
      event: "result",
      facts: {},
      failure_class: null,
      idempotency_key: "req_00000001",
      issues: [],
      judged_at: "2026-10-01T12:00:00Z",
      more_issues: 0,
      outcome: "success",
      path: null,
      raw_copies: [],
      reason: null,
      request_digest: "8".repeat(64),
      request_id: "req_00000001",
      tool: "ci.run_status",
      upstream: { adapter: "ci-adapter 2.4.0", endpoint: "GET https://ci.example/v1/runs/{run_id}" },
      version: "0.1.0",
    });
    expect(text).toBe(canonicalize(JSON.parse(text)));
    expect(read(resultRecord({ at: null }))).toMatchObject({ judged_at: null });
  });

  it("has what the failing stage saw, and nothing of the answer", () => {
    const { decision } = resultRecord();
    const facts = { ...decision.facts, unknown_members: ["recovery"], schema: { path: "/data/additionalProperties", demands: "false" } };
    const issues = [{ reason: "result.schema", path: "/data" }] as const;
    const body = read(
      resultRecord({}, { outcome: "failure", code: "INVALID_RESPONSE", reason: "result.schema", path: "/data", issues, facts }),
    );
    expect(body).toMatchObject({
      facts: { unknown_members: ["recovery"], schema: { path: "/data/additionalProperties", demands: "false" } },
      issues,
      path: "/data",
    });
    expect(Object.keys(body.facts)).toEqual(["schema", "unknown_members"]);
  });

  it("fits its line whatever a contract names, and tells what was left out", () => {
    const { decision } = resultRecord();
    const long = "\u00fc".repeat(30_000);
    const issues = [{ reason: "result.bind", path: `/data/${long}` }] as const;
    const body = (facts: object) => read(resultRecord({}, { issues, path: issues[0].path, facts: { ...decision.facts, ...facts } }));
    expect(body({ schema: { path: "/data", demands: long } })).toMatchObject({
      facts: null,
      issues: null,
      path: null,
      cut: ["/issues", "/facts", "/path"],
    });
    const small = read(resultRecord({}, { issues, path: "/data" }));
    expect(small).toMatchObject({ issues: null, path: "/data", cut: ["/issues"], facts: {} });
  });
});
