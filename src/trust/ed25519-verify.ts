import { isBytes } from "../json/is-bytes.js";
import type { CryptoEngine } from "./crypto-port.js";

/** The public verification over one engine: argument checks, then the rule. */
export function verifyWith(
  engine: Pick<CryptoEngine, "importKey" | "verify">,
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!isBytes(publicKey)) throw new TypeError("publicKey must be a Uint8Array");
  if (!isBytes(message)) throw new TypeError("message must be a Uint8Array");
  if (!isBytes(signature)) throw new TypeError("signature must be a Uint8Array");
  // Copies: a subclass may override `length`, and the bytes that are checked must be the bytes that are verified.
  return engine.verify(engine.importKey(publicKey), new Uint8Array(message), new Uint8Array(signature));
}
