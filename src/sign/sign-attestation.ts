import { DEFAULT_LIMITS } from "../decision/limits.js";
import { canonicalText } from "../json/canonical-text.js";
import { isBytes } from "../json/is-bytes.js";
import type { JsonObject } from "../json/value.js";
import { encodeBase64 } from "../trust/base64.js";
import { verifyEd25519 } from "../trust/ed25519.js";
import { isKeyId } from "../trust/names.js";
import type { SignatureEvidence } from "../wire/proposal.js";

/** Holds a private key, here or in another process. */
export interface Signer {
  /** The id under which gates know the key. */
  readonly keyId: string;
  /** 32 bytes. Where given, every signature is verified before it is used. */
  readonly publicKey?: Uint8Array;
  /** The Ed25519 signature (64 bytes) of the bytes as they are. */
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** A signer whose members were read once and hold. */
export interface ReadSigner {
  readonly keyId: string;
  readonly publicKey: Uint8Array | undefined;
  readonly sign: (bytes: Uint8Array) => unknown;
}

const encoder = new TextEncoder();

/** TypeError for what is no signer. */
export function readSigner(signer: Signer): ReadSigner {
  if (typeof signer !== "object" || signer === null || typeof signer.sign !== "function")
    throw new TypeError("signer must have sign(bytes)");
  const { keyId, publicKey } = signer;
  if (!isKeyId(keyId)) throw new TypeError("signer.keyId must be a key id: letters, digits and ._:@/-, at most 128");
  const sign = (bytes: Uint8Array) => signer.sign(bytes);
  if (publicKey === undefined) return { keyId, publicKey, sign };
  if (!isBytes(publicKey) || publicKey.length !== 32) throw new TypeError("signer.publicKey must be 32 bytes");
  return { keyId, publicKey: new Uint8Array(publicKey), sign };
}

/** Signs the canonical form of an attestation and lays down the entry named `id` (SIGN-10 to SIGN-12). */
export async function signAttestation(attestation: JsonObject, id: string, signer: ReadSigner): Promise<SignatureEvidence> {
  const { payload, signature } = await signPayload(attestation, signer, "the attestation is larger than 16 KiB: list fewer sources");
  return { id, type: "sig", ref: "inline:attestation", payload, alg: "ed25519", signature, key_id: signer.keyId };
}

/** The canonical form of what is signed, and the signature over it. TypeError with `tooLarge` above what a gate takes. */
export async function signPayload(
  signed: JsonObject,
  { sign, publicKey }: ReadSigner,
  tooLarge: string,
): Promise<{ readonly payload: string; readonly signature: string }> {
  const payload = canonicalText(signed);
  const bytes = encoder.encode(payload);
  if (bytes.length > DEFAULT_LIMITS.maxPayloadBytes) throw new TypeError(tooLarge);
  // A copy: what the signer does to its bytes must not change what its signature is verified over.
  const signature = checkSignature(await sign(bytes.slice()), bytes, publicKey);
  return { payload, signature: encodeBase64(signature) };
}

function checkSignature(signature: unknown, bytes: Uint8Array, publicKey: Uint8Array | undefined): Uint8Array {
  if (!isBytes(signature)) throw new TypeError("signer.sign must give the signature as a Uint8Array");
  const own = new Uint8Array(signature);
  if (own.length !== 64) throw new TypeError("signer.sign must give 64 bytes");
  if (publicKey !== undefined && !verifyEd25519(publicKey, bytes, own)) {
    throw new TypeError("the signature does not verify under signer.publicKey; is it the key's own, and over the bytes as given?");
  }
  return own;
}
