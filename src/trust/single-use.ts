import type { IssueList } from "../decision/issue.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import { breaksGlass } from "./authority.js";
import type { Keyring } from "./keyring.js";
import type { ConsumableAttestation } from "./trusted.js";
import type { Signed } from "./verify-evidence.js";

const MILLISECOND = 1_000_000n;

/** The nonce that all attestations share; where there are two or more, each must have it (spec/trust.md#single-use). */
export function sharedNonce(signatures: readonly Signed[], profile: Profile, issues: IssueList): string | null {
  if (!profile.signedExtensions) return null;
  let count = 0;
  let shared: string | null = null;
  for (const { attestation } of signatures) {
    if (attestation === null) continue;
    count += 1;
    shared ??= attestation.nonce;
  }
  if (count < 2) return shared;
  for (const { attestation, index } of signatures) {
    if (attestation === null) continue;
    if (attestation.nonce === null || attestation.nonce !== shared) issues.add("trust.nonce_differs", `/evidence/${index}/payload`);
  }
  return shared;
}

/** Every verified attestation is used up, also one that raised nothing, except one without an end: it can never raise. */
export function consumable(signatures: readonly Signed[]): readonly ConsumableAttestation[] {
  const attestations: ConsumableAttestation[] = [];
  for (const { attestation } of signatures) {
    if (attestation === null || attestation.expiresAt === null) continue;
    // Rounded up: a use must be remembered to the very end.
    const expiresAt = Number((attestation.expiresAt + MILLISECOND - 1n) / MILLISECOND);
    attestations.push({ id: attestation.id, expiresAt });
  }
  return attestations;
}

/**
 * Epoch milliseconds when the first thing ends without which no trust was raised: an attestation, its key, or the time in which glass
 * may be broken. Null where nothing was raised, or nothing ends.
 */
export function firstEnd(signatures: readonly Signed[], keyring: Keyring, { breakGlass }: Requirements): number | null {
  let first: number | null = null;
  for (const { raises, attestation, keyId } of signatures) {
    if (!raises) continue;
    const key = keyring.keys.get(keyId);
    const glassEnd = key !== undefined && breakGlass !== null && breaksGlass(key) ? breakGlass.until : null;
    for (const end of [attestation?.expiresAt ?? null, key?.expiresAt ?? null, glassEnd]) {
      if (end === null) continue;
      // Rounded down: a permit must not outlive what it rests on.
      const ms = Number(end / MILLISECOND);
      if (first === null || ms < first) first = ms;
    }
  }
  return first;
}

/** The latest `issued_at`, in epoch nanoseconds, of what raised trust: the last word on the action. */
export function lastRaised(signatures: readonly Signed[]): bigint | null {
  let last: bigint | null = null;
  for (const { raises, attestation } of signatures) {
    const issuedAt = raises ? (attestation?.issuedAt ?? null) : null;
    if (issuedAt !== null && (last === null || issuedAt > last)) last = issuedAt;
  }
  return last;
}

/** Whether every attestation names an audience, which was then compared with the verifier's. */
export function audiencesSigned(signatures: readonly Signed[]): boolean {
  for (const { attestation } of signatures) if (attestation !== null && !attestation.hasAudience) return false;
  return true;
}
