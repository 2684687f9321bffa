import { resolve } from "node:path";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";
import { nowToNanos } from "../../trust/timestamp.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UnreadableError } from "../faults.js";
import { standingOf, standingWords } from "../key-words.js";
import { looseReaders, looseWriters } from "../loose-modes.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
import { strayRevocations } from "../stray-revocations.js";
import { FORMAT_FLAGS, loadKeyringFor, OPERATOR_FLAGS, readFormat, readNow, readProfile, VERIFY_FLAGS } from "../verification.js";

export const command = defineCommand({
  name: "keys check",
  summary: "Says whether a keyring loads, and what in it is weak, open or unusable.",
  fileFlag: "--keys FILE",
  flags: {
    keys: OPERATOR_FLAGS.keys,
    private: { type: "text", many: true, value: "FILE", help: "a private key whose file mode is looked at too; may be repeated" },
    profile: OPERATOR_FLAGS.profile,
    now: VERIFY_FLAGS.now,
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: [
    "Exits 1 on a finding: a key that is not scoped for high impacts, one key under two ids (interop), a file that others may change",
    "or a private key that others may read. Exits 6 where the file is no keyring, or none of its keys is in force. Notes change nothing.",
  ],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const profile = readProfile(flags);
    const now = nowToNanos(readNow(flags, shell));
    const file = findOperatorFile("keys", flags.keys, profile, shell);
    const keyring = await loadKeyringFor(file, profile);
    const entries = [...keyring.keys.values()];
    const findings = [
      ...entries.flatMap((entry) => findingsOn(entry, keyring, now)),
      ...keyring.sharedMaterial.flatMap((ids) =>
        ids.slice(1).map((id) => ({ key_id: id, finding: `holds the same key as ${ids[0]}: one holder would count as two` })),
      ),
      ...looseWriters(resolve(shell.cwd, file.path)).map((finding) => ({ file: file.path, finding })),
      ...flags.private.flatMap((name) => readersOf(name, shell.cwd).map((finding) => ({ file: name, finding }))),
    ];
    const notes = [
      ...entries.flatMap((entry) => notesOn(entry, keyring, now)),
      ...keyring.weakIds.map((key_id) => ({ key_id, note: "revoked, and a weak key: not taken in" })),
      ...strayRevocations(keyring).map(({ id, note }) => ({ key_id: id, note })),
    ];
    const inForce = entries.filter((entry) => standingOf(entry, keyring, now).state === "ok").length;
    const exit = inForce === 0 ? EXIT.configuration : findings.length > 0 ? EXIT.finding : EXIT.done;
    if (format === "json") {
      return {
        exit,
        stdout: `${asciiJson({ valid: inForce > 0, keys: entries.length, in_force: inForce, findings, notes, digest: keyring.digest, file })}\n`,
      };
    }
    const head = `${inForce > 0 ? "valid" : "not usable, no key is in force"}: ${entries.length} key${entries.length === 1 ? "" : "s"}, ${inForce} in force, digest ${keyring.digest}`;
    const lines = [
      ...findings.map((found) => `finding: ${escapeText("file" in found ? found.file : found.key_id)}: ${escapeText(found.finding)}`),
      ...notes.map(({ key_id, note }) => `${escapeText(key_id)}: ${note}`),
    ];
    return { exit, stdout: `${[head, ...lines, `keys ${tellFile(file)}`].join("\n")}\n` };
  },
});

interface Finding {
  readonly key_id: string;
  readonly finding: string;
}

interface Note {
  readonly key_id: string;
  readonly note: string;
}

function findingsOn(entry: KeyEntry, keyring: Keyring, now: bigint): readonly Finding[] {
  const { state } = standingOf(entry, keyring, now);
  const unscoped = unscopedWords(entry);
  return unscoped === null || state === "revoked" || state === "expired" ? [] : [{ key_id: entry.id, finding: unscoped }];
}

function notesOn(entry: KeyEntry, keyring: Keyring, now: bigint): readonly Note[] {
  const notes: string[] = [];
  const standing = standingOf(entry, keyring, now);
  const { state, endsInDays } = standing;
  if (state !== "ok" || endsInDays !== null) notes.push(standingWords(standing));
  const unscoped = unscopedWords(entry);
  // Nobody can use it, so nothing is open.
  if (unscoped !== null && (state === "revoked" || state === "expired")) notes.push(unscoped);
  if (!approves(entry)) notes.push(`purpose ${entry.purpose.join(", ")}: raises no trust`);
  if (!entry.purposeWritten) notes.push("purpose not written: counts as approve, attest");
  // spec policy#approvals: only a written purpose and an owner count.
  if (entry.purposeWritten && entry.purpose.includes("approve") && entry.owner === null)
    notes.push("owner not written: counts for no approvals rule");
  return notes.map((note) => ({ key_id: entry.id, note }));
}

/** spec policy S8, spec/receipts.md#key: such a key is refused for high impacts by a version 1 policy. */
function unscopedWords(entry: KeyEntry): string | null {
  const unwritten = [...(entry.tools === null ? ["tools"] : []), ...(entry.impacts === null ? ["impacts"] : [])];
  if (!(approves(entry) || entry.purpose.includes("receipt")) || unwritten.length === 0) return null;
  return `${unwritten.join(" and ")} not written: a version 1 policy refuses it for high impacts`;
}

function approves(entry: KeyEntry): boolean {
  return entry.purpose.includes("approve") || entry.purpose.includes("attest");
}

function readersOf(name: string, cwd: string): readonly string[] {
  try {
    return looseReaders(resolve(cwd, name));
  } catch (error) {
    throw new UnreadableError(`cannot be looked at (${(error as NodeJS.ErrnoException).code ?? "unknown"})`, name, "--private");
  }
}
