import { quoteName } from "../trust/names.js";
import type { ProposalData } from "../wire/proposal.js";
import { requireList, requireText } from "./options.js";

export interface VouchingOptions {
  /** The provenance entry that the signature raises. Left out: the first of `vouchesFor`. */
  readonly id?: string;
  /** Provenance ids that the signer vouches for, `id` among them. Left out: `id` alone. */
  readonly vouchesFor?: readonly string[];
}

/**
 * A signature raises the entry that it is named after, and only if the signed bytes vouch for it (S6). TypeError for an id that is no
 * provenance entry, is listed twice, or has evidence already (S9).
 */
export function readVouching(proposal: ProposalData, options: VouchingOptions): { id: string; vouchesFor: readonly string[] } {
  const listed = options.vouchesFor === undefined ? [options.id] : requireList("vouchesFor", options.vouchesFor);
  const ids = listed.map((id) => requireText(options.vouchesFor === undefined ? "id" : "each of vouchesFor", id));
  if (new Set(ids).size !== ids.length) throw new TypeError("vouchesFor lists an id twice");
  for (const id of ids) {
    if (!proposal.provenance.some((entry) => entry.id === id))
      throw new TypeError(
        `${quoteName(id)} is no provenance entry, and an attestation vouches for provenance entries alone: take the id of one of \`sources\`, or "approval-1" where proposalFor was given \`approvers\``,
      );
  }
  const id = options.id ?? ids[0];
  if (id === undefined || !ids.includes(id)) throw new TypeError("vouchesFor must have id among its elements");
  if (proposal.evidence?.some((entry) => entry.id === id))
    throw new TypeError(`the proposal holds evidence for ${quoteName(id)} already; each approver needs a provenance entry of its own`);
  return { id, vouchesFor: ids };
}
