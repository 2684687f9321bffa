import { importKey, verify } from "./crypto-portable.js";
import { verifyWith } from "./ed25519-verify.js";

/** `verifyEd25519` on the portable engine, whatever the runtime: same arguments, same verdicts, no `node:` import. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verifyWith({ importKey, verify }, publicKey, message, signature);
}
