import type { Reason } from "../decision/catalogue.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Proposal, SignatureEvidence } from "../wire/proposal.js";
import { equalDigests } from "./equal-digests.js";
import { isListed } from "./is-listed.js";
import type { ProposalDigests } from "./proposal-digests.js";
import { parseTimestamp } from "./timestamp.js";

/** How far a signer's clock may be ahead of ours, in nanoseconds. */
const ISSUED_AHEAD = 60_000_000_000n;
const SECOND = 1_000_000_000n;

/** What an attestation is held against. */
export interface AttestationCheck {
  readonly proposal: Proposal;
  readonly digests: ProposalDigests;
  readonly profile: Profile;
  readonly requirements: Requirements;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly audience: string | null;
  /** A live gate: for a high impact the attestation must carry an audience. */
  readonly audienceRequired: boolean;
}

export interface AttestationFindings {
  /** The attestation is complete and vouches for the entry that carries it. */
  readonly raises: boolean;
  /** Epoch nanoseconds. */
  readonly issuedAt: bigint | null;
  readonly expiresAt: bigint | null;
  readonly nonce: string | null;
  readonly hasAudience: boolean;
}

const DIGEST = /^[0-9a-f]{64}$/;

const asText = (value: JsonValue): string | null => (typeof value === "string" ? value : null);
const asDigest = (value: JsonValue): string | null => (typeof value === "string" && DIGEST.test(value) ? value : null);

function asTexts(value: JsonValue): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  for (const element of value) if (typeof element !== "string") return null;
  return value as readonly string[];
}

/**
 * Holds a canonical attestation, whose signature is already verified, against the proposal, the clock and the audience.
 * Every difference is told to `found` (spec/trust.md#bindings).
 */
export function checkAttestation(
  attestation: JsonObject,
  entry: SignatureEvidence,
  check: AttestationCheck,
  found: (reason: Reason) => void,
): AttestationFindings {
  const { proposal, digests, profile, requirements } = check;

  function optional<T>(name: string, read: (value: JsonValue) => T | null, wrong: Reason = "trust.attestation_member"): T | null {
    if (!Object.hasOwn(attestation, name)) return null;
    const value = read(attestation[name] as JsonValue);
    if (value === null) found(wrong);
    return value;
  }
  function required<T>(name: string, read: (value: JsonValue) => T | null): T | null {
    if (!Object.hasOwn(attestation, name)) found("trust.attestation_member");
    return optional(name, read);
  }
  function extension<T>(name: string, read: (value: JsonValue) => T | null): T | null {
    return profile.signedExtensions ? optional(name, read) : null;
  }

  const tool = required("tool", asText);
  if (tool !== null && tool !== proposal.action.tool) found("trust.tool_differs");
  const impact = required("impact", asText);
  if (impact !== null && impact !== proposal.impact) found("trust.impact_differs");
  const ids = required("provenance_ids", asTexts);
  if (ids !== null && !sameIds(ids, proposal)) found("trust.provenance_ids_differ");
  const args = required("args_digest", asDigest);
  if (args !== null && !equalDigests(args, digests.args())) found("trust.args_digest_differs");
  const claims = required("claims_digest", asDigest);
  if (claims !== null && !equalDigests(claims, digests.claims())) found("trust.claims_digest_differs");
  const intent = optional("intent_digest", asDigest);
  if (intent !== null && !equalDigests(intent, digests.intent())) found("trust.intent_digest_differs");
  const evidence = extension("x_evidence_digest", asDigest);
  if (evidence !== null && !equalDigests(evidence, digests.evidence())) found("trust.evidence_digest_differs");

  const expiresAt = optional("expires_at", parseTimestamp, "trust.timestamp_malformed");
  if (expiresAt !== null && check.now >= expiresAt) found("trust.attestation_expired");
  const issuedAt = profile.completeAttestations ? optional("issued_at", parseTimestamp, "trust.timestamp_malformed") : null;
  if (issuedAt !== null) {
    if (issuedAt - ISSUED_AHEAD > check.now) found("trust.issued_in_future");
    if (expiresAt !== null && !lifetimeHolds(issuedAt, expiresAt, requirements.maxAttestationLifetime)) found("trust.attestation_too_long");
  }

  const keyId = extension("x_key_id", asText);
  if (keyId !== null && keyId !== entry.key_id) found("trust.key_id_differs");
  const nonce = extension("x_nonce", asText);
  const vouchesFor = extension("x_vouches_for", asTexts);

  const hasAudience = Object.hasOwn(attestation, "audience");
  if (profile.checkAudience) {
    const audience = optional("audience", asText);
    if (audience !== null && check.audience !== null && audience !== check.audience) found("trust.audience_differs");
    if (check.audienceRequired && requirements.trustedChainRequired && !Object.hasOwn(attestation, "audience"))
      found("trust.audience_missing");
  }

  const complete = !profile.completeAttestations || (intent !== null && issuedAt !== null && expiresAt !== null);
  const vouches =
    !profile.signedExtensions || (ids?.length === 1 && ids[0] === entry.id) || (vouchesFor !== null && isListed(entry.id, vouchesFor));
  return { raises: complete && vouches, issuedAt, expiresAt, nonce, hasAudience };
}

function sameIds(ids: readonly string[], proposal: Proposal): boolean {
  const entries = proposal.provenance;
  if (ids.length !== entries.length) return false;
  for (let at = 0; at < entries.length; at += 1) if (ids[at] !== entries[at]?.id) return false;
  return true;
}

function lifetimeHolds(issuedAt: bigint, expiresAt: bigint, maxSeconds: number): boolean {
  const life = expiresAt - issuedAt;
  return life > 0n && life <= BigInt(maxSeconds) * SECOND;
}
