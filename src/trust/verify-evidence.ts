import { sha256 } from "#crypto";
import type { ActionDigests, EvidenceFact } from "../decision/facts.js";
import type { IssueList } from "../decision/issue.js";
import type { Requirements } from "../decision/requirements.js";
import type { Evidence, Proposal } from "../wire/proposal.js";
import type { Artifacts } from "./artifacts.js";

import { proposalDigests } from "./proposal-digests.js";
import type { CarriedReceipt } from "./receipt.js";
import type { TrustSettings } from "./trust-settings.js";
import { verifyHash } from "./verify-hash.js";
import { type SignatureCheck, type VerifiedSignature, verifySignature } from "./verify-signature.js";

/** A verified signature with the entry that carries it. */
export interface Signed extends VerifiedSignature {
  /** Position of the entry in `proposal.evidence`. */
  readonly index: number;
  readonly id: string;
  readonly keyId: string;
}

export interface VerifiedEvidence {
  readonly facts: readonly EvidenceFact[];
  readonly signatures: readonly Signed[];
  readonly receipts: readonly CarriedReceipt[];
  /** Some entry is something else than a receipt, whether it holds or not. */
  readonly beyondReceipts: boolean;
  readonly digests: ActionDigests;
}

const NO_RECEIPTS: readonly never[] = Object.freeze([]);
const NONE: VerifiedEvidence = Object.freeze({
  facts: Object.freeze([]),
  signatures: Object.freeze([]),
  receipts: NO_RECEIPTS,
  beyondReceipts: false,
  digests: Object.freeze({}),
});

/** Verifies each entry of evidence (spec/trust.md#hash-evidence, #signature-evidence). Every fault is added to `issues`. */
export function verifyEvidence(
  evidence: readonly Evidence[],
  proposal: Proposal,
  requirements: Requirements,
  artifacts: Artifacts,
  settings: TrustSettings,
  issues: IssueList,
): VerifiedEvidence {
  if (evidence.length === 0) return NONE;
  const { keyring, now, audience, audienceRequired, profile, limits } = settings;
  const digests = proposalDigests(proposal);
  const digestOf = fileDigests();
  const check: SignatureCheck = { proposal, digests, keyring, now, audience, audienceRequired, profile, limits, requirements };
  const facts: EvidenceFact[] = [];
  const signatures: Signed[] = [];
  let receipts: CarriedReceipt[] | null = null;
  let beyondReceipts = false;
  for (let index = 0; index < evidence.length; index += 1) {
    const entry = evidence[index] as Evidence;
    const path = `/evidence/${index}`;
    if (entry.type === "hash") {
      const fault = verifyHash(entry, artifacts, digestOf, limits);
      if (fault !== null) issues.add(fault.reason, `${path}/${fault.member}`);
      facts.push({ type: "hash", mode: "file", status: fault === null ? "verified" : "failed" });
      beyondReceipts = true;
    } else {
      const { fact, verified, receipt } = verifySignature(entry, check, path, issues);
      facts.push(fact);
      if (fact.mode !== "receipt") beyondReceipts = true;
      if (receipt !== null) {
        receipts ??= [];
        if (isCarried(receipt.contract, receipts)) issues.add("receipt.duplicate", `${path}/payload`);
        receipts.push({ ...receipt, index });
      }
      if (verified !== null) {
        const { raises, attestation } = verified;
        signatures.push({ raises, attestation, index, id: entry.id, keyId: entry.key_id });
      }
    }
  }
  return { facts, signatures, receipts: receipts ?? NO_RECEIPTS, beyondReceipts, digests: digests.known() };
}

/** Which of two facts of one contract a rule meant would hang on their order. */
function isCarried(contract: string, receipts: readonly CarriedReceipt[]): boolean {
  for (let at = 0; at < receipts.length; at += 1) if (receipts[at]?.contract === contract) return true;
  return false;
}

/** SHA-256 by ref, each file hashed once: sixty-four entries of one large file must not be sixty-four times the work. */
function fileDigests(): (ref: string, bytes: Uint8Array) => string {
  const known = new Map<string, string>();
  return (ref, bytes) => {
    const digest = known.get(ref) ?? sha256(bytes);
    known.set(ref, digest);
    return digest;
  };
}
