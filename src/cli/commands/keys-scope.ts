import { ConfigurationError } from "../../decision/configuration-error.js";
import { isKeyId } from "../../trust/names.js";
import { memberPointer } from "../../trust/operator-object.js";
import { defineCommand } from "../command.js";
import { editKeyring } from "../edit-keyring.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { oneOf } from "../flags.js";
import { FLAG_OF, membersOf, readScope, SCOPE_FLAGS } from "../key-flags.js";
import { noSuchKey } from "../key-words.js";
import { entryOf, withEntryMembers } from "../keyring-text.js";
import { findOperatorFile } from "../operator-files.js";
import { OPERATOR_FLAGS } from "../verification.js";

const DROPPABLE = [...FLAG_OF.keys()].filter((member) => member !== "public_key");

export const command = defineCommand({
  name: "keys scope",
  summary: "Changes what a key of a keyring may be used for.",
  operand: { name: "ID" },
  flags: {
    keys: OPERATOR_FLAGS.keys,
    ...SCOPE_FLAGS,
    drop: { type: "text", many: true, value: "MEMBER", help: `takes a member away: ${DROPPABLE.join(", ")}; may be repeated` },
  },
  notes: ["A flag replaces the whole member; the others stay. A live gate takes the change when it reads the file again."],
  async run(flags, id, shell) {
    if (!isKeyId(id)) throw new UsageError("is letters, digits and ._:@/-, at most 128", "ID");
    const changes = new Map<string, unknown>(Object.entries(membersOf(readScope(flags, shell.now))));
    for (const name of flags.drop) {
      const member = oneOf("--drop", name, DROPPABLE, name);
      if (changes.has(member)) throw new UsageError(`takes away what ${FLAG_OF.get(member)} sets`, "--drop");
      changes.set(member, undefined);
    }
    if (changes.size === 0) throw new UsageError(`needs a change: ${[...FLAG_OF.values()].slice(1).join(", ")} or --drop`, "keys scope");
    const { path } = findOperatorFile("keys", flags.keys, "strict", shell);
    let lines: readonly string[] = [];
    let revoked = false;
    const edit = await editKeyring(
      { file: path, cwd: shell.cwd },
      {
        change(text, keyring) {
          const held = entryOf(text, id);
          if (held === undefined) throw noSuchKey(id, path, keyring?.keys.keys() ?? []);
          revoked = keyring?.keys.get(id)?.revoked !== false;
          const before: Readonly<Record<string, unknown>> = typeof held === "string" ? {} : (held as Record<string, unknown>);
          lines = [...changes].map(([name, value]) => `  ${name}: ${told(before[name])} -> ${told(value)}`);
          return withEntryMembers(text, id, changes);
        },
      },
    ).catch((error: unknown) => {
      throw error instanceof ConfigurationError ? asUsage(error, id, flags) : error;
    });
    edit.commit();
    const head = edit.changes ? `changed ${id} in ${escapeText(path)}` : `${id} is so already; ${escapeText(path)} is as it was`;
    const note = revoked ? [`${id} is revoked: it stays refused whatever its scope`] : [];
    return { exit: EXIT.done, stdout: `${[head, ...(edit.changes ? lines : []), ...note].join("\n")}\n` };
  },
});

function told(value: unknown): string {
  return value === undefined ? "not written" : escapeText(asciiJson(value));
}

/** A fault of the new entry at a member that a flag set is the flag's; any other was in the file before. */
function asUsage(error: ConfigurationError, id: string, flags: Readonly<Record<string, unknown>>): Error {
  const { place = "" } = error;
  for (const parent of ["/trusted_keys", ""]) {
    const prefix = `${memberPointer(parent, id)}/`;
    if (!place.startsWith(prefix)) continue;
    const flag = FLAG_OF.get(place.slice(prefix.length).split("/")[0] ?? "");
    const given = flag === undefined ? undefined : flags[flag.slice(2)];
    if (given !== undefined && !(Array.isArray(given) && given.length === 0)) return new UsageError(escapeText(error.what), flag);
  }
  return error;
}
