import type { Prepared } from "../verify-action.js";
import type { Proposal } from "../wire/proposal.js";
import { actionOf, requestFor, standingOf, wantsApproval, withStored } from "./approval-flow.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import { findApproval, openApproval, settleApproval } from "./keep-approval.js";
import type { Standing } from "./standing.js";
import { verifyProposal } from "./verify-call.js";
import type { Deadline } from "./within.js";

/**
 * What becomes of a call that is blocked for want of trust alone (spec/approvals.md#pending): what has been signed for it meanwhile is
 * attached and judged like any evidence; where that is not enough, the request for approval stands beside the block. Any other
 * decision passes through. The store gives no trust and its faults change no verdict.
 */
export function seekApproval(call: LiveCall, parts: GateParts, deadline: Deadline, at: Standing): Standing | Promise<Standing> {
  const { prepared, now } = at;
  if (at.decision.verdict === "allow" || prepared === null || now === null) return at;
  const proposal = wantsApproval(prepared, at.decision, call.context.principal);
  return proposal === null ? at : seek(call, parts, deadline, { ...at, prepared, now }, proposal);
}

type Judged = Standing & { readonly prepared: Prepared; readonly now: number };

async function seek(call: LiveCall, parts: GateParts, deadline: Deadline, at: Judged, proposal: Proposal): Promise<Standing> {
  const { prepared, now } = at;
  const { approvals: store, approvalQuota: quota } = parts;
  const { context } = call;
  const action = actionOf(proposal, prepared, context);
  let stored = store === null ? null : await findApproval(store, action, deadline);
  const attached = withStored(proposal, stored);
  let judged: Standing = attached === null ? at : await verifyProposal(call, attached, parts, deadline, at);
  if (judged.decision.verdict === "allow") return { ...judged, attached: stored?.nonce ?? null };
  if (store !== null && stored !== null && judged.decision.code === "PIC_EVIDENCE_FAILED") {
    // A signature no longer holds, such as one by a key that was revoked since: nothing can mend it, so the asking begins anew.
    await settleApproval(store, quota, stored.nonce, deadline);
    stored = null;
    judged = at;
  }
  if (judged.prepared === null || wantsApproval(judged.prepared, judged.decision, context.principal) === null) return judged;
  const request = requestFor(proposal, prepared, {
    principal: context.principal,
    now,
    nonce: parts.newNonce(),
    lifetimeSeconds: parts.approvalLifetimeSeconds,
  });
  const ask = store === null || request === null || stored !== null ? null : { request, action, context, now };
  const kept = ask === null || store === null ? stored : await openApproval(store, quota, ask, deadline);
  const { approval_request, pending } = standingOf(request, kept);
  return { ...judged, approvalRequest: approval_request, pending };
}

/** Drops the stored request whose signatures were used, or had been used before. */
export function settleAttached({ approvals, approvalQuota }: GateParts, deadline: Deadline, at: Standing): Standing | Promise<Standing> {
  if (approvals === null || at.attached === null) return at;
  const spent = at.decision.single_use === "consumed" || at.decision.reason === "policy.already_used";
  return spent ? settleApproval(approvals, approvalQuota, at.attached, deadline).then(() => at) : at;
}
