import { weakness } from "#crypto";
import { decodeKey, decodeSignature } from "./base64.js";
import type { KeyWeakness } from "./crypto-port.js";
import { type KeyText, PRIVATE_MATERIAL, readPem } from "./read-pem.js";

const FORMS = "write base64 of the 32 raw bytes (44 characters), 64 hex digits, or a PEM public key";

const WEAKNESS: Readonly<Record<KeyWeakness, string>> = {
  length: FORMS,
  "not-canonical": "it is not the canonical encoding of a point; no honest generator makes such a key, so generate a new one",
  "not-on-curve": "it is not a point of the curve, so it can verify nothing; check that it was copied whole, or generate a new key",
  "small-order": "it is a weak key (a point of small order): anyone can forge its signatures; generate a new key",
};

/** Longer than any key that is told by name, an RSA private key of 8192 bits included; nothing longer is looked into. */
const MAX_KEY_TEXT = 8 * 1024;
const TOO_LONG = `it is longer than ${MAX_KEY_TEXT} characters, so it is no key; ${FORMS}`;

/** Whether a text shows private key material; such text is never quoted. */
export function showsPrivateKey(text: string): boolean {
  return /PRIVATE\s+KEY/i.test(text);
}

/**
 * Reads a public key from an operator's file: base64 of 32 bytes, 64 hex digits (optionally after `0x`), or PEM. Keys that
 * the acceptance rule refuses are refused here (spec/keyring.md#keys), told apart as weak: they are keys in form.
 */
export function readPublicKey(text: string): KeyText | { readonly refused: string; readonly weak: true } {
  if (showsPrivateKey(text)) return { refused: PRIVATE_MATERIAL };
  if (text.length > MAX_KEY_TEXT) return { refused: TOO_LONG };
  const key = readText(text);
  if ("refused" in key) return key;
  const weak = weakness(key.raw);
  return weak === null ? key : { refused: WEAKNESS[weak], weak: true };
}

function readText(text: string): KeyText {
  if (text.startsWith("-----BEGIN ")) return readPem(text);
  const hex = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  if (hex !== undefined) return { raw: Uint8Array.from(hex.match(/../g) as string[], (pair) => Number.parseInt(pair, 16)) };
  const raw = decodeKey(text);
  if (raw !== null) return { raw };
  if (isSixtyFourBytes(text)) return { refused: SIXTY_FOUR_BYTES };
  return { refused: BARE_PKCS8.test(text) ? PRIVATE_MATERIAL : `it is not a key in a form that is read here; ${FORMS}` };
}

/** An Ed25519 seed in PKCS#8 without its PEM frame. */
const BARE_PKCS8 = /^MC4CAQAwBQYDK2Vw/;
const SIXTY_FOUR_BYTES = `it has 64 bytes, as a private key or a signature has, never a public key; if it is private, treat it as exposed; ${FORMS}`;

function isSixtyFourBytes(text: string): boolean {
  return /^(?:0x)?[0-9a-fA-F]{128}$/.test(text) || decodeSignature(text) !== null;
}
