import type { ProposalData, SignatureEvidence } from "../wire/proposal.js";
import type { ApprovalRequest } from "./approval-request.js";
import { vouchedAttestation } from "./attestation.js";
import { readOptions, requireList } from "./options.js";
import { readApprovalRequest } from "./read-approval-request.js";
import { readProposal } from "./read-proposal.js";
import { readVouching, type VouchingOptions } from "./read-vouching.js";
import { readSigner, type Signer, signAttestation } from "./sign-attestation.js";

/** At least one of the two. */
export type ApproveOptions = VouchingOptions;

/**
 * Signs what an approval request asks for (spec/approvals.md#signing): its attestation with `x_vouches_for` and `x_key_id` added, and
 * nothing else. The request is read by the rules of `readApprovalRequest` first. Whoever calls this has shown the request to a person.
 *
 * @returns The evidence entry, which belongs into the request's proposal (`attachApprovals`) or its store.
 * @throws TypeError (as a rejection) for a request, an option or a signature that no strict gate would accept.
 * @example
 * const entry = await approve(request, signer, { vouchesFor: ["approval-1"] });
 */
export async function approve(
  request: ApprovalRequest | Uint8Array | string,
  signer: Signer,
  options: ApproveOptions,
): Promise<SignatureEvidence> {
  const { proposal, attestation } = readApprovalRequest(request);
  const holder = readSigner(signer);
  const { id, vouchesFor } = readVouching(proposal, readOptions("approve", options, ["id", "vouchesFor"]));
  return Object.freeze(await signAttestation(vouchedAttestation(attestation, vouchesFor, holder.keyId), id, holder));
}

/**
 * A proposal with signature entries added, in order. An entry whose id has evidence already is left out: what the proposal itself
 * carries stands.
 *
 * @returns A frozen copy; nothing here is trusted, a gate verifies it all.
 * @throws TypeError for entries that no proposal can hold.
 */
export function attachApprovals(proposal: ProposalData, entries: readonly SignatureEvidence[]): ProposalData {
  const evidence = [...(proposal.evidence ?? [])];
  const taken = new Set(evidence.map(({ id }) => id));
  for (const entry of requireList("entries", entries) as readonly SignatureEvidence[]) {
    if (taken.has(entry.id)) continue;
    taken.add(entry.id);
    evidence.push(entry);
  }
  return readProposal(evidence.length === 0 ? proposal : { ...proposal, evidence });
}
