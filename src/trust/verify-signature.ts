import { sha256, verify } from "#crypto";
import type { Reason } from "../decision/catalogue.js";
import type { EvidenceFact } from "../decision/facts.js";
import type { IssueList, JsonPointer } from "../decision/issue.js";
import type { Limits } from "../decision/limits.js";
import type { JsonValue } from "../json/value.js";
import type { SignatureEvidence } from "../wire/proposal.js";
import { breaksGlass } from "./authority.js";
import { decodeSignature } from "./base64.js";
import { type AttestationCheck, checkAttestation } from "./check-attestation.js";
import { checkReceipt } from "./check-receipt.js";
import { isListed } from "./is-listed.js";
import { outOfScope, receiptOutOfScope } from "./key-scope.js";
import { keyState } from "./key-state.js";
import type { KeyEntry, Keyring } from "./keyring.js";
import { type Payload, readPayload } from "./read-payload.js";
import type { VerifiedReceipt } from "./receipt.js";

export interface SignatureCheck extends AttestationCheck {
  readonly keyring: Keyring;
  readonly limits: Limits;
}

interface VerifiedAttestation {
  /** SHA-256 (hex) of the raw public key, then the canonical bytes. */
  readonly id: string;
  /** Epoch nanoseconds. */
  readonly issuedAt: bigint | null;
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

export interface SignatureResult {
  readonly fact: EvidenceFact;
  /** Null where the signature does not count, and for a receipt, which is nobody's word. */
  readonly verified: VerifiedSignature | null;
  readonly receipt: VerifiedReceipt | null;
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
 * first that fails ends the entry. Then all bindings, times and the audience.
 */
export function verifySignature(entry: SignatureEvidence, check: SignatureCheck, path: JsonPointer, issues: IssueList): SignatureResult {
  const { keyring, profile } = check;
  const key = keyring.keys.get(entry.key_id);
  const payload = readPayload(entry.payload, check.limits, profile.receipts);
  const refuse = (reason: Reason, member: string): SignatureResult => {
    issues.add(reason, `${path}/${member}`);
    const fact = { type: "sig", mode: payload.mode, status: "failed" } as const;
    return { fact: key === undefined ? fact : { ...fact, key_id: key.id }, verified: null, receipt: null };
  };
  if (payload.mode === "malformed" || payload.mode === "unread") return refuse(payload.reason, "payload");

  const state = keyState(key, keyring, entry.key_id, check.now);
  if (state !== "ok") return refuse(KEY_STATE_REASON[state], "key_id");
  const signer = key as KeyEntry;
  if (profile.keyScope) {
    const reason = scopeFault(signer, payload, check);
    if (reason !== null) return refuse(reason, "key_id");
  }

  const signature = decodeSignature(entry.signature);
  if (signature === null) return refuse("trust.signature_encoding", "signature");
  const message = utf8.encode(payload.signed);
  if (!verify(signer.key, message, signature)) return refuse("trust.signature_invalid", "signature");

  if (payload.mode === "legacy") {
    return {
      fact: { type: "sig", mode: "legacy", status: "verified", key_id: signer.id },
      verified: { raises: profile.legacyRaisesTrust, attestation: null },
      receipt: null,
    };
  }

  const found = new Set<Reason>();
  const tell = (reason: Reason): void => {
    // Once for each reason: a repeat would be counted again when the list is full.
    if (!found.has(reason)) issues.add(reason, `${path}/payload`);
    found.add(reason);
  };
  const id = attestationId(signer.key.raw, message);
  if (payload.mode === "receipt") {
    const receipt = checkReceipt(payload.receipt, check, tell);
    const status = found.size === 0 ? "verified" : "failed";
    const fact = { type: "sig", mode: "receipt", status, key_id: signer.id, attestation_id: id } as const;
    return { fact: receipt === null ? fact : { ...fact, request_id: receipt.requestId }, verified: null, receipt };
  }

  const findings = checkAttestation(payload.attestation, entry, withLifetime(signer, check), tell);
  // A key that the agent can use proves nothing about authority, whatever else it is for.
  const raises = findings.raises && !(profile.keyScope && isListed("agent", signer.purpose));
  const status = found.size === 0 ? "verified" : "failed";
  const { issuedAt, expiresAt, nonce, hasAudience } = findings;
  return {
    fact: { type: "sig", mode: "canonical", status, key_id: signer.id, attestation_id: id },
    verified: { raises, attestation: { id, issuedAt, expiresAt, nonce, hasAudience } },
    receipt: null,
  };
}

function scopeFault(signer: KeyEntry, payload: Payload, { requirements, audience, now }: SignatureCheck): Reason | null {
  if (payload.mode !== "receipt") return outOfScope(signer, requirements, audience, now);
  // Its own word on both, which the signature covers; a receipt without one fails by its members.
  const { tool, contract } = payload.receipt;
  return receiptOutOfScope(signer, { tool: textOf(tool), contract: textOf(contract) }, requirements, audience);
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A break-glass attestation lives as long as its rule says, and no longer than any other. */
function withLifetime(signer: KeyEntry, check: SignatureCheck): SignatureCheck {
  const { requirements } = check;
  if (requirements.breakGlass === null || !breaksGlass(signer)) return check;
  const maxAttestationLifetime = Math.min(requirements.breakGlass.maxLifetime, requirements.maxAttestationLifetime);
  return { ...check, requirements: { ...requirements, maxAttestationLifetime } };
}

function attestationId(rawKey: Uint8Array, canonical: Uint8Array): string {
  const bytes = new Uint8Array(rawKey.length + canonical.length);
  bytes.set(rawKey);
  bytes.set(canonical, rawKey.length);
  return sha256(bytes);
}
