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

/** What a key verifies with; its own bytes, since those of `raw` can be written to. */
interface HeldKey {
  readonly raw: Uint8Array;
  /** -A, or null for a key that the rule refuses: such a key is held, and verifies nothing. Undefined until first asked for. */
  minusA: Point | null | undefined;
}

const heldKeys = new WeakMap<VerifyKey, HeldKey>();

/** A key to verify with. The point is decoded once, when it is first used: decoding takes 1 ms, and most keys of a file wait. */
export function importKey(raw: Uint8Array): VerifyKey {
  const own = new Uint8Array(raw);
  const key: VerifyKey = Object.freeze({ raw: new Uint8Array(own), hex: toHex(own) });
  heldKeys.set(key, { raw: own, minusA: undefined });
  return key;
}

/** The acceptance rule of spec/ed25519.md: R equals the encoding of S B - h A, byte for byte. */
export function verify(key: VerifyKey, message: Uint8Array, signature: Uint8Array): boolean {
  const held = heldKeys.get(key);
  if (held === undefined) throw new TypeError("key must come from importKey");
  if (!isAcceptableSignature(signature)) return false;
  if (held.minusA === undefined) held.minusA = negatedPoint(held.raw);
  const { minusA } = held;
  if (minusA === null) return false;
  const r = signature.subarray(0, 32);
  const s = integer(signature.subarray(32));
  const h = integer(sha512.create().update(r).update(held.raw).update(message).digest()) % L;
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
