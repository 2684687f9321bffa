import { IMPACTS, type Impact, isImpact } from "../decision/impact.js";
import { isWellFormed } from "../json/quote.js";
import type { ProposalData } from "../wire/proposal.js";
import type { ApprovalRequest } from "./approval-request.js";
import { buildApprovalRequest } from "./build-approval-request.js";
import { settleNonce } from "./nonce.js";
import { readOptions, requireText } from "./options.js";
import { readProposal } from "./read-proposal.js";
import { readWindow, type WindowOptions } from "./read-window.js";

export interface ApprovalRequestParts extends WindowOptions {
  /** As `proposalFor` built it, or as bytes or JSON text. Evidence that it carries stays. */
  readonly proposal: ProposalData | Uint8Array | string;
  /** The operator's impact, which must be the proposal's: nothing makes up for one that is not. */
  readonly impact: Impact;
  /** Who asks, as the host knows it. */
  readonly principal?: string | null;
  /** The one gate that may accept it; null for none. */
  readonly audience: string | null;
  /** Unique to this action. Left out where the proposal holds an attestation already: then the nonce is that one's. */
  readonly nonce?: string;
}

const NAMES = ["proposal", "impact", "principal", "audience", "issuedAt", "expiresAt", "lifetimeSeconds", "nonce"] as const;

/**
 * What an approver is asked to sign (spec/approvals.md#request): the exact attestation beside its proposal, and a short code that
 * approver and requester can compare. It gives no trust and holds no secret.
 *
 * @throws TypeError for a proposal that a strict gate would refuse for its form, an impact that is not the proposal's, or terms that
 *   no strict gate accepts.
 * @example
 * const request = approvalRequestFor({
 *   proposal, impact: "money", principal: "agent-7", audience: "billing", issuedAt: now, lifetimeSeconds: 900, nonce,
 * });
 */
export function approvalRequestFor(parts: ApprovalRequestParts): ApprovalRequest {
  const { proposal: given, impact, principal, audience, nonce, ...window } = readOptions("approvalRequestFor", parts, NAMES);
  const proposal = readProposal(given);
  if (!isImpact(impact)) throw new TypeError(`impact must be one of ${IMPACTS.join(", ")}`);
  if (impact !== proposal.impact) throw new TypeError(`impact is ${impact}, and the proposal's is ${proposal.impact}`);
  const terms = {
    ...readWindow("approvalRequestFor", window),
    audience: readName("audience", audience),
    nonce: settleNonce("approvalRequestFor", proposal, nonce),
  };
  return buildApprovalRequest({ proposal, terms, impact, principal: readName("principal", principal ?? null) });
}

function readName(what: string, name: string | null): string | null {
  if (name === null) return null;
  const text = requireText(what, name);
  // A request is JSON that travels: what has no UTF-8 would arrive as something else.
  if (!isWellFormed(text)) throw new TypeError(`${what} holds half of a surrogate pair`);
  return text;
}
