import type { Bound } from "../binding/call.js";
import type { ProvenanceFact } from "../decision/facts.js";
import { fail, IssueList, type Outcome, ok } from "../decision/issue.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { Evidence, Proposal } from "../wire/proposal.js";
import type { Artifacts } from "./artifacts.js";
import { authorityOf } from "./authority.js";
import { judgeChain } from "./judge-chain.js";
import { audiencesSigned, consumable, firstEnd, lastRaised, sharedNonce } from "./single-use.js";
import type { TrustSettings } from "./trust-settings.js";
import type { Trusted } from "./trusted.js";
import { type Signed, verifyEvidence } from "./verify-evidence.js";

const NONE: readonly never[] = Object.freeze([]);

/**
 * Verifies the evidence, works out effective trust, and demands a trusted chain for a high impact (spec/trust.md). Trust
 * is an output: it lives for this decision and the proposal is never changed.
 */
export function deriveTrust(bound: Bound, requirements: Requirements, artifacts: Artifacts, settings: TrustSettings): Outcome<Trusted> {
  const { proposal } = bound.resolved;
  const { profile, limits } = settings;
  const evidence = profile.verifyEvidence || requirements.evidenceRequired ? (proposal.evidence ?? NONE) : NONE;

  if (evidence.length === 0 && requirements.evidenceRequired) return fail("evidence.required", "/evidence");
  if (evidence.length > 0 && totalBytes(evidence, artifacts) > limits.maxArtifactsBytes) return fail("limit.work", "/evidence");

  const issues = new IssueList();
  const verified = verifyEvidence(evidence, proposal, requirements, artifacts, settings, issues);
  const { facts, signatures, receipts, digests } = verified;
  // A fact that was checked is not an authority that approved (spec/receipts.md#never-trust).
  if (requirements.evidenceRequired && !verified.beyondReceipts) issues.add("evidence.required", "/evidence");
  const nonce = sharedNonce(signatures, profile, issues);
  if (!issues.empty) return issues.fail({ evidence: facts, provenance: effectiveTrust(proposal, NONE, profile), digests });

  const provenance = effectiveTrust(proposal, signatures, profile);
  const chain = judgeChain(bound.resolved, provenance, requirements, profile);
  if (!chain.ok) return { ...chain, facts: { provenance, evidence: facts, digests } };
  const { raisers, approvers } = authorityOf(signatures, settings.keyring);
  return ok(
    Object.freeze({
      bound,
      provenance,
      evidence: facts,
      digests,
      nonce,
      attestations: consumable(signatures),
      expiresAt: firstEnd(signatures, settings.keyring, requirements),
      audiencesSigned: audiencesSigned(signatures),
      raisers,
      approvers,
      receipts,
      raisedAt: lastRaised(signatures),
    }) as unknown as Trusted,
  );
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
  const raisedBy = raisersById(signatures);
  return proposal.provenance.map(({ id, trust: declared }) => {
    const raised_by = raisedBy?.get(id) ?? NONE;
    const effective = raised_by.length > 0 || (!profile.strictTrust && declared === "trusted") ? "trusted" : "untrusted";
    return { id, declared, effective, raised_by };
  });
}

/** Key ids by the id that they raise; null where there is no signature. */
function raisersById(signatures: readonly Signed[]): ReadonlyMap<string, readonly string[]> | null {
  if (signatures.length === 0) return null;
  const raisedBy = new Map<string, string[]>();
  for (const { raises, id, keyId } of signatures) {
    if (!raises) continue;
    const keys = raisedBy.get(id);
    if (keys === undefined) raisedBy.set(id, [keyId]);
    else keys.push(keyId);
  }
  return raisedBy;
}
