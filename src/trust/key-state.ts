import type { KeyEntry, Keyring } from "./keyring.js";

/** What the keyring says of a key at one moment; only "ok" can verify. */
export type KeyState = "ok" | "missing" | "revoked" | "not_yet_valid" | "expired";

/**
 * The state of a key (spec/keyring.md#key-state). Revoked wins over everything, also for an id that has no key; validity is
 * half open, so a key is expired at the very instant of `expires_at`.
 *
 * @param entry The entry found under `id`, if any.
 * @param now Epoch nanoseconds.
 */
export function keyState(entry: KeyEntry | undefined, keyring: Keyring, id: string, now: bigint): KeyState {
  if (entry?.revoked === true || keyring.revokedIds.has(id)) return "revoked";
  if (entry === undefined) return "missing";
  if (entry.expiresAt !== null && now >= entry.expiresAt) return "expired";
  if (entry.notBefore !== null && now < entry.notBefore) return "not_yet_valid";
  return "ok";
}
