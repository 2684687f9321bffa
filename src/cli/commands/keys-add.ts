import type { KeyringFileEntry } from "../../node/sign.js";
import { loadKeyring } from "../../trust/load-keyring.js";
import { isKeyId } from "../../trust/names.js";
import { defineCommand } from "../command.js";
import { addToKeyring } from "../edit-keyring.js";
import { escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { entryFor, membersOf, readScope, SCOPE_FLAGS, unscopedNote } from "../key-flags.js";
import { findOperatorFile } from "../operator-files.js";
import { readBytes } from "../read-bytes.js";
import { OPERATOR_FLAGS } from "../verification.js";

/** A public key in any of its forms is far smaller; a private one that is given by mistake is still told as that. */
const MAX_KEY_FILE_BYTES = 16 * 1024;

export const command = defineCommand({
  name: "keys add",
  summary: "Adds a public key that somebody else made to a keyring.",
  operand: { name: "ID" },
  flags: {
    "public-key": { type: "text", value: "TEXT", help: "the key: base64 of 32 bytes, or 64 hex digits" },
    "public-key-file": { type: "text", value: "FILE|-", help: "a file with the key in one of these forms, or a PEM public key" },
    keys: { ...OPERATOR_FLAGS.keys, help: "the keyring, made if it is not there; else PIC_KEYS_PATH" },
    ...SCOPE_FLAGS,
  },
  notes: ["No id is written over; what else the file holds stays as it is written.", "Compare the key with its holder before it counts."],
  async run(flags, id, shell) {
    if (!isKeyId(id)) throw new UsageError("is letters, digits and ._:@/-, at most 128", "ID");
    const scope = readScope(flags, shell.now);
    const entry: KeyringFileEntry = {
      public_key: readPublicKey(flags["public-key"], flags["public-key-file"]),
      ...membersOf({ purpose: ["approve"], ...scope }),
    };
    const { key } = entryFor(id, () => loadKeyring({ trusted_keys: { [id]: entry } }).keys.get(id) as { key: { hex: string } });
    const { path } = findOperatorFile("keys", flags.keys, "strict", shell);
    const addition = await addToKeyring({ file: path, cwd: shell.cwd }, "ID", id, entry);
    addition.commit();
    return {
      exit: EXIT.done,
      stdout: `added ${id} (${key.hex}) to ${addition.creates ? "the new " : ""}${escapeText(path)}\n`,
      stderr: unscopedNote(entry),
    };
  },
});

function readPublicKey(text: string | undefined, file: string | undefined): string {
  if ((text === undefined) === (file === undefined)) throw new UsageError("or --public-key-file is needed, one of them", "--public-key");
  if (text !== undefined) return text;
  const bytes = readBytes(file as string, MAX_KEY_FILE_BYTES);
  if (bytes.length > MAX_KEY_FILE_BYTES) throw new UsageError("names a file that is too large to be a key", "--public-key-file");
  // Editors and pipes end a file with a line end; nothing else around the key is passed over.
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, "");
}
