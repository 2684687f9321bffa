import * as crypto from "node:crypto";
import { ConfigurationError } from "../decision/configuration-error.js";

/** A new Ed25519 key as PKCS#8 PEM, sealed (AES-256-CBC, PBKDF2) where a passphrase is given, and its 32 public bytes. */
export function generatePrivateKey(passphrase?: string): { readonly pem: string; readonly publicKey: Uint8Array } {
  if (passphrase === "") throw new TypeError("an empty passphrase seals nothing; leave it out");
  const { privateKey } = crypto.generateKeyPairSync("ed25519");
  const seal = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return { pem: privateKey.export({ format: "pem", type: "pkcs8", ...seal }) as string, publicKey: publicBytes(privateKey) };
}

/**
 * Reads an Ed25519 private key from PKCS#8 PEM. ConfigurationError for anything else; neither the message nor a cause holds
 * what OpenSSL said, which may tell about the key.
 */
export function readPrivateKey(pem: string, passphrase?: string): crypto.KeyObject {
  if (typeof pem !== "string") throw new TypeError("a private key is read from PEM text");
  const label = /^-----BEGIN ((?:ENCRYPTED )?PRIVATE KEY)-----\r?\n/.exec(pem)?.[1];
  if (label === undefined) {
    throw new ConfigurationError('this is not a PKCS#8 private key: the text begins with "-----BEGIN PRIVATE KEY-----" or its sealed form');
  }
  const sealed = label.startsWith("ENCRYPTED");
  if (sealed && passphrase === undefined) throw new ConfigurationError("the private key is sealed, and no passphrase was given");
  const key = parse(sealed ? { key: pem, format: "pem", passphrase } : { key: pem, format: "pem" });
  if (key === null) {
    throw new ConfigurationError(sealed ? "the private key does not open with this passphrase" : "the private key cannot be read");
  }
  if (key.asymmetricKeyType !== "ed25519") {
    throw new ConfigurationError(`the private key is of type ${key.asymmetricKeyType}; attestations are signed with Ed25519`);
  }
  return key;
}

/** The 32 bytes of the public half. */
export function publicBytes(privateKey: crypto.KeyObject): Uint8Array {
  const spki = crypto.createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return Uint8Array.from(spki.subarray(-32));
}

function parse(input: object): crypto.KeyObject | null {
  try {
    return crypto.createPrivateKey(input as crypto.PrivateKeyInput);
  } catch {
    return null;
  }
}
