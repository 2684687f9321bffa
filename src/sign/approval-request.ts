import type { Impact } from "../decision/impact.js";
import type { JsonObject } from "../json/value.js";
import type { ProposalData } from "../wire/proposal.js";

export const APPROVAL_REQUEST_VERSION = "countersign-approval/1";

/** What an approver is asked to sign, beside the proposal it is about (spec/approvals.md#request). JSON, snake_case. */
export interface ApprovalRequest {
  readonly approval_request: typeof APPROVAL_REQUEST_VERSION;
  /** Twelve characters of Crockford base32 in groups of four, made from what is asked: for people to compare. */
  readonly code: string;
  /** The proposal, with whatever evidence was attached. */
  readonly proposal: ProposalData;
  /** The exact attestation to be signed; the approver adds `x_vouches_for` and `x_key_id` alone. */
  readonly attestation: JsonObject;
  /** The operator's impact. */
  readonly impact: Impact;
  /** Who asked, as the host knows it; null where nobody said. */
  readonly principal: string | null;
}
