import { unlinkSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { IMPACTS, type Impact } from "../../decision/impact.js";
import { type GeneratedKey, type GenerateKeyOptions, generateKey } from "../../node/sign.js";
import { KEY_PURPOSES, type KeyPurpose } from "../../trust/keyring.js";
import { isKeyId } from "../../trust/names.js";
import { nowToNanos, parseTimestamp } from "../../trust/timestamp.js";
import { addToKeyring } from "../add-to-keyring.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { oneOf } from "../flags.js";
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
    tool: { type: "text", many: true, value: "NAME", help: "a tool that it may approve, or *; may be repeated" },
    impact: { type: "text", many: true, value: "IMPACT", help: "an impact that it may approve, or *; may be repeated" },
    audience: { type: "text", many: true, value: "NAME", help: "a gate that it may approve for; may be repeated" },
    purpose: { type: "text", many: true, value: "PURPOSE", help: `${KEY_PURPOSES.join(", ")} (approve); may be repeated` },
    owner: { type: "text", value: "WHO", help: "who holds it" },
    "expires-at": { type: "text", value: "TIME", help: "RFC 3339" },
    ...PASSPHRASE_FLAG,
  },
  notes: [
    "A key without --tool or --impact is refused for high impacts by a version 1 policy.",
    "--keyring keeps what the file holds; `> FILE` would empty it even where this command fails.",
  ],
  async run(flags, _operand, shell) {
    const { id, out, owner, keyring } = flags;
    if (id === undefined || !isKeyId(id)) throw new UsageError("is needed: letters, digits and ._:@/-, at most 128", "--id");
    if (out === undefined || out === "-") throw new UsageError("is needed: a new file for the private key", "--out");
    if (keyring === "-") throw new UsageError("is a file; leave it out for standard output", "--keyring");
    if (keyring !== undefined && resolve(shell.cwd, keyring) === resolve(shell.cwd, out))
      throw new UsageError("names the same file as --out; a private key belongs in no keyring", "--keyring");
    const expiresAt = flags["expires-at"];
    if (expiresAt !== undefined) checkExpiry(expiresAt, shell.now);
    const purpose = flags.purpose.map((name) => oneOf<KeyPurpose>("--purpose", name, KEY_PURPOSES, "approve"));
    const impacts = flags.impact.map((name) => oneOf<Impact | "*">("--impact", name, [...IMPACTS, "*"], "*"));
    const key = generate({
      id,
      purpose: purpose.length === 0 ? ["approve"] : purpose,
      ...(flags.tool.length > 0 && { tools: flags.tool }),
      ...(impacts.length > 0 && { impacts }),
      ...(flags.audience.length > 0 && { audiences: flags.audience }),
      ...(owner !== undefined && { owner }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...readPassphrase(flags),
    });
    const stdout = await writeBoth(key, resolve(shell.cwd, out), keyring === undefined ? null : { file: keyring, cwd: shell.cwd });
    const kept = `countersign: wrote the private key to ${escapeText(out)}; keep it out of the keyring and away from the agent\n`;
    return { exit: EXIT.done, stdout, stderr: `${kept}${unscopedNote(key)}` } satisfies Reply;
  },
});

function checkExpiry(text: string, now: number): void {
  const expires = parseTimestamp(text);
  if (expires === null) throw new UsageError("is an RFC 3339 time such as 2027-01-01T00:00:00Z", "--expires-at");
  if (expires <= nowToNanos(now)) throw new UsageError("is in the past: the key would never be in force", "--expires-at");
}

/** The member of a keyring entry that each flag writes. */
const FLAG_OF: ReadonlyMap<string, string> = new Map([
  ["tools", "--tool"],
  ["impacts", "--impact"],
  ["audiences", "--audience"],
  ["purpose", "--purpose"],
  ["owner", "--owner"],
  ["expires_at", "--expires-at"],
]);

/** The entry is held to the keyring's own rules; what they find wrong was written on the command line. */
function generate(options: GenerateKeyOptions): GeneratedKey {
  try {
    return generateKey(options);
  } catch (error) {
    const prefix = `/trusted_keys/${options.id.replaceAll("/", "~1")}/`;
    if (!(error instanceof ConfigurationError) || error.place?.startsWith(prefix) !== true) throw error;
    const [member = ""] = error.place.slice(prefix.length).split("/");
    throw new UsageError(escapeText(error.what), FLAG_OF.get(member));
  }
}

/** The text for standard output. All or nothing: the keyring is written whole beside the old one before there is a private key. */
async function writeBoth(key: GeneratedKey, out: string, keyring: { readonly file: string; readonly cwd: string } | null): Promise<string> {
  const { id, privateKeyPem, keyringEntry } = key;
  if (keyring === null) {
    writeNew(out, privateKeyPem, 0o600);
    return `${asciiJson({ trusted_keys: { [id]: keyringEntry }, revoked_keys: [] }, 2)}\n`;
  }
  const { file, cwd } = keyring;
  const addition = await addToKeyring(resolve(cwd, file), file, id, keyringEntry);
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
  return `added ${id} to ${addition.creates ? "the new " : ""}${escapeText(file)}\n`;
}

function unscopedNote({ keyringEntry }: GeneratedKey): string {
  const { tools, impacts, purpose = [] } = keyringEntry;
  const missing = [...(tools === undefined ? ["--tool"] : []), ...(impacts === undefined ? ["--impact"] : [])];
  if (missing.length === 0 || !(purpose.includes("approve") || purpose.includes("attest"))) return "";
  return `countersign: without ${missing.join(" and ")} a version 1 policy refuses this key for high impacts\n`;
}
