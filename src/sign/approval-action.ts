import { sha256 } from "#crypto";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonValue } from "../json/value.js";
import type { ProposalData } from "../wire/proposal.js";

/** Who makes a call, and at which gate. */
export interface ActionCaller {
  readonly principal: string;
  readonly tenant: string | null;
  /** Null for a gate that names none. */
  readonly audience: string | null;
}

/**
 * The digest by which a call finds its approval request again (spec/approvals.md#action): SHA-256 (hex) over the proposal without its
 * signature entries, and over who calls where. Another principal, tenant or gate, another argument, claim, source or file, and the
 * digest is another. The session is left out: the one that asked may be gone before anybody has signed.
 */
export function approvalAction(proposal: ProposalData, { principal, tenant, audience }: ActionCaller): string {
  const { evidence = [], ...unsigned } = proposal;
  const hashes = evidence.filter(({ type }) => type === "hash");
  const action = { audience, principal, proposal: hashes.length === 0 ? unsigned : { ...unsigned, evidence: hashes }, tenant };
  return sha256(`countersign-approval-action/1\n${canonicalText(action as unknown as JsonValue)}`);
}
