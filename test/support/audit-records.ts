import type { DecisionFacts } from "../../src/decision/facts.js";
import type { DecisionRecord, OutcomeRecord } from "../../src/gate/ports.js";

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
