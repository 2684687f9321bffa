import { isListed } from "./is-listed.js";
import type { KeyEntry, Keyring } from "./keyring.js";
import type { Signed } from "./verify-evidence.js";

/** A key that raised trust, with what the operator's rules ask of it. */
export interface Raiser {
  readonly keyId: string;
  /** Who holds it; null where the keyring does not say. */
  readonly owner: string | null;
  readonly breaksGlass: boolean;
}

/** A key whose approval counts towards a quorum. */
export interface Approver {
  readonly keyId: string;
  readonly owner: string;
  readonly roles: readonly string[];
}

/**
 * A key of purpose `break_glass` and of none that raises trust otherwise: whoever signs with one means to break the glass
 * (spec/trust.md#break-glass-keys).
 */
export function breaksGlass({ purpose }: KeyEntry): boolean {
  return isListed("break_glass", purpose) && !isListed("approve", purpose) && !isListed("attest", purpose);
}

/** What the keys of a proposal's signatures amount to. */
export interface Authority {
  /** The keys whose attestations raised trust, each once, in proposal order. */
  readonly raisers: readonly Raiser[];
  /**
   * Those of them that approve (spec/trust.md#approvers): a written purpose has `approve`, and neither `agent` nor `break_glass`, and
   * the keyring says who holds the key.
   */
  readonly approvers: readonly Approver[];
}

const NOBODY: Authority = Object.freeze({ raisers: Object.freeze([]), approvers: Object.freeze([]) });

export function authorityOf(signatures: readonly Signed[], keyring: Keyring): Authority {
  if (signatures.length === 0) return NOBODY;
  const raisers: Raiser[] = [];
  const approvers: Approver[] = [];
  for (const key of keysOf(signatures, keyring)) {
    const { id, owner, roles, purpose, purposeWritten } = key;
    raisers.push({ keyId: id, owner, breaksGlass: breaksGlass(key) });
    const approves = purposeWritten && isListed("approve", purpose) && !isListed("agent", purpose) && !isListed("break_glass", purpose);
    if (approves && owner !== null) approvers.push({ keyId: id, owner, roles });
  }
  return { raisers, approvers };
}

/** A legacy payload is bound to nothing, so it is nobody's word on this action. */
function keysOf(signatures: readonly Signed[], keyring: Keyring): ReadonlySet<KeyEntry> {
  const keys = new Set<KeyEntry>();
  for (const { raises, attestation, keyId } of signatures) {
    const key = raises && attestation !== null ? keyring.keys.get(keyId) : undefined;
    if (key !== undefined) keys.add(key);
  }
  return keys;
}
