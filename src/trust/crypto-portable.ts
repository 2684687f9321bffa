import { Point } from "@noble/ed25519";
import { sha256 as nobleSha256, sha512 } from "@noble/hashes/sha2.js";
import { toHex } from "./bytes.js";
import type { VerifyKey } from "./crypto-port.js";
import { isAcceptableKeyEncoding, isAcceptableSignature } from "./ed25519-encoding.js";

export { weakness } from "./ed25519-encoding.js";
export type { VerifyKey };

const encoder = new TextEncoder();
const L = Point.CURVE().n;

/** Lower-case hex SHA-256; a string is hashed as its UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return toHex(nobleSha256(typeof data === "string" ? encoder.encode(data) : data));
}

/** -A, or null for a key that the rule refuses: such a key is held, and verifies nothing. */
const negatedPoints = new WeakMap<VerifyKey, Point | null>();

/** A key ready to verify with; the point is decoded here, once. */
export function importKey(raw: Uint8Array): VerifyKey {
  const own = new Uint8Array(raw);
  const key: VerifyKey = Object.freeze({ raw: own, hex: toHex(own) });
  negatedPoints.set(key, negatedPoint(own));
  return key;
}

/** The acceptance rule of spec/ed25519.md: R equals the encoding of S B - h A, byte for byte. */
export function verify(key: VerifyKey, message: Uint8Array, signature: Uint8Array): boolean {
  const minusA = negatedPoints.get(key);
  if (minusA === undefined) throw new TypeError("key must come from importKey");
  if (minusA === null || !isAcceptableSignature(signature)) return false;
  const r = signature.subarray(0, 32);
  const s = integer(signature.subarray(32));
  const h = integer(sha512.create().update(r).update(key.raw).update(message).digest()) % L;
  const expected = Point.BASE.multiplyUnsafe(s).add(minusA.multiplyUnsafe(h)).toBytes();
  return r.every((byte, i) => byte === expected[i]);
}

function negatedPoint(raw: Uint8Array): Point | null {
  if (!isAcceptableKeyEncoding(raw)) return null;
  try {
    return Point.fromBytes(raw).negate();
  } catch {
    return null; // not on the curve
  }
}

/** Little-endian. */
function integer(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(Uint8Array.from(bytes).reverse())}`);
}
