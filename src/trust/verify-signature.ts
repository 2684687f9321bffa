import { sha256, verify } from "#crypto";
import type { Reason } from "../decision/catalogue.js";
import type { EvidenceFact } from "../decision/facts.js";
import type { IssueList, JsonPointer } from "../decision/issue.js";
import type { Limits } from "../decision/limits.js";
import type { SignatureEvidence } from "../wire/proposal.js";
import { decodeSignature } from "./base64.js";
import { type AttestationCheck, checkAttestation } from "./check-attestation.js";
import { isListed } from "./is-listed.js";
import { outOfScope } from "./key-scope.js";
import { keyState } from "./key-state.js";
import type { KeyEntry, Keyring } from "./keyring.js";
import { readPayload } from "./read-payload.js";

export interface SignatureCheck extends AttestationCheck {
  readonly keyring: Keyring;
  readonly limits: Limits;
}

interface VerifiedAttestation {
  /** SHA-256 (hex) of the raw public key, then the canonical bytes. */
  readonly id: string;
  /** Epoch nanoseconds. */
  readonly expiresAt: bigint | null;
  readonly nonce: string | null;
  readonly hasAudience: boolean;
}

export interface VerifiedSignature {
  /** May raise the provenance entry that carries it. */
  readonly raises: boolean;
  /** Set for a canonical attestation. */
  readonly attestation: VerifiedAttestation | null;
}

const KEY_STATE_REASON = {
  missing: "trust.key_missing",
  revoked: "trust.key_revoked",
  not_yet_valid: "trust.key_not_yet_valid",
  expired: "trust.key_expired",
} as const satisfies Record<string, Reason>;

const utf8 = new TextEncoder();

/**
 * Verifies one signature entry (spec/trust.md#signature-evidence): size, mode, key state, scope, encoding, signature; the
 * first that fails ends the entry. Then all bindings, times and the audience. Null where the signature does not count.
 */
export function verifySignature(
  entry: SignatureEvidence,
  check: SignatureCheck,
  path: JsonPointer,
  issues: IssueList,
): { fact: EvidenceFact; verified: VerifiedSignature | null } {
  const { keyring, profile, requirements } = check;
  const key = keyring.keys.get(entry.key_id);
  const keyId = key === undefined ? {} : { key_id: key.id };

  const payload = readPayload(entry.payload, check.limits);
  const refuse = (reason: Reason, member: string) => {
    issues.add(reason, `${path}/${member}`);
    return { fact: { type: "sig", mode: payload.mode, status: "failed", ...keyId } as const, verified: null };
  };
  if (payload.mode === "malformed" || payload.mode === "unread") return refuse(payload.reason, "payload");

  const state = keyState(key, keyring, entry.key_id, check.now);
  if (state !== "ok") return refuse(KEY_STATE_REASON[state], "key_id");
  const { key: publicKey, purpose } = key as KeyEntry;
  if (profile.keyScope) {
    const reason = outOfScope(key as KeyEntry, requirements, check.audience);
    if (reason !== null) return refuse(reason, "key_id");
  }

  const signature = decodeSignature(entry.signature);
  if (signature === null) return refuse("trust.signature_encoding", "signature");
  const message = utf8.encode(payload.signed);
  if (!verify(publicKey, message, signature)) return refuse("trust.signature_invalid", "signature");

  if (payload.mode === "legacy") {
    return {
      fact: { type: "sig", mode: "legacy", status: "verified", ...keyId },
      verified: { raises: profile.legacyRaisesTrust, attestation: null },
    };
  }

  const found = new Set<Reason>();
  const findings = checkAttestation(payload.attestation, entry, check, (reason) => {
    // Once for each reason: a repeat would be counted again when the list is full.
    if (!found.has(reason)) issues.add(reason, `${path}/payload`);
    found.add(reason);
  });
  const id = attestationId(publicKey.raw, message);
  // A key that the agent can use proves nothing about authority, whatever else it is for.
  const raises = findings.raises && !(profile.keyScope && isListed("agent", purpose));
  return {
    fact: { type: "sig", mode: "canonical", status: found.size === 0 ? "verified" : "failed", ...keyId, attestation_id: id },
    verified: { raises, attestation: { id, expiresAt: findings.expiresAt, nonce: findings.nonce, hasAudience: findings.hasAudience } },
  };
}

function attestationId(rawKey: Uint8Array, canonical: Uint8Array): string {
  const bytes = new Uint8Array(rawKey.length + canonical.length);
  bytes.set(rawKey);
  bytes.set(canonical, rawKey.length);
  return sha256(bytes);
}
