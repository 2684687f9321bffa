import type { ApprovalRequest } from "../sign/approval-request.js";
import { parseTimestamp } from "../trust/timestamp.js";
import { readStored } from "./approval-flow.js";
import type { ApprovalQuota } from "./approval-quota.js";
import type { ApprovalStore, StoredApproval } from "./approval-store.js";
import type { CallContext } from "./ports.js";
import { type Deadline, LATE } from "./within.js";

/** What stands in the store for an action; null where nothing does, or nothing can be said in time. Total. */
export async function findApproval(store: ApprovalStore, action: string, deadline: Deadline): Promise<StoredApproval | null> {
  return settled(() => store.find(action), action, deadline);
}

/**
 * Keeps a request, so that the call is pending; null where it is not kept. Total: a caller who asks too much, a store that is full,
 * late or at fault, and the block is a block like any other.
 */
export async function openApproval(
  store: ApprovalStore,
  quota: ApprovalQuota,
  ask: { readonly request: ApprovalRequest; readonly action: string; readonly context: CallContext; readonly now: number },
  deadline: Deadline,
): Promise<StoredApproval | null> {
  const { request, action, context, now } = ask;
  const nonce = request.attestation.x_nonce as string;
  const expiresAt = Number((parseTimestamp(request.attestation.expires_at) ?? 0n) / 1_000_000n);
  if (!quota.take({ nonce, caller: JSON.stringify([context.tenant ?? null, context.principal]), expiresAt, now })) return null;
  const kept = await settled(() => store.open({ request, nonce, action, expiresAt }), action, deadline);
  // A request that stood already takes no new place; one whose fate is not known keeps its own, to be safe.
  if (kept !== null && kept.nonce !== nonce) quota.release(nonce);
  return kept;
}

/** Drops a request whose action was allowed, or whose nonce is used up. What stays for want of an answer ends by itself. */
export async function settleApproval(store: ApprovalStore, quota: ApprovalQuota, nonce: string, deadline: Deadline): Promise<void> {
  quota.release(nonce);
  try {
    await deadline.within(store.settle(nonce));
  } catch {
    // Its approval is spent, whatever the store still lists.
  }
}

async function settled(ask: () => Promise<StoredApproval | null>, action: string, deadline: Deadline): Promise<StoredApproval | null> {
  try {
    const answer = await deadline.within(ask());
    return answer === LATE ? null : readStored(answer, action);
  } catch {
    return null;
  }
}
