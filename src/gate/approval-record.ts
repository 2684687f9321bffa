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

/** @throws SyntaxError or TypeError where the store's text is damaged. */
export function approvalOf({ nonce, action, state, request, evidence, expiresAt }: ApprovalRow): StoredApproval {
  const entries: unknown = JSON.parse(evidence);
  if (!Array.isArray(entries)) throw new TypeError("a stored approval request is damaged");
  return Object.freeze({
    request: JSON.parse(request),
    nonce,
    action,
    state: state === "pending" ? "pending" : "denied",
    evidence: Object.freeze(entries as SignatureEvidence[]),
    expiresAt,
  });
}

/** The row with one entry more, or null where it may not be added. */
export function signedRow(row: ApprovalRow, entry: SignatureEvidence): ApprovalRow | null {
  const { state, evidence } = approvalOf(row);
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
