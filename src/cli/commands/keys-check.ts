import { keyState } from "../../trust/key-state.js";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";
import { nowToNanos } from "../../trust/timestamp.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
import { strayRevocations } from "../stray-revocations.js";
import { FORMAT_FLAGS, loadKeyringFor, OPERATOR_FLAGS, readFormat, readNow, readProfile, VERIFY_FLAGS } from "../verification.js";

export const command = defineCommand({
  name: "keys check",
  summary: "Says whether a keyring loads, and which of its keys cannot approve a high impact now.",
  fileFlag: "--keys FILE",
  flags: {
    keys: OPERATOR_FLAGS.keys,
    profile: OPERATOR_FLAGS.profile,
    now: VERIFY_FLAGS.now,
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 6 where the file is no keyring, or none of its keys is in force."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const profile = readProfile(flags);
    const now = nowToNanos(readNow(flags, shell));
    const file = findOperatorFile("keys", flags.keys, profile, shell);
    const keyring = await loadKeyringFor(file, profile);
    const entries = [...keyring.keys.values()];
    const notes = entries.flatMap((entry) => notesOn(entry, keyring, now));
    for (const key_id of keyring.weakIds) notes.push({ key_id, note: "revoked, and a weak key: not taken in" });
    for (const { id, note } of strayRevocations(keyring)) notes.push({ key_id: id, note });
    const inForce = entries.filter((entry) => keyState(entry, keyring, entry.id, now) === "ok").length;
    const exit = inForce === 0 ? EXIT.configuration : EXIT.done;
    if (format === "json") {
      return {
        exit,
        stdout: `${asciiJson({ valid: inForce > 0, keys: entries.length, in_force: inForce, notes, digest: keyring.digest, file })}\n`,
      };
    }
    const lines = notes.map(({ key_id, note }) => `${escapeText(key_id)}: ${note}`);
    const head = `${inForce > 0 ? "valid" : "not usable, no key is in force"}: ${entries.length} key${entries.length === 1 ? "" : "s"}, ${inForce} in force, digest ${keyring.digest}`;
    return { exit, stdout: `${[head, ...lines, `keys ${tellFile(file)}`].join("\n")}\n` };
  },
});

interface Note {
  readonly key_id: string;
  readonly note: string;
}

function notesOn(entry: KeyEntry, keyring: Keyring, now: bigint): readonly Note[] {
  const notes: string[] = [];
  const state = keyState(entry, keyring, entry.id, now);
  if (state !== "ok") notes.push(state);
  const approves = entry.purpose.includes("approve") || entry.purpose.includes("attest");
  if (!approves) notes.push(`purpose ${entry.purpose.join(", ")}: raises no trust`);
  // spec policy S8: such a key is refused for high impacts by a version 1 policy.
  const unwritten = [...(entry.tools === null ? ["tools"] : []), ...(entry.impacts === null ? ["impacts"] : [])];
  if (approves && unwritten.length > 0)
    notes.push(`${unwritten.join(" and ")} not written: a version 1 policy refuses it for high impacts`);
  if (!entry.purposeWritten) notes.push("purpose not written: counts as approve, attest");
  return notes.map((note) => ({ key_id: entry.id, note }));
}
