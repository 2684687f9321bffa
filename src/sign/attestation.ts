import type { JsonObject } from "../json/value.js";
import { argsDigest, claimsDigest, evidenceDigest, intentDigest } from "../trust/digests.js";
import { ATTESTATION_VERSION } from "../trust/read-payload.js";
import type { Proposal } from "../wire/proposal.js";

/** What an attestation says beside the proposal before anybody signs it. */
export interface RequestTerms {
  /** RFC 3339. */
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly audience: string | null;
  /** Names the action instance; the same in all attestations of one proposal. */
  readonly nonce: string;
}

/** What the signer says beside the proposal. */
export interface AttestationTerms extends RequestTerms {
  readonly keyId: string;
  /** Provenance ids that the signer vouches for. */
  readonly vouchesFor: readonly string[];
}

/** The members of an attestation that are there before its signer is known (spec/approvals.md#request). */
export function requestedAttestation(proposal: Proposal, terms: RequestTerms): JsonObject {
  return {
    attestation_version: ATTESTATION_VERSION,
    tool: proposal.action.tool,
    args_digest: argsDigest(proposal.action.args),
    impact: proposal.impact,
    provenance_ids: proposal.provenance.map(({ id }) => id),
    claims_digest: claimsDigest(proposal.claims),
    intent_digest: intentDigest(proposal.intent),
    issued_at: terms.issuedAt,
    expires_at: terms.expiresAt,
    ...(terms.audience !== null && { audience: terms.audience }),
    x_nonce: terms.nonce,
    x_evidence_digest: evidenceDigest(proposal),
  };
}

/** What a signer adds, and nothing else (spec/approvals.md#signing). */
export function vouchedAttestation(requested: JsonObject, vouchesFor: readonly string[], keyId: string): JsonObject {
  return { ...requested, x_vouches_for: vouchesFor, x_key_id: keyId };
}

/**
 * The attestation of a proposal (spec/attestation-signing.md#members): every member that a strict gate asks for, none left out.
 * What is signed is its canonical form.
 */
export function attestationFor(proposal: Proposal, terms: AttestationTerms): JsonObject {
  return vouchedAttestation(requestedAttestation(proposal, terms), terms.vouchesFor, terms.keyId);
}
