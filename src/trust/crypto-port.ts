/**
 * The crypto engine's shape. `#crypto` resolves to node/crypto.ts on Node and to trust/crypto-portable.ts elsewhere; both
 * hold one acceptance rule (spec/ed25519.md).
 */
export interface CryptoEngine {
  /** Lower-case hex SHA-256; a string is hashed as its UTF-8 (it must be well-formed). */
  sha256(data: Uint8Array | string): string;
  /** Why a 32-byte public key may not be used, or null. */
  weakness(raw: Uint8Array): KeyWeakness | null;
  /** A key ready to verify with; call `weakness` first. */
  importKey(raw: Uint8Array): VerifyKey;
  /** True only when the signature holds under the acceptance rule; never throws for any bytes. */
  verify(key: VerifyKey, message: Uint8Array, signature: Uint8Array): boolean;
}

export type KeyWeakness = "length" | "not-canonical" | "not-on-curve" | "small-order";

export interface VerifyKey {
  readonly raw: Uint8Array;
  /** Lower-case hex of `raw`. */
  readonly hex: string;
}
