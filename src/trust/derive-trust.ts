import type { Bound } from "../binding/call.js";
import type { EvidenceFact, ProvenanceFact } from "../decision/facts.js";
import { fail, IssueList, type Outcome, ok } from "../decision/issue.js";
import type { Limits } from "../decision/limits.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { Evidence, Proposal } from "../wire/proposal.js";
import type { Artifacts } from "./artifacts.js";
import { judgeChain } from "./judge-chain.js";
import type { Keyring } from "./keyring.js";
import { proposalDigests } from "./proposal-digests.js";
import type { ConsumableAttestation, Trusted } from "./trusted.js";
import { verifyHash } from "./verify-hash.js";
import { type SignatureCheck, type VerifiedSignature, verifySignature } from "./verify-signature.js";

/** What the operator's side says, whatever the proposal. */
export interface TrustSettings {
  readonly keyring: Keyring;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly audience: string | null;
  readonly audienceRequired: boolean;
  readonly profile: Profile;
  readonly limits: Limits;
}

const NONE: readonly never[] = [];

/** A verified signature with the entry that carries it. */
interface Signed extends VerifiedSignature {
  readonly index: number;
  readonly id: string;
  readonly keyId: string;
}

/**
 * Verifies the evidence, works out effective trust, and demands a trusted chain for a high impact (spec/trust.md). Trust
 * is an output: it lives for this decision and the proposal is never changed.
 */
export function deriveTrust(bound: Bound, requirements: Requirements, artifacts: Artifacts, settings: TrustSettings): Outcome<Trusted> {
  const { proposal } = bound.resolved;
  const { keyring, now, audience, audienceRequired, profile, limits } = settings;
  const evidence = profile.verifyEvidence || requirements.evidenceRequired ? (proposal.evidence ?? NONE) : NONE;

  if (evidence.length === 0 && requirements.evidenceRequired) return fail("evidence.required", "/evidence");
  if (totalBytes(evidence, artifacts) > limits.maxArtifactsBytes) return fail("limit.work", "/evidence");

  const digests = proposalDigests(proposal);
  const issues = new IssueList();
  const facts: EvidenceFact[] = [];
  const signatures: Signed[] = [];
  const check: SignatureCheck = { proposal, digests, keyring, now, audience, audienceRequired, profile, limits, requirements };
  for (let index = 0; index < evidence.length; index += 1) {
    const entry = evidence[index] as Evidence;
    const path = `/evidence/${index}`;
    if (entry.type === "hash") {
      const fault = verifyHash(entry, artifacts, limits);
      if (fault !== null) issues.add(fault.reason, `${path}/${fault.member}`);
      facts.push({ type: "hash", mode: "file", status: fault === null ? "verified" : "failed" });
    } else {
      const { fact, verified } = verifySignature(entry, check, path, issues);
      facts.push(fact);
      if (verified !== null) signatures.push({ ...verified, index, id: entry.id, keyId: entry.key_id });
    }
  }
  const nonce = sharedNonce(signatures, profile, issues);
  if (!issues.empty) return issues.fail({ evidence: facts, provenance: effectiveTrust(proposal, [], profile), digests: digests.known() });

  const provenance = effectiveTrust(proposal, signatures, profile);
  const known = digests.known();
  const chain = judgeChain(bound.resolved, provenance, requirements, profile);
  if (!chain.ok) return { ...chain, facts: { provenance, evidence: facts, digests: known } };

  const attestations = consumable(signatures);
  const expiresAt = firstEnd(signatures);
  return ok(Object.freeze({ bound, provenance, evidence: facts, digests: known, nonce, attestations, expiresAt }) as unknown as Trusted);
}

/** Bytes of the evidence files together, each file once. */
function totalBytes(evidence: readonly Evidence[], artifacts: Artifacts): number {
  let total = 0;
  const counted = new Set<string>();
  for (const entry of evidence) {
    if (entry.type !== "hash" || counted.has(entry.ref)) continue;
    counted.add(entry.ref);
    const artifact = artifacts.get(entry.ref);
    if (artifact instanceof Uint8Array) total += artifact.length;
  }
  return total;
}

/** Verified signatures that may raise set the entry of their id to trusted; nothing else does. */
function effectiveTrust(proposal: Proposal, signatures: readonly Signed[], profile: Profile): readonly ProvenanceFact[] {
  const raisedBy = new Map<string, string[]>();
  for (const { raises, id, keyId } of signatures) {
    if (!raises) continue;
    const keys = raisedBy.get(id);
    if (keys === undefined) raisedBy.set(id, [keyId]);
    else keys.push(keyId);
  }
  return proposal.provenance.map(({ id, trust: declared }) => {
    const raised_by = raisedBy.get(id) ?? [];
    const effective = raised_by.length > 0 || (!profile.strictTrust && declared === "trusted") ? "trusted" : "untrusted";
    return { id, declared, effective, raised_by };
  });
}

/** The nonce that all attestations share; where there are two or more, each must have it (spec/trust.md#single-use). */
function sharedNonce(signatures: readonly Signed[], profile: Profile, issues: IssueList): string | null {
  if (!profile.signedExtensions || signatures.length === 0) return null;
  const canonical = signatures.filter((signature) => signature.attestation !== null);
  const nonces = canonical.map((signature) => signature.attestation?.nonce ?? null);
  const shared = nonces.find((nonce) => nonce !== null) ?? null;
  if (canonical.length < 2) return shared;
  canonical.forEach(({ index }, at) => {
    if (nonces[at] === null || nonces[at] !== shared) issues.add("trust.nonce_differs", `/evidence/${index}/payload`);
  });
  return shared;
}

const MILLISECOND = 1_000_000n;

function roundUpToMilliseconds(nanoseconds: bigint): number {
  return Number((nanoseconds + MILLISECOND - 1n) / MILLISECOND);
}

/** Every verified attestation is used up, also one that raised nothing, except one without an end: it can never raise. */
function consumable(signatures: readonly Signed[]): readonly ConsumableAttestation[] {
  return signatures.flatMap(({ attestation }) =>
    attestation === null || attestation.expiresAt === null
      ? []
      : [{ id: attestation.id, expiresAt: roundUpToMilliseconds(attestation.expiresAt) }],
  );
}

function firstEnd(signatures: readonly Signed[]): number | null {
  let first: number | null = null;
  for (const { raises, attestation } of signatures) {
    if (!raises || attestation === null || attestation.expiresAt === null) continue;
    // Rounded down: a permit must not outlive the attestation.
    const end = Number(attestation.expiresAt / MILLISECOND);
    if (first === null || end < first) first = end;
  }
  return first;
}
