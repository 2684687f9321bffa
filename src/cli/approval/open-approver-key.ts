import { ConfigurationError } from "../../decision/configuration-error.js";
import { signerFromPem } from "../../node/sign.js";
import type { Signer } from "../../sign/sign-attestation.js";
import type { KeyEntry } from "../../trust/keyring.js";
import { escapeText } from "../escape.js";
import { UsageError } from "../faults.js";
import { looseKeyNotes, readPassphrase, readSecret } from "../private-key.js";
import type { Terminal } from "../terminal.js";

const TRIES = 3;

/**
 * The signer of a private key file, whose public half must be the keyring's. A sealed key is opened with the passphrase file, else with
 * what is typed at the terminal, unseen. ConfigurationError where the file is no key or does not open; UsageError for another key.
 */
export async function openApproverKey(
  file: string,
  entry: KeyEntry,
  flags: { readonly "passphrase-file": string | undefined },
  terminal: Terminal,
): Promise<Required<Signer>> {
  const pem = readSecret("--key", file);
  for (const note of looseKeyNotes(file)) terminal.write(`countersign: ${note}\n`);
  const { passphrase } = readPassphrase(flags);
  const signer = await opened(pem, passphrase, entry.id, file, terminal);
  if (!signer.publicKey.every((byte, at) => byte === entry.key.raw[at]))
    throw new UsageError(`${escapeText(file)} is not the key that the keyring has as ${escapeText(entry.id)}`, "--key");
  return signer;
}

async function opened(
  pem: string,
  passphrase: string | undefined,
  keyId: string,
  file: string,
  terminal: Terminal,
): Promise<Required<Signer>> {
  if (passphrase !== undefined || !pem.startsWith("-----BEGIN ENCRYPTED ")) return open(pem, keyId, passphrase, file);
  for (let left = TRIES; ; left -= 1) {
    const typed = await terminal.askSecret(`Passphrase of ${escapeText(file)}: `);
    if (typed === null || typed === "") throw new UsageError("is sealed, and no passphrase was typed", "--key");
    try {
      return open(pem, keyId, typed, file);
    } catch (error) {
      if (left === 1 || !(error instanceof ConfigurationError)) throw error;
      terminal.write("The key does not open with this passphrase.\n");
    }
  }
}

function open(pem: string, keyId: string, passphrase: string | undefined, file: string): Required<Signer> {
  try {
    return signerFromPem(pem, passphrase === undefined ? { keyId } : { keyId, passphrase });
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
}
