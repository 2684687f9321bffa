import { resolve } from "node:path";
import { IMPACTS, type Impact } from "../../decision/impact.js";
import { generateKey } from "../../node/sign.js";
import { KEY_PURPOSES, type KeyPurpose } from "../../trust/keyring.js";
import { isKeyId } from "../../trust/names.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { oneOf } from "../flags.js";
import { PASSPHRASE_FLAG, readPassphrase } from "../private-key.js";
import { writeNew } from "../write-new.js";

export const command = defineCommand({
  name: "keys generate",
  summary: "Makes an Ed25519 key: the private half into a new file, a keyring with the public half to standard output.",
  flags: {
    id: { type: "text", value: "ID", help: "the id that gates know the key by" },
    out: { type: "text", value: "FILE", help: "a new file for the private key (PKCS#8 PEM, mode 0600)" },
    tool: { type: "text", many: true, value: "NAME", help: "a tool that it may approve, or *; may be repeated" },
    impact: { type: "text", many: true, value: "IMPACT", help: "an impact that it may approve, or *; may be repeated" },
    audience: { type: "text", many: true, value: "NAME", help: "a gate that it may approve for; may be repeated" },
    purpose: { type: "text", many: true, value: "PURPOSE", help: `${KEY_PURPOSES.join(", ")} (approve); may be repeated` },
    owner: { type: "text", value: "WHO", help: "who holds it" },
    "expires-at": { type: "text", value: "TIME", help: "RFC 3339" },
    ...PASSPHRASE_FLAG,
  },
  notes: ["A key without --tool or --impact is refused for high impacts by a version 1 policy."],
  async run(flags, _operand, shell) {
    const { id, out, owner } = flags;
    if (id === undefined || !isKeyId(id)) throw new UsageError("--id is needed: letters, digits and ._:@/-, at most 128", "--id");
    if (out === undefined || out === "-") throw new UsageError("--out is needed: a new file for the private key", "--out");
    const expiresAt = flags["expires-at"];
    if (expiresAt !== undefined && parseTimestamp(expiresAt) === null)
      throw new UsageError("--expires-at is an RFC 3339 time", "--expires-at");
    const purpose = flags.purpose.map((name) => oneOf<KeyPurpose>("--purpose", name, KEY_PURPOSES, "approve"));
    const impacts = flags.impact.map((name) => oneOf<Impact | "*">("--impact", name, [...IMPACTS, "*"], "*"));
    const { privateKeyPem, keyringEntry } = generateKey({
      id,
      purpose: purpose.length === 0 ? ["approve"] : purpose,
      ...(flags.tool.length > 0 && { tools: flags.tool }),
      ...(impacts.length > 0 && { impacts }),
      ...(flags.audience.length > 0 && { audiences: flags.audience }),
      ...(owner !== undefined && { owner }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...readPassphrase(flags),
    });
    writeNew(resolve(shell.cwd, out), privateKeyPem, 0o600);
    return {
      exit: EXIT.done,
      stdout: `${asciiJson({ trusted_keys: { [id]: keyringEntry }, revoked_keys: [] }, 2)}\n`,
      stderr: `countersign: wrote the private key to ${escapeText(out)}; keep it out of the keyring and away from the agent\n`,
    };
  },
});
