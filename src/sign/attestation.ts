import type { JsonObject } from "../json/value.js";
import { argsDigest, claimsDigest, evidenceDigest, intentDigest } from "../trust/digests.js";
import { ATTESTATION_VERSION } from "../trust/read-payload.js";
import type { Proposal } from "../wire/proposal.js";

/** What the signer says beside the proposal. */
export interface AttestationTerms {
  readonly keyId: string;
  /** Provenance ids that the signer vouches for. */
  readonly vouchesFor: readonly string[];
  /** RFC 3339. */
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly audience: string | null;
  /** Names the action instance; the same in all attestations of one proposal. */
  readonly nonce: string;
}

/**
 * The attestation of a proposal (spec/attestation-signing.md#members): every member that a strict gate asks for, none left out.
 * What is signed is its canonical form.
 */
export function attestationFor(proposal: Proposal, terms: AttestationTerms): JsonObject {
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
    x_vouches_for: terms.vouchesFor,
    x_key_id: terms.keyId,
    x_nonce: terms.nonce,
    x_evidence_digest: evidenceDigest(proposal),
  };
}
