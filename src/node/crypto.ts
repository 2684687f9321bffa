import * as crypto from "node:crypto";
import { encodeBase64 } from "../trust/base64.js";
import { toHex } from "../trust/bytes.js";
import type { VerifyKey } from "../trust/crypto-port.js";
import { isAcceptableKeyEncoding, isAcceptableSignature } from "../trust/ed25519-encoding.js";

export { weakness } from "../trust/ed25519-encoding.js";
export type { VerifyKey };

/** Lower-case hex SHA-256; a string is hashed as its UTF-8. `crypto.hash` takes half the time where the runtime has it. */
export const sha256: (data: Uint8Array | string) => string =
  typeof crypto.hash === "function"
    ? (data) => crypto.hash("sha256", data, "hex")
    : (data) => crypto.createHash("sha256").update(data).digest("hex");

/**
 * What the runtime verifies with, or null for a key that the rule refuses by its bytes: such a key is held, and verifies
 * nothing. Without a prototype: a bare KeyObject would be asked for `padding` and `dsaEncoding` that Object.prototype may hold.
 */
type VerifyInput = { readonly key: crypto.KeyObject };
const verifyInputs = new WeakMap<VerifyKey, VerifyInput | null>();

/** A key ready to verify with. The KeyObject is built here, once: building it per signature costs 5 us. */
export function importKey(raw: Uint8Array): VerifyKey {
  const own = new Uint8Array(raw);
  const key: VerifyKey = Object.freeze({ raw: own, hex: toHex(own) });
  verifyInputs.set(key, isAcceptableKeyEncoding(own) ? bare({ key: keyObject(own) }) : null);
  return key;
}

/**
 * The acceptance rule of spec/ed25519.md. OpenSSL gives S < L, the cofactorless equation and the comparison of R by its
 * bytes; it accepts small-order A and R and non-canonical A, so those are refused before it is asked.
 */
export function verify(key: VerifyKey, message: Uint8Array, signature: Uint8Array): boolean {
  const input = verifyInputs.get(key);
  if (input === undefined) throw new TypeError("key must come from importKey");
  return input !== null && isAcceptableSignature(signature) && crypto.verify(null, message, input, signature);
}

function keyObject(raw: Uint8Array): crypto.KeyObject {
  const x = encodeBase64(raw).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
  return crypto.createPublicKey(bare({ key: bare({ kty: "OKP", crv: "Ed25519", x }), format: "jwk" as const }));
}

/** The same members and no inherited ones. */
function bare<T extends object>(members: T): T {
  return Object.freeze(Object.assign(Object.create(null), members));
}
