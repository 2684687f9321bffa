import type { ProfileName } from "../../decision/profile.js";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";
import { nowToNanos } from "../../trust/timestamp.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { scopeWords, standingOf, standingWords, timeText } from "../key-words.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
import type { Reply } from "../reply.js";
import { strayRevocations } from "../stray-revocations.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, loadKeyringFor, OPERATOR_FLAGS, readFormat, readNow, readProfile, VERIFY_FLAGS } from "../verification.js";

export const command = defineCommand({
  name: "keys list",
  summary: "Lists the keys of a keyring: state, and what each may sign.",
  fileFlag: "--keys FILE",
  flags: {
    keys: OPERATOR_FLAGS.keys,
    profile: OPERATOR_FLAGS.profile,
    now: VERIFY_FLAGS.now,
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
    "write-example": { type: "switch", help: "interop: writes pic_keys.example.json, as the reference does" },
  },
  notes: [
    "Marks what is expired, revoked, not yet valid, or ends within 30 days.",
    "Exits 6 where the file is no keyring or holds no key.",
  ],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const profile: ProfileName = readProfile(flags);
    if (flags["write-example"]) {
      if (profile !== "interop") throw new UsageError("is for --profile interop", "--write-example");
      return writeExample(shell.cwd);
    }
    const now = nowToNanos(readNow(flags, shell));
    const file = findOperatorFile("keys", flags.keys, profile, shell);
    const keyring = await loadKeyringFor(file, profile);
    const exit = keyring.keys.size === 0 ? EXIT.configuration : EXIT.done;
    if (format === "json") {
      const keys = [...keyring.keys.values()].map((entry) => plainKey(entry, keyring, now));
      return {
        exit,
        stdout: `${asciiJson({ keys, revoked_ids: [...keyring.revokedIds], weak_ids: keyring.weakIds, digest: keyring.digest, file })}\n`,
      };
    }
    const rows = [...keyring.keys.values()].map((entry) => [
      escapeText(entry.id),
      standingWords(standingOf(entry, keyring, now)),
      entry.key.hex.slice(0, 16),
      escapeText(scopeWords(entry)),
    ]);
    for (const id of keyring.weakIds) rows.push([escapeText(id), "revoked", "weak key", "not taken in: it can verify nothing"]);
    const strays = strayRevocations(keyring).map(({ id, note }) => `${escapeText(id)}: ${note}`);
    const revoked = keyring.revokedIds.size === 0 ? [] : [`revoked ids ${[...keyring.revokedIds].map((id) => escapeText(id)).join(", ")}`];
    const empty = keyring.keys.size === 0 ? ["holds no key"] : [];
    return {
      exit,
      stdout: `${[...table(rows), ...empty, ...revoked, ...strays, `digest ${keyring.digest}`, `keys ${tellFile(file)}`].join("\n")}\n`,
    };
  },
});

function plainKey(entry: KeyEntry, keyring: Keyring, now: bigint): object {
  const { id, key, purpose, tools, impacts, audiences, roles, owner, notBefore, expiresAt } = entry;
  const { state, endsInDays } = standingOf(entry, keyring, now);
  return {
    id,
    state,
    ends_in_days: endsInDays,
    public_key: key.hex,
    purpose,
    tools,
    impacts,
    audiences,
    roles,
    owner,
    not_before: notBefore === null ? null : timeText(notBefore),
    expires_at: expiresAt === null ? null : timeText(expiresAt),
  };
}

/** A keyring to start from, with no key in it that anybody holds. */
async function writeExample(cwd: string): Promise<Reply> {
  const { join } = await import("node:path");
  const { writeNew } = await import("../write-new.js");
  const example = {
    trusted_keys: {
      "example-key": { public_key: "replace with the base64 of 32 bytes, 64 hex digits or a PEM", expires_at: "2030-01-01T00:00:00Z" },
    },
    revoked_keys: [],
  };
  const name = "pic_keys.example.json";
  writeNew(join(cwd, name), `${JSON.stringify(example, null, 2)}\n`, 0o644);
  return { exit: EXIT.done, stdout: `wrote ${name}\n` };
}
