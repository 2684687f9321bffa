import { describe, expect, it } from "vitest";
import { CATALOGUE, CODES, codeOf, rankOf } from "../../src/decision/catalogue.js";
import { readText } from "./sources.js";

/** The portable codes in order, each with its HTTP status, exit code and reasons in order. A change here can flip a code. */
const PINNED: readonly (readonly [code: string, http: number, exit: number, reasons: readonly string[]])[] = [
  [
    "PIC_LIMIT_EXCEEDED",
    413,
    7,
    ["limit.bytes", "limit.depth", "limit.provenance", "limit.claims", "limit.evidence", "limit.work", "limit.deadline"],
  ],
  [
    "PIC_INVALID_REQUEST",
    400,
    1,
    [
      "request.missing",
      "json.bom",
      "json.invalid_utf8",
      "json.empty",
      "json.syntax",
      "json.trailing_data",
      "json.duplicate_name",
      "json.number_overflow",
      "json.number_unsafe_integer",
      "json.number_inexact",
      "request.not_object",
    ],
  ],
  [
    "PIC_SCHEMA_INVALID",
    422,
    2,
    [
      "json.lone_surrogate",
      "json.not_plain",
      "json.proto_name",
      "wire.required",
      "wire.unknown_member",
      "wire.type",
      "wire.enum",
      "wire.pattern",
    ],
  ],
  ["PIC_DUPLICATE_ID", 422, 3, ["provenance.duplicate_id", "evidence.duplicate_id"]],
  ["PIC_TOOL_BINDING_MISMATCH", 409, 3, ["binding.tool_mismatch"]],
  ["PIC_ARG_BINDING_MISMATCH", 409, 3, ["binding.args_mismatch"]],
  ["PIC_EVIDENCE_REQUIRED", 403, 4, ["evidence.required"]],
  [
    "PIC_EVIDENCE_FAILED",
    403,
    4,
    [
      "evidence.ref_refused",
      "evidence.artifact_unavailable",
      "evidence.artifact_too_large",
      "evidence.hash_mismatch",
      "trust.payload_too_large",
      "trust.payload_malformed",
      "trust.key_missing",
      "trust.key_revoked",
      "trust.key_not_yet_valid",
      "trust.key_expired",
      "trust.key_purpose",
      "trust.key_tool",
      "trust.key_impact",
      "trust.key_audience",
      "trust.key_unscoped",
      "trust.signature_encoding",
      "trust.signature_invalid",
      "trust.attestation_member",
      "trust.tool_differs",
      "trust.impact_differs",
      "trust.provenance_ids_differ",
      "trust.args_digest_differs",
      "trust.claims_digest_differs",
      "trust.intent_digest_differs",
      "trust.evidence_digest_differs",
      "trust.timestamp_malformed",
      "trust.issued_in_future",
      "trust.attestation_expired",
      "trust.attestation_too_long",
      "trust.key_id_differs",
      "trust.nonce_differs",
      "trust.audience_differs",
      "trust.audience_missing",
      "receipt.member",
      "receipt.result_digest_differs",
      "receipt.issued_in_future",
      "receipt.expired",
      "receipt.too_long",
      "receipt.audience_differs",
      "receipt.duplicate",
    ],
  ],
  ["PIC_VERIFIER_FAILED", 403, 3, ["provenance.dangling_reference", "trust.no_trusted_chain"]],
  [
    "PIC_POLICY_VIOLATION",
    403,
    5,
    [
      "policy.tool_unknown",
      "policy.impact_mismatch",
      "policy.denied",
      "policy.args_invalid",
      "policy.principal",
      "policy.fact_missing",
      "policy.fact_version",
      "policy.fact_stale",
      "policy.when",
      "policy.approvals",
      "policy.separation",
      "policy.check",
      "policy.limit",
      "policy.already_used",
    ],
  ],
  [
    "PIC_INTERNAL_ERROR",
    500,
    70,
    ["internal.config_stale", "internal.clock_skew", "internal.ledger_unavailable", "internal.audit_unavailable", "internal.error"],
  ],
];

describe("the catalogue", () => {
  it("has the pinned codes, statuses and exit codes in order", () => {
    expect(Object.entries(CODES).map(([code, row]) => [code, row.http, row.exit])).toEqual(
      PINNED.map(([code, http, exit]) => [code, http, exit]),
    );
  });

  it("has the pinned reasons in order", () => {
    expect(CATALOGUE.map((row) => [row.code, row.reason])).toEqual(
      PINNED.flatMap(([code, , , reasons]) => reasons.map((reason) => [code, reason])),
    );
  });

  it("ranks a reason by its row", () => {
    for (const [rank, row] of CATALOGUE.entries()) {
      expect(rankOf(row.reason)).toBe(rank);
      expect(codeOf(row.reason)).toBe(row.code);
    }
  });

  it("can be tried again only where time or the operator changes the answer", () => {
    expect(CATALOGUE.filter((row) => "retryable" in row).map((row) => row.reason)).toEqual([
      "limit.deadline",
      "internal.config_stale",
      "internal.clock_skew",
      "internal.ledger_unavailable",
      "internal.audit_unavailable",
    ]);
  });

  it("shows a model one fixed sentence a code, with no name of ours or of the sender in it", () => {
    for (const row of Object.values(CODES)) expect(row.agent).toMatch(/^[A-Z][A-Za-z' ,-]+\.$/);
  });
});

describe("spec/errors.md", () => {
  const page = readText("spec/errors.md");

  it("has an anchor for every reason and a row for every code", () => {
    for (const [code, , , reasons] of PINNED) {
      expect(page).toContain(`### ${code}\n`);
      for (const reason of reasons) expect(page).toContain(`<a id="${reason}"></a>[\`${reason}\`](../docs/reasons/${reason}.md)`);
    }
  });
});
