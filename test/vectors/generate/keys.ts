import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

/** PKCS #8 around a 32-byte Ed25519 seed (RFC 8410 section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

export interface TestKey {
  readonly publicKey: string;
  readonly rawPublicKey: Buffer;
  sign(message: string): Buffer;
}

/** A throw-away key: its seed is the SHA-256 of a sentence that says so. Never use one for anything but vectors. */
function testKey(label: string): TestKey {
  const seed = createHash("sha256").update(`countersign test key ${label}`).digest();
  const privateKey: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const rawPublicKey = spki.subarray(spki.length - 32);
  return {
    rawPublicKey,
    publicKey: rawPublicKey.toString("base64"),
    sign: (message) => sign(null, Buffer.from(message, "utf8"), privateKey),
  };
}

export const KEYS = {
  approver: testKey("approver"),
  second: testKey("second approver"),
  agent: testKey("agent"),
  stranger: testKey("stranger"),
  third: testKey("third approver"),
  glassEast: testKey("break-glass east"),
  upstream: testKey("upstream"),
  receipts: testKey("receipts"),
  glassWest: testKey("break-glass west"),
} as const;

export type KeyName = keyof typeof KEYS;
