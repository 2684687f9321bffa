import * as crypto from "node:crypto";
import type { Impact } from "../decision/impact.js";
import type { ApprovalRequest } from "../sign/approval-request.js";
import { type ApproveOptions, approve as approvePure } from "../sign/approve.js";
import { type AttestOptions, attest as attestPure } from "../sign/attest.js";
import { issueReceipt as issueReceiptPure, type Receipt, type ReceiptOptions } from "../sign/issue-receipt.js";
import { nonceIn } from "../sign/nonce.js";
import { readOptions } from "../sign/options.js";
import { readProposal } from "../sign/read-proposal.js";
import type { Signer } from "../sign/sign-attestation.js";
import { encodeBase64 } from "../trust/base64.js";
import type { KeyPurpose } from "../trust/keyring.js";
import { loadKeyring } from "../trust/load-keyring.js";
import { isKeyId } from "../trust/names.js";
import { formatTimestamp } from "../trust/timestamp.js";
import type { ProposalData, SignatureEvidence } from "../wire/proposal.js";
import { boundSigner, readTimeout } from "./bound-signer.js";
import { generatePrivateKey, publicBytes, readPrivateKey } from "./key-store.js";

/** How long an attestation lives unless the caller says: time enough to reach the gate, short enough to be worth stealing once. */
const DEFAULT_LIFETIME_SECONDS = 900;

/** As in `countersign`, with `issuedAt`, a lifetime of 15 minutes and a random nonce filled in where they are left out. */
export type NodeAttestOptions = Omit<AttestOptions, "issuedAt"> & { readonly issuedAt?: number | string } & SignerTimeout;

export interface SignerTimeout {
  /** How long the signer may take, in milliseconds (60 000): a key in a token or a service may not answer at all. */
  readonly signerTimeoutMs?: number;
}

/**
 * Signs an attestation of a proposal, with this machine's clock and randomness for what the options leave out.
 * @throws TypeError as the portable `attest` does; SignerError where the signer does not answer in time.
 * @example const signed = await attest(proposal, signer, { id: "inv-204" });
 */
export async function attest(
  proposal: ProposalData | Uint8Array | string,
  signer: Signer,
  options: NodeAttestOptions,
): Promise<ProposalData> {
  const own = readProposal(proposal);
  const { signerTimeoutMs, ...asked } = { ...options };
  const nonce = asked.nonce ?? nonceIn(own) ?? crypto.randomBytes(16).toString("base64url");
  const lifetime = asked.expiresAt === undefined && asked.lifetimeSeconds === undefined;
  return attestPure(own, boundSigner(signer, readTimeout("signerTimeoutMs", signerTimeoutMs)), {
    ...asked,
    issuedAt: asked.issuedAt ?? Date.now(),
    ...(lifetime && { lifetimeSeconds: DEFAULT_LIFETIME_SECONDS }),
    nonce,
  });
}

/**
 * Signs what an approval request asks for, within a bounded time.
 * @throws TypeError as the portable `approve` does; SignerError where the signer does not answer in time.
 * @example const entry = await approve(request, signer, { vouchesFor: ["approval-1"] });
 */
export async function approve(
  request: ApprovalRequest | Uint8Array | string,
  signer: Signer,
  options: ApproveOptions & SignerTimeout,
): Promise<SignatureEvidence> {
  const { signerTimeoutMs, ...asked } = { ...options };
  return approvePure(request, boundSigner(signer, readTimeout("signerTimeoutMs", signerTimeoutMs)), asked);
}

/**
 * Signs the receipt of a result that passed its gate, within a bounded time.
 * @throws TypeError as the portable `issueReceipt` does; SignerError where the signer does not answer in time.
 * @example const receipt = await issueReceipt(decision, signer, { audience: "billing-gate" });
 */
export async function issueReceipt(decision: object, signer: Signer, options: ReceiptOptions & SignerTimeout): Promise<Receipt> {
  const { signerTimeoutMs, ...asked } = { ...options };
  return issueReceiptPure(decision, boundSigner(signer, readTimeout("signerTimeoutMs", signerTimeoutMs)), asked);
}

export interface GenerateKeyOptions {
  readonly id: string;
  readonly purpose?: KeyPurpose | readonly KeyPurpose[];
  readonly tools?: readonly string[];
  readonly impacts?: readonly (Impact | "*")[];
  readonly audiences?: readonly string[];
  readonly roles?: readonly string[];
  readonly owner?: string;
  /** Epoch milliseconds or RFC 3339. */
  readonly notBefore?: number | string;
  readonly expiresAt?: number | string;
  /** Seals the private key. */
  readonly passphrase?: string;
}

/** One entry of a keyring file (spec/keyring.md#entries). */
export interface KeyringFileEntry {
  readonly public_key: string;
  readonly purpose?: KeyPurpose | readonly KeyPurpose[];
  readonly tools?: readonly string[];
  readonly impacts?: readonly string[];
  readonly audiences?: readonly string[];
  readonly roles?: readonly string[];
  readonly owner?: string;
  readonly not_before?: string;
  readonly expires_at?: string;
}

export interface GeneratedKey {
  readonly id: string;
  /** PKCS#8. Keep it where it signs; it belongs in no keyring. */
  readonly privateKeyPem: string;
  /** For `trusted_keys` of a keyring, under `id`. */
  readonly keyringEntry: KeyringFileEntry;
}

const KEY_OPTIONS = [
  "id",
  "purpose",
  "tools",
  "impacts",
  "audiences",
  "roles",
  "owner",
  "notBefore",
  "expiresAt",
  "passphrase",
] as const satisfies readonly (keyof GenerateKeyOptions)[];

/**
 * Makes an Ed25519 key and the keyring entry for its public half.
 * @throws ConfigurationError where the entry would not load; TypeError for an unknown option.
 * @example
 * const { privateKeyPem, keyringEntry } = generateKey({ id: "finance-2026", tools: ["payments.transfer"], impacts: ["money"] });
 */
export function generateKey(options: GenerateKeyOptions): GeneratedKey {
  const { id, passphrase, notBefore, expiresAt, ...scope } = readOptions("generateKey", options, KEY_OPTIONS);
  const { pem, publicKey } = generatePrivateKey(passphrase);
  const written = Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined));
  const keyringEntry: KeyringFileEntry = {
    public_key: encodeBase64(publicKey),
    ...written,
    ...(notBefore !== undefined && { not_before: timeText(notBefore) }),
    ...(expiresAt !== undefined && { expires_at: timeText(expiresAt) }),
  };
  loadKeyring({ trusted_keys: { [id]: keyringEntry } });
  return { id, privateKeyPem: pem, keyringEntry };
}

/**
 * A signer from a PKCS#8 PEM private key.
 * @throws ConfigurationError where the text is no Ed25519 private key or does not open; it quotes nothing of it.
 * @example const signer = signerFromPem(await readFile("finance-2026.pem", "utf8"), { keyId: "finance-2026" });
 */
export function signerFromPem(pem: string, options: { readonly keyId: string; readonly passphrase?: string }): Required<Signer> {
  const { keyId, passphrase } = readOptions("signerFromPem", options, ["keyId", "passphrase"]);
  if (!isKeyId(keyId)) throw new TypeError("keyId must be a key id: letters, digits and ._:@/-, at most 128");
  const key = readPrivateKey(pem, passphrase);
  return Object.freeze({
    keyId,
    publicKey: publicBytes(key),
    sign: (bytes: Uint8Array) => new Uint8Array(crypto.sign(null, bytes, key)),
  });
}

function timeText(time: number | string): string {
  return typeof time === "number" ? formatTimestamp(time) : time;
}
