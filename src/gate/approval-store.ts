import type { ApprovalRequest } from "../sign/approval-request.js";
import type { SignatureEvidence } from "../wire/proposal.js";

export type ApprovalState = "pending" | "denied";

/** An approval request as a store keeps it, by its nonce, until it ends. */
export interface StoredApproval {
  readonly request: ApprovalRequest;
  /** `request.attestation.x_nonce`. */
  readonly nonce: string;
  /** SHA-256 (hex): the same call by the same principal finds it again. */
  readonly action: string;
  readonly state: ApprovalState;
  /** What has been signed for it, in the order of signing. */
  readonly evidence: readonly SignatureEvidence[];
  /** Epoch milliseconds: the request's own end. */
  readonly expiresAt: number;
}

/**
 * Keeps approval requests between the call that was blocked and the call that brings them back (spec/approvals.md#pending). Every
 * method is one transaction; a rejection means that nothing can be said, and nothing is pending. What has ended at the store's
 * time is gone. It gives no trust: what it hands out is verified like any evidence.
 */
export interface ApprovalStore {
  /** Keeps a request, or gives back the one that stands for the same action already. */
  open(approval: Omit<StoredApproval, "state" | "evidence">): Promise<StoredApproval>;
  /** The request that stands for an action, or null. */
  find(action: string): Promise<StoredApproval | null>;
  get(nonce: string): Promise<StoredApproval | null>;
  /** Oldest first; at most `limit`. */
  list(limit: number): Promise<readonly StoredApproval[]>;
  /** Adds a signature entry. Null where the request is gone or denied, or holds an entry of that id already. */
  sign(nonce: string, evidence: SignatureEvidence): Promise<StoredApproval | null>;
  /** Null where the request is gone. Denied stays denied until its end. */
  deny(nonce: string): Promise<StoredApproval | null>;
  /** Drops a request whose action was allowed. */
  settle(nonce: string): Promise<void>;
}
