import type { BudgetEntry } from "../policy/budget.js";
import type { ConsumableAttestation } from "../trust/trusted.js";
import type { ApprovalStore } from "./approval-store.js";

/** The last record that an audit log has kept. */
export interface AuditHead {
  /** Names the log: 32 hex digits, made when the log is begun. */
  readonly log: string;
  /** Position of the record, from 0. */
  readonly seq: number;
  /** SHA-256 (hex) of the record. */
  readonly hash: string;
}

/** What one allowed action uses up (S11). */
export interface ConsumeRequest {
  readonly attestations: readonly ConsumableAttestation[];
  /** The action instance that all attestations name, where they name one. */
  readonly nonce: string | null;
  /** Running limits that the action counts against, in the policy's order. */
  readonly budgets: readonly BudgetEntry[];
  /** Kept for `audit verify`, per log; a head behind the one kept changes nothing. */
  readonly head: AuditHead | null;
  /** Epoch milliseconds of the gate's clock, the same instant that the attestations were judged at. */
  readonly now: number;
}

export type ConsumeOutcome =
  | { readonly outcome: "consumed" }
  | { readonly outcome: "already_used" }
  /** The first budget, in the request's order, that the action does not fit. */
  | { readonly outcome: "over_budget"; readonly rule: string }
  /** The store's time and `now` are too far apart to tell. */
  | { readonly outcome: "clock_skew" };

/**
 * Remembers what was used (spec/gate.md#ledger). `consume` is one transaction, all or none, and safe under any number of
 * callers; a rejection means that nothing can be said, and the gate blocks.
 */
export interface Ledger {
  consume(request: ConsumeRequest): Promise<ConsumeOutcome>;
  /** The head kept for a log, or null. */
  head?(log: string): Promise<AuditHead | null>;
  /** Approval requests, where the same store keeps them. */
  readonly approvals?: ApprovalStore;
  close(): Promise<void>;
}

/** Rows are kept this long past the end of the attestation, in milliseconds. */
export const LEDGER_RETENTION_MS = 24 * 60 * 60 * 1000;

/** A gate's clock this far ahead of or behind the store's cannot be judged by, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 60_000;
