import type { Reason } from "../decision/catalogue.js";
import type { Decision } from "../decision/decision.js";
import { approvalAction } from "../sign/approval-action.js";
import type { ApprovalRequest } from "../sign/approval-request.js";
import { attachApprovals } from "../sign/approve.js";
import { buildApprovalRequest } from "../sign/build-approval-request.js";
import { nonceIn } from "../sign/nonce.js";
import { readApprovalRequest } from "../sign/read-approval-request.js";
import { formatTimestamp } from "../trust/timestamp.js";
import type { Prepared } from "../verify-action.js";
import type { Proposal, ProposalData } from "../wire/proposal.js";
import type { StoredApproval } from "./approval-store.js";
import type { CallContext } from "./ports.js";

/** What a live gate says beside a decision (spec/approvals.md#pending). On an allow, and on any other block, it is NO_APPROVAL. */
export interface ApprovalStanding {
  /** What somebody may sign so that the same call passes; null where no signature helps, or somebody said no. */
  readonly approval_request: ApprovalRequest | null;
  /** The request stands in the gate's store: make the same call again once it is signed. */
  readonly pending: boolean;
}

export const NO_APPROVAL: ApprovalStanding = Object.freeze({ approval_request: null, pending: false });

/** The blocks that a signature can lift; anything beside them stays whatever is signed. */
const FOR_WANT_OF_TRUST: ReadonlySet<Reason> = new Set<Reason>(["evidence.required", "trust.no_trusted_chain", "policy.approvals"]);

/**
 * The proposal of a call that is blocked for want of trust alone, so that an approval may let it pass; null for every other decision.
 * `principal` is null where nobody said who asks. Pure. Strict alone: the nonce that ties an approval to its call is an extension that interop does not read.
 */
export function wantsApproval(
  { settings, outcome, requirements }: Prepared,
  decision: Decision,
  principal: string | null,
): Proposal | null {
  if (!outcome.ok || requirements === null || outcome.value.bound === null || !settings.profile.signedExtensions) return null;
  if (decision.verdict !== "block" || decision.more_issues > 0) return null;
  if (!decision.issues.every(({ reason }) => FOR_WANT_OF_TRUST.has(reason))) return null;
  const { proposal } = outcome.value.bound.resolved;
  // The policy's word comes after the evidence, so some of it has not been heard yet. What it refuses whoever signs is not asked for.
  const rule = settings.policy.tools.get(requirements.tool);
  if (rule === undefined || rule.deny !== null || rule.impact !== proposal.impact) return null;
  if (rule.principals !== null && principal !== null && !rule.principals.allow.has(principal)) return null;
  if (rule.args !== null && !rule.args(outcome.value.args).fits) return null;
  return hasRoom(proposal, requirements.trustedChainRequired && decision.reason !== "policy.approvals") ? proposal : null;
}

/** One id has one signature (S9), and for the causal chain a claim must name it: is there such an entry without evidence? */
function hasRoom({ provenance, claims, evidence = [] }: ProposalData, named: boolean): boolean {
  const taken = new Set(evidence.map(({ id }) => id));
  return provenance.some(({ id }) => !taken.has(id) && (!named || claims.some((claim) => claim.evidence.includes(id))));
}

/** The digest under which a store finds the call again. */
export function actionOf(proposal: ProposalData, { settings }: Prepared, { principal, tenant }: CallContext): string {
  return approvalAction(proposal, { principal, tenant: tenant ?? null, audience: settings.audience });
}

export interface AskedTerms {
  readonly principal: string | null;
  /** Epoch milliseconds that the proposal was judged at. */
  readonly now: number;
  /** Unpredictable; used where the proposal carries no nonce of its own. 1 to 128 printable ASCII characters. */
  readonly nonce: string;
  /** How long an approval is good for, in seconds; the policy may allow less. */
  readonly lifetimeSeconds: number;
}

/**
 * The request for a proposal that `wantsApproval` gave. Null where none can be made, because its attestations have no common nonce:
 * nothing can be signed beside those.
 */
export function requestFor(proposal: Proposal, { settings, requirements }: Prepared, terms: AskedTerms): ApprovalRequest | null {
  if (requirements === null) return null;
  const { principal, now, lifetimeSeconds } = terms;
  const held = heldNonce(proposal);
  if (held === undefined) return null;
  const lifetime = Math.min(lifetimeSeconds, requirements.maxAttestationLifetime);
  return buildApprovalRequest({
    proposal,
    impact: requirements.impact,
    principal,
    terms: {
      issuedAt: formatTimestamp(now),
      expiresAt: formatTimestamp(now + lifetime * 1000),
      audience: settings.audience,
      nonce: held ?? terms.nonce,
    },
  });
}

/** Undefined where no other attestation can stand beside those that are there. */
function heldNonce(proposal: ProposalData): string | null | undefined {
  try {
    return nonceIn(proposal);
  } catch {
    return undefined;
  }
}

/**
 * A request as it came out of a store, held against what it should be; null for one that is odd. A store gives no trust, but what it
 * hands out is shown to people.
 */
export function readStored(stored: StoredApproval | null, action: string): StoredApproval | null {
  if (stored === null || stored.action !== action || (stored.state !== "pending" && stored.state !== "denied")) return null;
  try {
    const request = readApprovalRequest(stored.request);
    return request.attestation.x_nonce === stored.nonce && Array.isArray(stored.evidence) ? { ...stored, request } : null;
  } catch {
    return null;
  }
}

/**
 * The proposal with what has been signed for it, to be verified like any other; null where there is nothing to add. A proposal that
 * brings an attestation of another nonce is another instance of the action, and gets nothing.
 */
export function withStored(proposal: Proposal, stored: StoredApproval | null): ProposalData | null {
  if (stored === null || stored.state !== "pending" || stored.evidence.length === 0) return null;
  const held = heldNonce(proposal);
  if (held === undefined || (held !== null && held !== stored.nonce)) return null;
  const asked = (stored.request.proposal.evidence ?? []).filter((entry) => entry.type === "sig");
  try {
    const attached = attachApprovals(proposal, [...asked, ...stored.evidence]);
    return (attached.evidence?.length ?? 0) > (proposal.evidence?.length ?? 0) ? attached : null;
  } catch {
    // Too large, or no evidence at all: the call is judged as it came.
    return null;
  }
}

/**
 * What to say of a call that is blocked for want of trust.
 *
 * @param request What `requestFor` made of the call.
 * @param kept What stands in the store for it; null where there is no store, or it is full, late or at fault. Then the request can
 *   still be signed, and the host brings the signature itself.
 */
export function standingOf(request: ApprovalRequest | null, kept: StoredApproval | null): ApprovalStanding {
  if (request === null) return NO_APPROVAL;
  if (kept === null) return Object.freeze({ approval_request: request, pending: false });
  if (kept.state === "denied") return NO_APPROVAL;
  // The host's own attestation names another instance, so what is signed for the one kept could not be added.
  const held = heldNonce(request.proposal);
  if (held !== null && held !== kept.nonce) return Object.freeze({ approval_request: request, pending: false });
  return Object.freeze({ approval_request: withSigned(kept), pending: true });
}

/** The request that stands, its proposal with what has been signed so far: the next approver sees it, and the code is the same. */
function withSigned({ request, evidence }: StoredApproval): ApprovalRequest {
  try {
    return Object.freeze({ ...request, proposal: attachApprovals(request.proposal, evidence) });
  } catch {
    return request;
  }
}
