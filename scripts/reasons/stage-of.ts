import type { Reason } from "../../src/decision/catalogue.js";

/** Where a reason is raised, by its first word; the exceptions stand apart (spec/decision.md#order, spec/gate.md#order). */
const BY_FAMILY: Readonly<Record<string, string>> = {
  json: "JSON",
  wire: "schema",
  binding: "binding",
  evidence: "evidence",
  trust: "evidence",
  receipt: "evidence",
  policy: "policy",
  internal: "live gate",
};

const APART: Partial<Record<Reason, string>> = {
  "limit.bytes": "bytes",
  "limit.depth": "JSON",
  "limit.provenance": "counts",
  "limit.claims": "counts",
  "limit.evidence": "counts",
  "limit.work": "evidence, before any signature",
  "limit.deadline": "live gate, any step",
  "request.missing": "policy's requirements, before the bytes",
  "json.bom": "bytes",
  "json.invalid_utf8": "bytes",
  "json.not_plain": "bytes (of a host's object)",
  "request.not_object": "envelope",
  "provenance.duplicate_id": "ids",
  "evidence.duplicate_id": "ids",
  "provenance.dangling_reference": "causal chain",
  "trust.no_trusted_chain": "causal chain",
  "policy.check": "live gate, after policy",
  "policy.limit": "policy (one call), ledger (over time)",
  "policy.already_used": "ledger",
  "internal.config_stale": "live gate, after policy",
  "internal.clock_skew": "ledger",
  "internal.ledger_unavailable": "ledger",
  "internal.audit_unavailable": "live gate, after the ledger",
  "internal.error": "any",
};

export function stageOf(reason: Reason): string {
  const stage = APART[reason] ?? BY_FAMILY[reason.split(".")[0] as string];
  if (stage === undefined) throw new Error(`${reason}: no stage is known for its family`);
  return stage;
}
