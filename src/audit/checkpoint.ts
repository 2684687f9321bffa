import { verify } from "#crypto";
import type { AuditHead } from "../gate/ledger.js";
import type { JsonObject } from "../json/value.js";
import { decodeSignature } from "../trust/base64.js";
import type { Keyring } from "../trust/keyring.js";
import { parseTimestamp } from "../trust/timestamp.js";
import { asciiText } from "./ascii-text.js";

/**
 * What a checkpoint's signature is over. It stands where an attestation has its version, so that no verifier of attestations takes
 * it for one, nor for free text without a version (AUDIT-17).
 */
const CHECKPOINT_VERSION = "countersign-checkpoint/1";

/** A checkpoint may cover a record at most this far back: a verifier keeps no more hashes than these. */
export const CHECKPOINT_REACH = 100_000;

/** What is signed: a record by its log, place and hash, the key and the time. */
export interface CheckpointTerms {
  readonly covers: AuditHead;
  readonly keyId: string;
  /** RFC 3339. */
  readonly signedAt: string;
}

const encoder = new TextEncoder();

export function checkpointBytes({ covers, keyId, signedAt }: CheckpointTerms): Uint8Array {
  const { hash, log, seq } = covers;
  return encoder.encode(asciiText({ attestation_version: CHECKPOINT_VERSION, hash, key_id: keyId, log, seq, signed_at: signedAt }));
}

export function checkpointBody({ covers, keyId, signedAt }: CheckpointTerms, signature: string): JsonObject {
  return { covers: { hash: covers.hash, seq: covers.seq }, key_id: keyId, signature, signed_at: signedAt };
}

export interface Checkpoint extends CheckpointTerms {
  readonly signature: string;
}

/** A checkpoint from its record's body; null where the body is none. */
export function readCheckpoint(log: string, body: Readonly<Record<string, unknown>>): Checkpoint | null {
  const { covers, key_id: keyId, signature, signed_at: signedAt } = body;
  if (Object.keys(body).length !== 4 || typeof covers !== "object" || covers === null) return null;
  const { hash, seq } = covers as Record<string, unknown>;
  if (typeof hash !== "string" || !Number.isSafeInteger(seq)) return null;
  if (typeof keyId !== "string" || typeof signature !== "string" || typeof signedAt !== "string") return null;
  return { covers: { log, seq: seq as number, hash }, keyId, signedAt, signature };
}

export type CheckpointFault = "key_missing" | "key_revoked" | "key_purpose" | "key_not_in_force" | "signature_invalid";

/**
 * Why a checkpoint vouches for nothing, or null. The key must be in force when it signed, by its own word, and must not be revoked
 * now: revoking is what ends the word of a key that somebody else may hold (AUDIT-18).
 */
export function checkpointFault(checkpoint: Checkpoint, keyring: Keyring): CheckpointFault | null {
  const { keyId, signedAt, signature } = checkpoint;
  const entry = keyring.keys.get(keyId);
  if (entry?.revoked === true || keyring.revokedIds.has(keyId)) return "key_revoked";
  if (entry === undefined) return "key_missing";
  if (!entry.purpose.includes("checkpoint")) return "key_purpose";
  const at = parseTimestamp(signedAt);
  if (at === null) return "signature_invalid";
  if ((entry.notBefore !== null && at < entry.notBefore) || (entry.expiresAt !== null && at >= entry.expiresAt)) return "key_not_in_force";
  const bytes = decodeSignature(signature);
  return bytes !== null && verify(entry.key, checkpointBytes(checkpoint), bytes) ? null : "signature_invalid";
}
