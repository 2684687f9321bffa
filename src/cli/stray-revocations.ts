import { didYouMean } from "../compile/did-you-mean.js";
import type { Keyring } from "../trust/keyring.js";

interface StrayRevocation {
  readonly id: string;
  readonly note: string;
}

/** Ids that the file revokes without holding a key of that name: one that was lost, or one that was misspelt and is still in force. */
export function strayRevocations(keyring: Keyring): readonly StrayRevocation[] {
  return [...keyring.revokedIds]
    .filter((id) => !keyring.keys.has(id) && !keyring.weakIds.includes(id))
    .map((id) => ({ id, note: `revoked, and no key of this file has the id${didYouMean(id, keyring.keys.keys())}` }));
}
