import type { ApprovalRequest } from "../sign/approval-request.js";
import type { SignatureEvidence } from "../wire/proposal.js";
import type { ApprovalState, StoredApproval } from "./approval-store.js";

/** Most requests that stand at once in one store; beyond it none is opened (spec/ledger.md#approvals). */
export const MAX_STANDING_APPROVALS = 1000;
/** Most signature entries of one request: no proposal may hold more. */
const MAX_SIGNATURES = 64;

/** An approval request as a store writes it: text, so that what is handed out is never what somebody else holds. */
export interface ApprovalRow {
  readonly nonce: string;
  readonly action: string;
  readonly state: ApprovalState;
  /** JSON. */
  readonly request: string;
  /** JSON, an array. */
  readonly evidence: string;
  readonly expiresAt: number;
}

/** @throws TypeError for a request that no store keeps. */
export function approvalRow({ request, nonce, action, expiresAt }: Omit<StoredApproval, "state" | "evidence">): ApprovalRow {
  if (typeof nonce !== "string" || nonce === "") throw new TypeError("an approval request needs its nonce");
  if (typeof action !== "string" || !/^[0-9a-f]{64}$/.test(action))
    throw new TypeError("an approval request's action must be 64 hex digits");
  if (!Number.isSafeInteger(expiresAt)) throw new TypeError("an approval request's end must be epoch milliseconds");
  return { nonce, action, state: "pending", request: JSON.stringify(request), evidence: "[]", expiresAt };
}

/**
 * Total: where the store's text is damaged there is no request, which whoever reads it tells; the others are still to be listed, and
 * it is still to be denied.
 */
export function approvalOf({ nonce, action, state, expiresAt, ...texts }: ApprovalRow): StoredApproval {
  return Object.freeze({ ...parsed(texts), nonce, action, state: state === "pending" ? "pending" : "denied", expiresAt });
}

function parsed({ request, evidence }: Pick<ApprovalRow, "request" | "evidence">): Pick<StoredApproval, "request" | "evidence"> {
  try {
    const entries: unknown = JSON.parse(evidence);
    if (Array.isArray(entries)) return { request: JSON.parse(request), evidence: Object.freeze(entries as SignatureEvidence[]) };
  } catch {
    // No JSON: damaged as what is no list.
  }
  return { request: null as unknown as ApprovalRequest, evidence: Object.freeze([]) };
}

/**
 * The row with one entry more, or null where it may not be added.
 *
 * @throws TypeError where the row is damaged: what was signed before would be lost
 */
export function signedRow(row: ApprovalRow, entry: SignatureEvidence): ApprovalRow | null {
  const { request, state, evidence } = approvalOf(row);
  if (request === null) throw new TypeError("the stored approval request is damaged");
  if (state !== "pending" || evidence.some(({ id }) => id === entry.id)) return null;
  if (evidence.length >= MAX_SIGNATURES) throw new RangeError("the approval request holds as many signatures as a proposal may");
  return { ...row, evidence: JSON.stringify([...evidence, entry]) };
}

/** At most `limit` rows, a whole number from 0. */
export function checkLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError("limit must be a whole number");
  return Math.min(limit, MAX_STANDING_APPROVALS);
}

export function refuseEnded(expiresAt: number, now: number): void {
  if (!(expiresAt > now)) throw new RangeError("the approval request has ended");
}

export function tooManyApprovals(): Error {
  return new Error(`the store holds ${MAX_STANDING_APPROVALS} approval requests; decide on some`);
}

export function nonceTaken(): Error {
  return new Error("another approval request has this nonce");
}
