import type { DecisionFacts } from "../../src/decision/facts.js";
import type { DecisionRecord, OutcomeRecord, ResultRecord } from "../../src/gate/ports.js";

/** An allowed payment, or what a test makes of it. */
export function decisionRecord(changes: Partial<DecisionRecord> = {}, facts: Partial<DecisionFacts> = {}): DecisionRecord {
  return {
    kind: "decision",
    request_id: "req_00000001",
    at: Date.UTC(2026, 9, 1, 12),
    tool: "payments.transfer",
    context: { principal: "agent-7" },
    decision: {
      verdict: "allow",
      code: "PIC_OK",
      reason: null,
      path: null,
      issues: [],
      more_issues: 0,
      binding: "full",
      single_use: "consumed",
      audience: "checked",
      profile: "strict",
      facts: {
        tool: "payments.transfer",
        impact: { declared: "money", operator: "money" },
        digests: { policy: "1".repeat(64), keyring: "2".repeat(64), args: "3".repeat(64) },
        provenance: [{ id: "inv-204", declared: "untrusted", effective: "trusted", raised_by: ["fin-ops"] }],
        evidence: [{ type: "sig", mode: "canonical", status: "verified", key_id: "fin-ops", attestation_id: "4".repeat(64) }],
        ...facts,
      },
    },
    args_digest: "3".repeat(64),
    args: { "/amount_minor": 48200 },
    idempotency_key: "5".repeat(64),
    observed: false,
    would_block: null,
    elapsed_ms: 1.25,
    ...changes,
  };
}

export function outcomeRecord(state: OutcomeRecord["state"], requestId = "req_00000001"): OutcomeRecord {
  return { kind: "outcome", request_id: requestId, tool: "payments.transfer", state };
}

/** An answer that held, or what a test makes of it. */
export function resultRecord(changes: Partial<ResultRecord> = {}, decision: Partial<ResultRecord["decision"]> = {}): ResultRecord {
  const tool = "ci.run_status";
  const request_id = changes.request_id ?? "req_00000001";
  return {
    kind: "result",
    request_id,
    tool,
    event: "result",
    attempt: 1,
    at: Date.UTC(2026, 9, 1, 12),
    decision: {
      outcome: "success",
      agent: { tool, request_id, outcome: "success", data: { state: "failed" } },
      code: "RESULT_OK",
      reason: null,
      path: null,
      issues: [],
      more_issues: 0,
      facts: {
        tool,
        request_id,
        contract: { version: "3", digest: "6".repeat(64) },
        upstream: { adapter: "ci-adapter 2.4.0", endpoint: "GET https://ci.example/v1/runs/{run_id}" },
        bytes: 312,
        digest: "7".repeat(64),
      },
      ...decision,
    },
    failure_class: null,
    request_digest: "8".repeat(64),
    idempotency_key: request_id,
    raw_copies: [],
    ...changes,
  };
}
