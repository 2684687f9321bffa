import type { Bound } from "../binding/call.js";

export type EffectiveTrust = "trusted" | "untrusted";

export interface ProvenanceFact {
  readonly id: string;
  readonly declared: EffectiveTrust;
  readonly effective: EffectiveTrust;
  /** Key ids of the signatures that raised it, in proposal order. */
  readonly raised_by: readonly string[];
}

export interface EvidenceFact {
  readonly type: "hash" | "sig";
  readonly mode: "file" | "legacy" | "canonical" | "malformed";
  readonly status: "verified" | "failed";
  /** The id of a key that the keyring has. */
  readonly key_id?: string;
  readonly attestation_id?: string;
}

/** A verified canonical attestation that a ledger consumes (S11). */
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
  readonly digests: { readonly args?: string; readonly claims?: string; readonly intent?: string };
  readonly attestations: readonly ConsumableAttestation[];
  /** The `x_nonce` that all attestations share, where there is one. */
  readonly nonce: string | null;
  /** Epoch milliseconds when the first attestation that raised trust ends; null where none raised. */
  readonly expiresAt: number | null;
  readonly audience: "checked" | "unchecked";
  readonly [trusted]: true;
}
