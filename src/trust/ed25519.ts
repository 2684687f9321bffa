import { importKey, verify } from "#crypto";
import { verifyWith } from "./ed25519-verify.js";

/**
 * Whether an Ed25519 signature holds under one acceptance rule, the same on every runtime (spec/ed25519.md, stricter than
 * RFC 8032: canonical A and R, neither of small order, S < L, no cofactor).
 *
 * @param publicKey 32 bytes; with any other length nothing verifies.
 * @param message The signed bytes.
 * @param signature 64 bytes, R then S.
 * @returns false for anything that does not verify. Throws TypeError only where an argument is not a Uint8Array.
 * @example verifyEd25519(publicKey, new TextEncoder().encode("pay 48200"), signature) // true
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verifyWith({ importKey, verify }, publicKey, message, signature);
}
