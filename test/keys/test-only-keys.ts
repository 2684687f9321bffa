import * as crypto from "node:crypto";

/** Labels of the throw-away keys; `keyrings/test-pic_keys.json` has an entry for each. */
export const TEST_KEY_LABELS = ["test-approver", "test-second-approver", "test-agent", "test-receipts"] as const;

export interface TestKey {
  readonly keyId: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** PKCS#8. */
  readonly privateKeyPem: string;
  sign(message: Uint8Array): Uint8Array;
}

/** DER of a PKCS#8 Ed25519 private key (RFC 8410 section 7) up to its seed. */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key that anybody can make from its label. For tests, vectors and demos alone. */
export function testKey(label: string): TestKey {
  const seed = crypto.createHash("sha256").update(`countersign test key: ${label}`).digest();
  const key = crypto.createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
  const spki = crypto.createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    keyId: label,
    publicKey: Uint8Array.from(spki.subarray(12)),
    privateKeyPem: key.export({ format: "pem", type: "pkcs8" }) as string,
    sign: (message) => Uint8Array.from(crypto.sign(null, message, key)),
  };
}
