import { resolve } from "node:path";
import { codeOf } from "../../decision/catalogue.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { type Failure, fail, type Outcome, ok } from "../../decision/issue.js";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import { STRICT } from "../../decision/profile.js";
import { readInput } from "../../json/read-input.js";
import { attest, signerFromPem } from "../../node/sign.js";
import { resolveProvenance } from "../../provenance/resolve-provenance.js";
import { isKeyId } from "../../trust/names.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import { checkProposal } from "../../wire/check-proposal.js";
import type { Proposal } from "../../wire/proposal.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT, exitOf } from "../exits.js";
import { UsageError } from "../faults.js";
import { findingOf, headline } from "../formats/finding.js";
import { PASSPHRASE_FLAG, readPassphrase, readSecret } from "../private-key.js";
import { readBytes } from "../read-bytes.js";
import type { Reply } from "../reply.js";
import { readNow, VERIFY_FLAGS } from "../verification.js";
import { writeNew } from "../write-new.js";

export const command = defineCommand({
  name: "attest",
  summary: "Signs a proposal: writes it out with an attestation of the action, the claims and the sources added.",
  operand: { name: "FILE|-" },
  flags: {
    "private-key": { type: "text", value: "FILE", help: "PKCS#8 PEM, as keys generate writes it" },
    "key-id": { type: "text", value: "ID", help: "the id that gates know the key by" },
    id: { type: "text", value: "ID", help: "the source that the signature raises (the only one, if there is one)" },
    "vouches-for": { type: "text", many: true, value: "ID", help: "sources that the signer vouches for (--id); may be repeated" },
    audience: { type: "text", value: "NAME", help: "the one gate that may accept it; a live gate wants this for a high impact" },
    lifetime: { type: "text", value: "SECONDS", help: "how long it is good for (900)" },
    "expires-at": { type: "text", value: "TIME", help: "RFC 3339, in place of --lifetime" },
    nonce: { type: "text", value: "TEXT", help: "the action instance (the proposal's own, else random)" },
    now: { ...VERIFY_FLAGS.now, help: "sign as of this RFC 3339 time" },
    out: { type: "text", value: "FILE", help: "a new file, in place of standard output" },
    ...PASSPHRASE_FLAG,
  },
  notes: ["Look at what you sign: countersign explain FILE."],
  async run(flags, input, shell) {
    const keyFile = flags["private-key"];
    const keyId = flags["key-id"];
    if (keyFile === undefined) throw new UsageError("--private-key is needed", "--private-key");
    if (keyId === undefined || !isKeyId(keyId))
      throw new UsageError("--key-id is needed: letters, digits and ._:@/-, at most 128", "--key-id");
    const times = readTimes(flags);
    const issuedAt = readNow(flags, shell);
    const read = readUnsigned(readBytes(input as string, DEFAULT_LIMITS.maxBytes));
    if (!read.ok) return refuse(read, input as string);

    const signer = readSigner(keyFile, { keyId, ...readPassphrase(flags) });
    const vouchesFor = flags["vouches-for"];
    const { nonce, audience } = flags;
    const options = {
      ...idOf(flags.id, vouchesFor, read.value),
      ...(vouchesFor.length > 0 && { vouchesFor }),
      issuedAt,
      ...times,
      ...(audience !== undefined && { audience }),
      ...(nonce !== undefined && { nonce }),
    };
    const signed = await attest(read.value, signer, options).catch((error: unknown) => {
      // The signer's own checks of what was asked for; the proposal itself has passed.
      throw error instanceof TypeError ? new UsageError(escapeText(error.message)) : error;
    });
    const text = `${asciiJson(signed, 2)}\n`;
    if (flags.out === undefined) return { exit: EXIT.done, stdout: text };
    writeNew(resolve(shell.cwd, flags.out), text, 0o644);
    return { exit: EXIT.done, stdout: `wrote ${escapeText(flags.out)}\n` };
  },
});

interface TimeFlags {
  readonly lifetime: string | undefined;
  readonly "expires-at": string | undefined;
}

function readTimes(flags: TimeFlags): { readonly lifetimeSeconds?: number; readonly expiresAt?: string } {
  const { lifetime, "expires-at": expiresAt } = flags;
  if (lifetime !== undefined && expiresAt !== undefined)
    throw new UsageError("--lifetime and --expires-at say the same thing twice", "--lifetime");
  if (lifetime !== undefined && !/^[1-9]\d{0,8}$/.test(lifetime)) throw new UsageError("--lifetime is a number of seconds", "--lifetime");
  if (expiresAt !== undefined && parseTimestamp(expiresAt) === null)
    throw new UsageError("--expires-at is an RFC 3339 time", "--expires-at");
  if (lifetime !== undefined) return { lifetimeSeconds: Number(lifetime) };
  return expiresAt === undefined ? {} : { expiresAt };
}

/** What a strict gate will check of the proposal's form; a reference that names no source is refused whatever the impact. */
function readUnsigned(bytes: Uint8Array): Outcome<Proposal> {
  const value = readInput(bytes, DEFAULT_LIMITS);
  if (!value.ok) return value;
  const proposal = checkProposal(value.value, DEFAULT_LIMITS);
  if (!proposal.ok) return proposal;
  const resolved = resolveProvenance(proposal.value, STRICT);
  if (!resolved.ok) return resolved;
  const [dangling] = resolved.value.dangling;
  return dangling === undefined ? ok(proposal.value) : fail("provenance.dangling_reference", dangling);
}

function refuse({ issues }: Failure, input: string): Reply {
  const findings = issues.map(findingOf);
  const lines = findings.map((finding) => `  ${headline(finding)}: ${finding.means} ${finding.next}\n`);
  const name = input === "-" ? "standard input" : escapeText(input);
  return { exit: exitOf(codeOf(issues[0].reason)), stdout: "", stderr: `countersign: ${name} is not signed:\n${lines.join("")}` };
}

function readSigner(file: string, options: { readonly keyId: string; readonly passphrase?: string }) {
  try {
    return signerFromPem(readSecret("--private-key", file), options);
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
}

function idOf(asked: string | undefined, vouchesFor: readonly string[], { provenance }: Proposal): { readonly id?: string } {
  if (asked !== undefined) return { id: asked };
  if (vouchesFor.length > 0) return {};
  const [only, ...more] = provenance;
  if (only === undefined || more.length > 0) throw new UsageError("--id is needed: the proposal does not have one source", "--id");
  return { id: only.id };
}
