import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";
import { looseReaders } from "./loose-modes.js";
import { readBytes } from "./read-bytes.js";

/** Most bytes of a file that holds a key or a passphrase. */
const MAX_SECRET_BYTES = 64 * 1024;

export const PASSPHRASE_FLAG = {
  "passphrase-file": { type: "text", value: "FILE", help: "the private key's passphrase: the first line of this file" },
} as const;

/** The text of a file that holds a key or a passphrase. Never shown. */
export function readSecret(flag: string, file: string): string {
  if (file === "-") throw new UsageError("is a file, not standard input", flag);
  const bytes = readBytes(file, MAX_SECRET_BYTES);
  if (bytes.length > MAX_SECRET_BYTES) throw new UsageError("names a file that is too large to be one", flag);
  try {
    // Decoded leniently, every byte that is no UTF-8 would be the same letter: a passphrase of such bytes opens with any others.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError("names a file that is not UTF-8 text", flag);
  }
}

/** What is said of a private key that others may use; empty where nobody may. */
export function looseKeyNotes(file: string): readonly string[] {
  return looseReaders(file).map((what) => `${escapeText(file)}: ${what}`);
}

export function readPassphrase(flags: { readonly "passphrase-file": string | undefined }): { readonly passphrase?: string } {
  const file = flags["passphrase-file"];
  if (file === undefined) return {};
  const [line = ""] = readSecret("--passphrase-file", file).split(/\r?\n/, 1);
  if (line === "") throw new UsageError("names a file whose first line is empty", "--passphrase-file");
  return { passphrase: line };
}
