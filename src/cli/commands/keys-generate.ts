import { unlinkSync } from "node:fs";
import { resolve } from "node:path";
import { type GeneratedKey, generateKey } from "../../node/sign.js";
import { isKeyId } from "../../trust/names.js";
import { defineCommand } from "../command.js";
import { addToKeyring } from "../edit-keyring.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { entryFor, readScope, SCOPE_FLAGS, unscopedNote } from "../key-flags.js";
import { PASSPHRASE_FLAG, readPassphrase } from "../private-key.js";
import type { Reply } from "../reply.js";
import { writeNew } from "../write-new.js";

export const command = defineCommand({
  name: "keys generate",
  summary: "Makes an Ed25519 key: the private half into a new file, the public half into a keyring.",
  flags: {
    id: { type: "text", required: true, value: "ID", help: "the id that gates know the key by" },
    out: { type: "text", required: true, value: "FILE", help: "a new file for the private key (PKCS#8 PEM, mode 0600)" },
    keyring: {
      type: "text",
      value: "FILE",
      help: "the keyring to add the key to, made if it is not there; else a keyring to standard output",
    },
    ...SCOPE_FLAGS,
    ...PASSPHRASE_FLAG,
  },
  notes: [
    "A key without --tool or --impact is refused for high impacts by a version 1 policy.",
    "--keyring keeps what the file holds; `> FILE` would empty it even where this command fails.",
  ],
  async run(flags, _operand, shell) {
    const { id, out, keyring } = flags;
    if (id === undefined || !isKeyId(id)) throw new UsageError("is needed: letters, digits and ._:@/-, at most 128", "--id");
    if (out === undefined || out === "-") throw new UsageError("is needed: a new file for the private key", "--out");
    if (keyring === "-") throw new UsageError("is a file; leave it out for standard output", "--keyring");
    if (keyring !== undefined && resolve(shell.cwd, keyring) === resolve(shell.cwd, out))
      throw new UsageError("names the same file as --out; a private key belongs in no keyring", "--keyring");
    const scope = readScope(flags, shell.now);
    const key = entryFor(id, () => generateKey({ id, purpose: ["approve"], ...scope, ...readPassphrase(flags) }));
    const stdout = await writeBoth(key, resolve(shell.cwd, out), keyring === undefined ? null : { file: keyring, cwd: shell.cwd });
    const kept = `countersign: wrote the private key to ${escapeText(out)}; keep it out of the keyring and away from the agent\n`;
    return { exit: EXIT.done, stdout, stderr: `${kept}${unscopedNote(key.keyringEntry)}` } satisfies Reply;
  },
});

/** The text for standard output. All or nothing: the keyring is written whole beside the old one before there is a private key. */
async function writeBoth(key: GeneratedKey, out: string, keyring: { readonly file: string; readonly cwd: string } | null): Promise<string> {
  const { id, privateKeyPem, keyringEntry } = key;
  if (keyring === null) {
    writeNew(out, privateKeyPem, 0o600);
    return `${asciiJson({ trusted_keys: { [id]: keyringEntry }, revoked_keys: [] }, 2)}\n`;
  }
  const addition = await addToKeyring(keyring, "--id", id, keyringEntry);
  let written = false;
  try {
    writeNew(out, privateKeyPem, 0o600);
    written = true;
    addition.commit();
  } catch (error) {
    addition.abandon();
    // A private key whose public half is nowhere is of no use to anybody.
    if (written) unlinkSync(out);
    throw error;
  }
  return `added ${id} to ${addition.creates ? "the new " : ""}${escapeText(keyring.file)}\n`;
}
