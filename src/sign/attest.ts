import { DEFAULT_LIMITS } from "../decision/limits.js";
import { canonicalText } from "../json/canonical-text.js";
import { isBytes } from "../json/is-bytes.js";
import { encodeBase64 } from "../trust/base64.js";
import { verifyEd25519 } from "../trust/ed25519.js";
import { isKeyId, quoteName } from "../trust/names.js";
import { formatTimestamp, nowToNanos } from "../trust/timestamp.js";
import type { Proposal, ProposalData, SignatureEvidence } from "../wire/proposal.js";
import { type AttestationTerms, attestationFor } from "./attestation.js";
import { isNonce, nonceIn } from "./nonce.js";
import { readOptions, requireList, requireText } from "./options.js";
import { readProposal } from "./read-proposal.js";

/** Holds a private key, here or in another process. */
export interface Signer {
  /** The id under which gates know the key. */
  readonly keyId: string;
  /** 32 bytes. Where given, every signature is verified before it is used. */
  readonly publicKey?: Uint8Array;
  /** The Ed25519 signature (64 bytes) of the bytes as they are. */
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

export interface AttestOptions {
  /** The provenance entry that the signature raises. Left out: the first of `vouchesFor`. */
  readonly id?: string;
  /** Provenance ids that the signer vouches for, `id` among them. Left out: `id` alone. */
  readonly vouchesFor?: readonly string[];
  /** Epoch milliseconds or RFC 3339. */
  readonly issuedAt: number | string;
  /** Epoch milliseconds or RFC 3339; this or `lifetimeSeconds`. */
  readonly expiresAt?: number | string;
  readonly lifetimeSeconds?: number;
  /** The one gate that may accept it. */
  readonly audience?: string;
  /** Unique to this action; 1 to 128 printable ASCII characters. Left out where the proposal holds an attestation already. */
  readonly nonce?: string;
}

const NAMES = ["id", "vouchesFor", "issuedAt", "expiresAt", "lifetimeSeconds", "audience", "nonce"] as const;
const NANOS_PER_MS = 1_000_000n;
const encoder = new TextEncoder();

/**
 * Signs an attestation of a proposal and gives a new proposal that carries it (spec/attestation-signing.md). The signature is
 * over the tool, the arguments, the claims, the intent and the sources as they stand: change one and it no longer holds.
 *
 * @param proposal As `proposalFor` built it, or as bytes or JSON text.
 * @returns The proposal with the signature entry appended, frozen.
 * @throws TypeError (as a rejection) for a proposal, option or signer that would give an attestation which no strict gate accepts.
 * @example
 * const signed = await attest(proposal, signer, { id: "inv-204", issuedAt: now, lifetimeSeconds: 900, nonce });
 */
export async function attest(proposal: ProposalData | Uint8Array | string, signer: Signer, options: AttestOptions): Promise<ProposalData> {
  const own = readProposal(proposal);
  const { keyId, publicKey } = readSigner(signer);
  const { id, terms } = readTerms(own, keyId, readOptions("attest", options, NAMES));
  const payload = canonicalText(attestationFor(own, terms));
  const bytes = encoder.encode(payload);
  if (bytes.length > DEFAULT_LIMITS.maxPayloadBytes) throw new TypeError("the attestation is larger than 16 KiB: list fewer sources");
  const signature = checkSignature(await signer.sign(bytes.slice()), bytes, publicKey);
  const entry: SignatureEvidence = {
    id,
    type: "sig",
    ref: "inline:attestation",
    payload,
    alg: "ed25519",
    signature: encodeBase64(signature),
    key_id: keyId,
  };
  return readProposal({ ...own, evidence: [...(own.evidence ?? []), entry] });
}

function readSigner(signer: Signer): { keyId: string; publicKey: Uint8Array | undefined } {
  if (typeof signer !== "object" || signer === null || typeof signer.sign !== "function")
    throw new TypeError("signer must have sign(bytes)");
  const { keyId, publicKey } = signer;
  if (!isKeyId(keyId)) throw new TypeError("signer.keyId must be a key id: letters, digits and ._:@/-, at most 128");
  if (publicKey === undefined) return { keyId, publicKey };
  if (!isBytes(publicKey) || publicKey.length !== 32) throw new TypeError("signer.publicKey must be 32 bytes");
  return { keyId, publicKey: new Uint8Array(publicKey) };
}

function readTerms(proposal: Proposal, keyId: string, options: AttestOptions): { id: string; terms: AttestationTerms } {
  const { id, vouchesFor } = readVouching(proposal, options);
  if (proposal.evidence?.some((entry) => entry.id === id))
    throw new TypeError(`the proposal holds evidence for ${quoteName(id)} already; each approver needs a provenance entry of its own`);
  const { audience } = options;
  return {
    id,
    terms: {
      keyId,
      vouchesFor,
      ...readTimes(options),
      audience: audience === undefined ? null : requireText("audience", audience),
      nonce: readNonce(proposal, options.nonce),
    },
  };
}

/** A signature raises the entry that it is named after, and only if the signed bytes vouch for it (S6). */
function readVouching(proposal: Proposal, options: AttestOptions): { id: string; vouchesFor: readonly string[] } {
  const listed = options.vouchesFor === undefined ? [options.id] : requireList("vouchesFor", options.vouchesFor);
  const ids = listed.map((id) => requireText(options.vouchesFor === undefined ? "id" : "each of vouchesFor", id));
  if (new Set(ids).size !== ids.length) throw new TypeError("vouchesFor lists an id twice");
  for (const id of ids) {
    if (!proposal.provenance.some((entry) => entry.id === id))
      throw new TypeError(`${quoteName(id)} is no provenance entry, and an attestation vouches for provenance entries alone`);
  }
  const id = options.id ?? ids[0];
  if (id === undefined || !ids.includes(id)) throw new TypeError("vouchesFor must have id among its elements");
  return { id, vouchesFor: ids };
}

function readTimes({ issuedAt, expiresAt, lifetimeSeconds }: AttestOptions): { issuedAt: string; expiresAt: string } {
  if ((expiresAt === undefined) === (lifetimeSeconds === undefined)) throw new TypeError("attest takes expiresAt or lifetimeSeconds");
  const issued = readTime("issuedAt", issuedAt);
  const expires =
    lifetimeSeconds === undefined ? readTime("expiresAt", expiresAt) : readTime("expiresAt", later(issued.nanos, lifetimeSeconds));
  if (issued.nanos >= expires.nanos) throw new TypeError("expiresAt must be later than issuedAt");
  return { issuedAt: issued.text, expiresAt: expires.text };
}

function readTime(what: string, time: unknown): { text: string; nanos: bigint } {
  if (typeof time !== "number" && typeof time !== "string") throw new TypeError(`${what} must be epoch milliseconds or RFC 3339`);
  const nanos = nowToNanos(time);
  return { text: typeof time === "string" ? time : formatTimestamp(time), nanos };
}

function later(nanos: bigint, seconds: number): number {
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw new TypeError("lifetimeSeconds must be a positive integer");
  return Number(nanos / NANOS_PER_MS) + seconds * 1000;
}

function readNonce(proposal: Proposal, asked: string | undefined): string {
  const held = nonceIn(proposal);
  if (asked !== undefined && !isNonce(asked)) throw new TypeError("nonce must be 1 to 128 printable ASCII characters without a space");
  if (held !== null && asked !== undefined && held !== asked)
    throw new TypeError("nonce differs from the one that the proposal carries already");
  const nonce = held ?? asked;
  if (nonce === undefined) throw new TypeError("attest needs a nonce that is unique to this action");
  return nonce;
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
