import type { Signer } from "../sign/sign-attestation.js";

/** Time enough for a person to touch a token. */
const DEFAULT_TIMEOUT_MS = 60_000;
/** What a timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A key that is somewhere else did not sign. Nothing was signed as far as this process knows, and the call may be made again. */
export class SignerError extends Error {
  override readonly name = "SignerError";
}

/** Milliseconds, or the default. TypeError for what is no time. */
export function readTimeout(what: string, ms: number | undefined): number {
  const timeout = ms ?? DEFAULT_TIMEOUT_MS;
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > MAX_TIMEOUT_MS)
    throw new TypeError(`${what} must be 1 to ${MAX_TIMEOUT_MS} milliseconds`);
  return timeout;
}

/** The same signer, which rejects with SignerError where it has not answered in time. A late answer is dropped. */
export function boundSigner(signer: Signer, timeoutMs: number): Signer {
  // What is no signer is told by whoever reads it.
  if (typeof signer !== "object" || signer === null || typeof signer.sign !== "function") return signer;
  const { keyId, publicKey } = signer;
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SignerError(`the signer did not answer within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      return await Promise.race([signer.sign(bytes), late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.freeze(publicKey === undefined ? { keyId, sign } : { keyId, publicKey, sign });
}
