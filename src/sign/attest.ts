import type { Proposal, ProposalData } from "../wire/proposal.js";
import { type AttestationTerms, attestationFor } from "./attestation.js";
import { settleNonce } from "./nonce.js";
import { readOptions, requireText } from "./options.js";
import { readProposal } from "./read-proposal.js";
import { readVouching, type VouchingOptions } from "./read-vouching.js";
import { readWindow, type WindowOptions } from "./read-window.js";
import { readSigner, type Signer, signAttestation } from "./sign-attestation.js";

export interface AttestOptions extends VouchingOptions, WindowOptions {
  /** The one gate that may accept it. */
  readonly audience?: string;
  /** Unique to this action; 1 to 128 printable ASCII characters. Left out where the proposal holds an attestation already. */
  readonly nonce?: string;
}

const NAMES = ["id", "vouchesFor", "issuedAt", "expiresAt", "lifetimeSeconds", "audience", "nonce"] as const;

/**
 * Signs an attestation of a proposal and gives a new proposal that carries it (spec/attestation-signing.md). The signature is
 * over the tool, the arguments, the claims, the intent and the sources as they stand: change one and it no longer holds.
 *
 * @param proposal As `proposalFor` built it, or as bytes or JSON text.
 * @returns The proposal with the signature entry appended, frozen.
 * @throws TypeError (as a rejection) for a proposal, option or signer that would give an attestation which no strict gate accepts.
 * @example
 * const signed = await attest(proposal, signer, { id: "inv-204", issuedAt: now, lifetimeSeconds: 900, nonce });
 */
export async function attest(proposal: ProposalData | Uint8Array | string, signer: Signer, options: AttestOptions): Promise<ProposalData> {
  const own = readProposal(proposal);
  const holder = readSigner(signer);
  const { id, terms } = readTerms(own, holder.keyId, readOptions("attest", options, NAMES));
  const entry = await signAttestation(attestationFor(own, terms), id, holder);
  return readProposal({ ...own, evidence: [...(own.evidence ?? []), entry] });
}

function readTerms(proposal: Proposal, keyId: string, options: AttestOptions): { id: string; terms: AttestationTerms } {
  const { id, vouchesFor } = readVouching(proposal, options);
  const { audience } = options;
  return {
    id,
    terms: {
      keyId,
      vouchesFor,
      ...readWindow("attest", options),
      audience: audience === undefined ? null : requireText("audience", audience),
      nonce: settleNonce("attest", proposal, options.nonce),
    },
  };
}
