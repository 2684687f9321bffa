import type { Keyring } from "../../trust/keyring.js";
import { isKeyId, isPlainText } from "../../trust/names.js";
import { formatTimestamp, nowToNanos, parseTimestamp } from "../../trust/timestamp.js";
import { defineCommand } from "../command.js";
import { editKeyring } from "../edit-keyring.js";
import { escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { noSuchKey } from "../key-words.js";
import { entryOf, withEntryMembers, withRevokedId } from "../keyring-text.js";
import { findOperatorFile } from "../operator-files.js";
import { OPERATOR_FLAGS } from "../verification.js";

export const command = defineCommand({
  name: "keys revoke",
  summary: "Revokes a key: it is refused from now on, under every id it has.",
  operand: { name: "ID" },
  flags: {
    keys: OPERATOR_FLAGS.keys,
    note: { type: "text", value: "TEXT", help: "why, for people" },
    at: { type: "text", value: "TIME", help: "when it was lost, RFC 3339, for people (now)" },
    unknown: { type: "switch", help: "revoke an id that the keyring does not hold" },
  },
  notes: [
    "The key is refused at once, also for what it signed before --at. Revoking twice changes nothing.",
    "A live gate takes the change when it reads the file again.",
  ],
  async run(flags, id, shell) {
    if (!isKeyId(id)) throw new UsageError("is letters, digits and ._:@/-, at most 128", "ID");
    const { note } = flags;
    if (note !== undefined && !isPlainText(note))
      throw new UsageError("is one line of at most 256 characters without a space at either end", "--note");
    const at = readAt(flags.at, shell.now);
    const { path } = findOperatorFile("keys", flags.keys, "strict", shell);
    const told = escapeText(path);
    let struck: readonly string[] = [];
    const edit = await editKeyring(
      { file: path, cwd: shell.cwd },
      {
        mayMend: true,
        change(text, keyring) {
          struck = keyring === null ? [] : otherIdsOf(id, keyring);
          const held = entryOf(text, id);
          // One that is struck for another id's sake alone is still to be written.
          if (keyring?.revokedIds.has(id)) return text;
          if (held !== undefined) return revoke(text, id, held, { at, ...(note !== undefined && { note }) });
          if (!flags.unknown) throw noSuchKey(id, path, keyring?.keys.keys() ?? []);
          if (note !== undefined || flags.at !== undefined)
            throw new UsageError("has nowhere to stand for an id without an entry; leave it out", note === undefined ? "--at" : "--note");
          return withRevokedId(text, id);
        },
      },
    );
    edit.commit();
    const lines = [
      edit.changes ? `revoked ${id} in ${told}` : `${id} was revoked already; ${told} is as it was`,
      ...(struck.length === 0 ? [] : [`the same key is struck under ${struck.join(", ")}`]),
    ];
    return { exit: EXIT.done, stdout: `${lines.join("\n")}\n` };
  },
});

/**
 * On the list, which every reader of such files knows; and in the entry, where that is of our own form or a note needs a place. A
 * reader that does not know `revoked` would pass over it.
 */
function revoke(text: string, id: string, held: unknown, revoked: object): string {
  const ours =
    typeof held === "object" && held !== null && Object.keys(held).some((name) => name !== "public_key" && name !== "expires_at");
  const noted = ours || Object.hasOwn(revoked, "note");
  return withRevokedId(noted ? withEntryMembers(text, id, new Map([["revoked", revoked]])) : text, id);
}

function otherIdsOf(id: string, keyring: Keyring): readonly string[] {
  return keyring.sharedMaterial.find((ids) => ids.includes(id))?.filter((other) => other !== id) ?? [];
}

function readAt(text: string | undefined, now: number): string {
  if (text === undefined) return formatTimestamp(now);
  const at = parseTimestamp(text);
  if (at === null) throw new UsageError("is an RFC 3339 time such as 2026-10-01T12:00:00Z", "--at");
  if (at > nowToNanos(now)) throw new UsageError("lies ahead, and a key is revoked at once; leave it out", "--at");
  return text;
}
