import type { VerifyKey } from "#crypto";
import type { Impact } from "../decision/impact.js";

export const KEY_PURPOSES = ["approve", "attest", "receipt", "upstream", "checkpoint", "agent", "break_glass"] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** One public key that the operator trusts, and for what. */
export interface KeyEntry {
  readonly id: string;
  readonly key: VerifyKey;
  /** As written; an entry without it counts as `approve` and `attest`. */
  readonly purpose: readonly KeyPurpose[];
  readonly purposeWritten: boolean;
  /** Exact tool names, or "*" as an element; null where the file has none. */
  readonly tools: readonly string[] | null;
  readonly impacts: readonly (Impact | "*")[] | null;
  readonly audiences: readonly string[] | null;
  readonly roles: readonly string[];
  readonly owner: string | null;
  /** Epoch nanoseconds, half open: notBefore <= now < expiresAt. */
  readonly notBefore: bigint | null;
  readonly expiresAt: bigint | null;
  /** Refused at once, whatever any date says. Strikes the same key material under every id. */
  readonly revoked: boolean;
}

declare const loaded: unique symbol;
/** A keyring that loaded without a fault. Only load-keyring.ts makes one. */
export interface Keyring {
  readonly keys: ReadonlyMap<string, KeyEntry>;
  /** Ids that the file revokes, also those without a key. */
  readonly revokedIds: ReadonlySet<string>;
  /** The revoked ids that the file gives a weak key, which was not taken in. */
  readonly weakIds: readonly string[];
  /** SHA-256 (hex) of the file's canonical form: names this generation. */
  readonly digest: string;
  /** Ids that share key material, which strict refuses. */
  readonly sharedMaterial: readonly (readonly string[])[];
  readonly [loaded]: true;
}
