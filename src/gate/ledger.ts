import type { ConsumableAttestation } from "../trust/trusted.js";

/** What one allowed action uses up (S11). */
export interface ConsumeRequest {
  readonly attestations: readonly ConsumableAttestation[];
  /** The action instance that all attestations name, where they name one. */
  readonly nonce: string | null;
  readonly budgets: readonly [];
  readonly head: null;
  /** Epoch milliseconds of the gate's clock, the same instant that the attestations were judged at. */
  readonly now: number;
}

export type ConsumeOutcome =
  | { readonly outcome: "consumed" }
  | { readonly outcome: "already_used" }
  /** The store's time and `now` are too far apart to tell. */
  | { readonly outcome: "clock_skew" };

/**
 * Remembers what was used (spec/gate.md#ledger). `consume` is one transaction, all or none, and safe under any number of
 * callers; a rejection means that nothing can be said, and the gate blocks.
 */
export interface Ledger {
  consume(request: ConsumeRequest): Promise<ConsumeOutcome>;
  close(): Promise<void>;
}

/** Rows are kept this long past the end of the attestation, in milliseconds. */
export const LEDGER_RETENTION_MS = 24 * 60 * 60 * 1000;
