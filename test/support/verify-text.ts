import { type ChainOptions, type ChainReport, createChainVerifier } from "../../src/audit/verify-chain.js";

/** Verifies a whole log held in memory, cut into lines without the reader of files. */
export function verifyBytes(bytes: Uint8Array, options: Partial<ChainOptions> = {}): ChainReport {
  const verifier = createChainVerifier({ keyring: null, expected: [], ...options });
  let at = 0;
  while (at < bytes.length) {
    const newline = bytes.indexOf(0x0a, at);
    if (newline === -1) return verifier.end(at);
    verifier.push(bytes.subarray(at, newline), at);
    at = newline + 1;
  }
  return verifier.end(null);
}

export function verifyText(text: string, options: Partial<ChainOptions> = {}): ChainReport {
  return verifyBytes(new TextEncoder().encode(text), options);
}

/** Reasons and places of the findings: `altered@2`, or the reason alone. */
export function findingsOf({ findings }: ChainReport): readonly string[] {
  return findings.map(({ reason, line }) => (line === null ? reason : `${reason}@${line}`));
}
