import type { Bound } from "../binding/call.js";
import type { ActionDigests, EvidenceFact, ProvenanceFact } from "../decision/facts.js";
import type { Approver, Raiser } from "./authority.js";
import type { CarriedReceipt } from "./receipt.js";

/** A verified canonical attestation that a ledger consumes (spec/trust.md#single-use). */
export interface ConsumableAttestation {
  /** SHA-256 (hex) of the raw public key, then the canonical bytes. */
  readonly id: string;
  /** Epoch milliseconds, rounded up. */
  readonly expiresAt: number;
}

declare const trusted: unique symbol;
/** The evidence verified and effective trust is known. Only derive-trust.ts makes one. */
export interface Trusted {
  readonly bound: Bound;
  readonly provenance: readonly ProvenanceFact[];
  readonly evidence: readonly EvidenceFact[];
  readonly digests: ActionDigests;
  readonly attestations: readonly ConsumableAttestation[];
  /** The `x_nonce` that all attestations share, where there is one. */
  readonly nonce: string | null;
  /** Epoch milliseconds when the first attestation or key that raised trust ends; null where none raised. */
  readonly expiresAt: number | null;
  /** Every attestation names an audience; where one does not, none was compared. */
  readonly audiencesSigned: boolean;
  /** Verified, one of a contract at most. None of them raised anything. */
  readonly receipts: readonly CarriedReceipt[];
  /** Epoch nanoseconds of the latest `issued_at` of an attestation that raised trust; null where none raised. */
  readonly raisedAt: bigint | null;
  /** The keys whose attestations raised trust, each once. */
  readonly raisers: readonly Raiser[];
  /** Those of them whose approval counts towards a quorum. */
  readonly approvers: readonly Approver[];
  readonly [trusted]: true;
}
