import type { JsonObject } from "../json/value.js";

export const RECEIPT_VERSION = "x-countersign-receipt/1";

/** A result that the result gate took, as its key signed it (spec/receipts.md#members). A fact, and nobody's word on an action. */
export interface VerifiedReceipt {
  readonly tool: string;
  /** The name under which policies know it. */
  readonly contract: string;
  readonly contractVersion: string;
  readonly requestId: string;
  readonly requestDigest: string;
  /** What the contract tied to the request. */
  readonly bound: JsonObject;
  /** What the agent was given. */
  readonly result: JsonObject;
  readonly resultDigest: string;
  /** As signed. */
  readonly issued: string;
  /** Epoch nanoseconds. */
  readonly issuedAt: bigint;
  /** Epoch nanoseconds. */
  readonly expiresAt: bigint;
}

/** The same with the entry that carries it. */
export interface CarriedReceipt extends VerifiedReceipt {
  /** Position of the entry in `proposal.evidence`. */
  readonly index: number;
}
