import type { KeyWeakness } from "./crypto-port.js";

/**
 * The part of the Ed25519 acceptance rule that is about bytes alone (spec/ed25519.md). Both engines call it, so they cannot
 * differ here. Everything in it is public data, so comparisons need not be constant in time.
 */

/** The group order L = 2^252 + 27742317777372353535851937790883648493, little-endian. */
const GROUP_ORDER = hexBytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");

const P = (1n << 255n) - 19n;
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;

const ONE = hexBytes("0100000000000000000000000000000000000000000000000000000000000000");
const MINUS_ONE = hexBytes("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

/** The y coordinates of the eight points whose order divides 8; the sign bit tells the two x of one y apart. */
const SMALL_ORDER_Y: readonly Uint8Array[] = [
  ONE,
  MINUS_ONE,
  hexBytes("0000000000000000000000000000000000000000000000000000000000000000"),
  hexBytes("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
  hexBytes("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
];

/** What a signature must satisfy before any curve arithmetic: 64 bytes, S < L, R canonical and not of small order. */
export function isAcceptableSignature(signature: Uint8Array): boolean {
  return signature.length === 64 && isReducedScalar(signature) && isCanonicalPoint(signature) && !isSmallOrder(signature);
}

/** What a key must satisfy on its bytes alone: 32 bytes, canonical, not of small order. It may still be off the curve. */
export function isAcceptableKeyEncoding(raw: Uint8Array): boolean {
  return raw.length === 32 && isCanonicalPoint(raw) && !isSmallOrder(raw);
}

/** Why a public key may not be used, or null. Slower than the byte checks (it takes a power in the field): for loading. */
export function weakness(raw: Uint8Array): KeyWeakness | null {
  if (raw.length !== 32) return "length";
  if (!isCanonicalPoint(raw)) return "not-canonical";
  if (isSmallOrder(raw)) return "small-order";
  return isOnCurve(raw) ? null : "not-on-curve";
}

/** y < p, and no sign bit where x is 0 (y = 1 and y = -1). Reads the first 32 bytes. */
function isCanonicalPoint(bytes: Uint8Array): boolean {
  const signed = ((bytes[31] as number) & 0x80) !== 0;
  if (signed && (hasY(bytes, ONE) || hasY(bytes, MINUS_ONE))) return false;
  if (((bytes[31] as number) | 0x80) !== 0xff || (bytes[0] as number) < 0xed) return true;
  for (let i = 1; i < 31; i += 1) if (bytes[i] !== 0xff) return true;
  return false;
}

/** Asked only of canonical encodings: other spellings of these points are refused as such. */
function isSmallOrder(bytes: Uint8Array): boolean {
  return SMALL_ORDER_Y.some((y) => hasY(bytes, y));
}

function hasY(bytes: Uint8Array, y: Uint8Array): boolean {
  if (((bytes[31] as number) & 0x7f) !== y[31]) return false;
  for (let i = 30; i >= 0; i -= 1) if (bytes[i] !== y[i]) return false;
  return true;
}

/** S < L: the same signature with S + L would otherwise be a second spelling of it. */
function isReducedScalar(signature: Uint8Array): boolean {
  for (let i = 31; i >= 0; i -= 1) {
    const difference = (signature[32 + i] as number) - (GROUP_ORDER[i] as number);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * x^2 = (y^2 - 1) / (d y^2 + 1) has a root. The divisor is never 0, and u / v is a square exactly where z = u v is: by Euler
 * z^((p-1)/2) = 1, which is z^(2^254 - 10) = 1, asked here as z^(2^254) = z^10 because that is squarings alone.
 */
function isOnCurve(raw: Uint8Array): boolean {
  let y = BigInt((raw[31] as number) & 0x7f);
  for (let i = 30; i >= 0; i -= 1) y = (y << 8n) | BigInt(raw[i] as number);
  const y2 = (y * y) % P;
  const z = ((y2 + P - 1n) * (D * y2 + 1n)) % P;
  let power = z;
  for (let i = 0; i < 254; i += 1) power = (power * power) % P;
  return power === z ** 10n % P;
}

function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) as string[], (pair) => Number.parseInt(pair, 16));
}
