import { resolve } from "node:path";
import { codeOf } from "../../decision/catalogue.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { isHighImpact } from "../../decision/impact.js";
import { type Failure, fail, type Outcome, ok } from "../../decision/issue.js";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import { STRICT } from "../../decision/profile.js";
import { readInput } from "../../json/read-input.js";
import { attest, signerFromPem } from "../../node/sign.js";
import { resolveProvenance } from "../../provenance/resolve-provenance.js";
import { isNonce, nonceIn } from "../../sign/nonce.js";
import { isKeyId } from "../../trust/names.js";
import { formatTimestamp, nowToNanos, parseTimestamp } from "../../trust/timestamp.js";
import { checkProposal } from "../../wire/check-proposal.js";
import type { Proposal } from "../../wire/proposal.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT, exitOf } from "../exits.js";
import { UsageError } from "../faults.js";
import { findingOf, headline } from "../formats/finding.js";
import { findOperatorFile } from "../operator-files.js";
import { looseKeyNotes, PASSPHRASE_FLAG, readPassphrase, readSecret } from "../private-key.js";
import { readBytes } from "../read-bytes.js";
import type { Reply } from "../reply.js";
import type { Shell } from "../shell.js";
import { loadKeyringFor, OPERATOR_FLAGS, readNow, VERIFY_FLAGS } from "../verification.js";
import { writeNew } from "../write-new.js";

export const command = defineCommand({
  name: "attest",
  summary: "Signs a proposal: writes it out with an attestation of the action, the claims and the sources added.",
  operand: { name: "FILE|-" },
  flags: {
    "private-key": { type: "text", required: true, value: "FILE", help: "PKCS#8 PEM, as keys generate writes it" },
    "key-id": { type: "text", required: true, value: "ID", help: "the id that gates know the key by" },
    id: { type: "text", value: "ID", help: "the source that the signature raises (the only one, if there is one)" },
    "vouches-for": { type: "text", many: true, value: "ID", help: "sources that the signer vouches for (--id); may be repeated" },
    audience: { type: "text", value: "NAME", help: "the one gate that may accept it; a live gate wants this for a high impact" },
    lifetime: { type: "text", value: "SECONDS", help: "how long it is good for (900)" },
    "expires-at": { type: "text", value: "TIME", help: "RFC 3339, in place of --lifetime" },
    nonce: { type: "text", value: "TEXT", help: "the action instance (the proposal's own, else random)" },
    now: { ...VERIFY_FLAGS.now, help: "sign as of this RFC 3339 time" },
    keys: { ...OPERATOR_FLAGS.keys, help: "a keyring that must let the key attest" },
    out: { type: "text", value: "FILE", help: "a new file, in place of standard output" },
    ...PASSPHRASE_FLAG,
  },
  notes: ["Look at what you sign: countersign explain FILE."],
  async run(flags, input, shell) {
    const keyFile = flags["private-key"];
    const keyId = flags["key-id"];
    if (keyFile === undefined) throw new UsageError("is needed", "--private-key");
    if (keyId === undefined || !isKeyId(keyId)) throw new UsageError("is needed: letters, digits and ._:@/-, at most 128", "--key-id");
    if (flags.keys !== undefined) await mustAttest(keyId, flags.keys, shell);
    const times = readTimes(flags);
    const issuedAt = readNow(flags, shell);
    const read = readUnsigned(readBytes(input as string, DEFAULT_LIMITS.maxBytes));
    if (!read.ok) return refuse(read, input as string);

    const vouchesFor = flags["vouches-for"];
    const { nonce, audience } = flags;
    const id = idOf(flags.id, vouchesFor, read.value, nameOf(input as string));
    checkNonce(nonce, read.value);
    checkWindow(issuedAt, times);
    const signer = readSigner(keyFile, { keyId, ...readPassphrase(flags) });
    const options = {
      id,
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
    const notes = [...looseKeyNotes(keyFile), ...notesOn(read.value, id, audience)];
    const stderr = notes.length === 0 ? {} : { stderr: notes.map((note) => `countersign: ${note}\n`).join("") };
    if (flags.out === undefined) return { exit: EXIT.done, stdout: text, ...stderr };
    writeNew(resolve(shell.cwd, flags.out), text, 0o644);
    return { exit: EXIT.done, stdout: `wrote ${escapeText(flags.out)}\n`, ...stderr };
  },
});

/** spec/approvals.md#keys: nobody is asked here, so a key that only a person may use is refused. */
async function mustAttest(keyId: string, keys: string, shell: Shell): Promise<void> {
  const keyring = await loadKeyringFor(findOperatorFile("keys", keys, "strict", shell), "strict");
  const entry = keyring.keys.get(keyId);
  if (entry === undefined) throw new UsageError(`${quoted(keyId)} is no key of the keyring`, "--key-id");
  if (entry.purpose.includes("attest")) return;
  throw new UsageError(
    `${quoted(keyId)} has the purpose ${entry.purpose.join(", ")}, and unattended signing is for keys of purpose attest; a person signs with countersign approve`,
    "--key-id",
  );
}

interface TimeFlags {
  readonly lifetime: string | undefined;
  readonly "expires-at": string | undefined;
}

interface Times {
  readonly lifetimeSeconds?: number;
  readonly expiresAt?: string;
}

function readTimes(flags: TimeFlags): Times {
  const { lifetime, "expires-at": expiresAt } = flags;
  if (lifetime !== undefined && expiresAt !== undefined)
    throw new UsageError("and --expires-at say the same thing twice; give one", "--lifetime");
  if (lifetime !== undefined && !/^[1-9]\d{0,8}$/.test(lifetime))
    throw new UsageError("is a number of seconds, 1 to 999999999", "--lifetime");
  if (expiresAt !== undefined && parseTimestamp(expiresAt) === null)
    throw new UsageError("is an RFC 3339 time such as 2026-10-01T12:00:00Z", "--expires-at");
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

function refuse({ issues, facts }: Failure, input: string): Reply {
  const findings = issues.map(findingOf);
  const lines = findings.map((finding) => `  ${headline(finding)}: ${finding.means} ${finding.next}\n`);
  // The pointer of an unknown member is its owner's: the name is the sender's, and stands apart, escaped.
  const unknown = (facts?.unknown_members ?? []).map((name) => escapeText(name, 128));
  if (unknown.length > 0) lines.push(`  unknown members ${unknown.join(", ")}\n`);
  return { exit: exitOf(codeOf(issues[0].reason)), stdout: "", stderr: `countersign: ${nameOf(input)} is not signed:\n${lines.join("")}` };
}

function readSigner(file: string, options: { readonly keyId: string; readonly passphrase?: string }) {
  try {
    return signerFromPem(readSecret("--private-key", file), options);
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
}

function nameOf(input: string): string {
  return input === "-" ? "standard input" : escapeText(input);
}

/** The entry that the signature raises: `--id`, else the first of `--vouches-for`, else the only one. Each must be one of the proposal's. */
function idOf(asked: string | undefined, vouchesFor: readonly string[], { provenance, evidence }: Proposal, name: string): string {
  const has = provenance.map((entry) => entry.id);
  for (const id of vouchesFor) mustName(id, has, "--vouches-for", name);
  const twice = vouchesFor.find((id, at) => vouchesFor.indexOf(id) !== at);
  if (twice !== undefined) throw new UsageError(`names ${quoted(twice)} twice`, "--vouches-for");
  if (asked !== undefined) mustName(asked, has, "--id", name);
  const [only, ...more] = has;
  const id = asked ?? vouchesFor[0] ?? only;
  if (id === undefined || (asked === undefined && vouchesFor.length === 0 && more.length > 0))
    throw new UsageError(`is needed: ${name} has ${listed(has)}`, "--id");
  if (vouchesFor.length > 0 && !vouchesFor.includes(id))
    throw new UsageError(`${quoted(id)} is not among --vouches-for: a signature that does not vouch for it does not raise it`, "--id");
  if (evidence?.some((entry) => entry.id === id))
    throw new UsageError(
      `${name} holds evidence for ${quoted(id)} already; each approver needs a provenance entry of its own (it has ${listed(has)})`,
      "--id",
    );
  return id;
}

function mustName(id: string, has: readonly string[], flag: string, name: string): void {
  if (!has.includes(id)) throw new UsageError(`${quoted(id)} is no provenance entry of ${name}, which has ${listed(has)}`, flag);
}

/** The proposal's ids as far as they fit a line. */
function listed(ids: readonly string[]): string {
  if (ids.length === 0) return "none";
  const most = 8;
  return ids.slice(0, most).map(quoted).join(", ") + (ids.length > most ? ` and ${ids.length - most} more` : "");
}

function quoted(id: string): string {
  return `"${escapeText(id, 64)}"`;
}

function checkNonce(nonce: string | undefined, proposal: Proposal): void {
  if (nonce === undefined) return;
  if (!isNonce(nonce)) throw new UsageError("is 1 to 128 printable ASCII characters without a space", "--nonce");
  let held: string | null;
  try {
    held = nonceIn(proposal);
  } catch {
    // What is wrong with the attestations that are there is told when the next one is made.
    return;
  }
  if (held !== null && held !== nonce)
    throw new UsageError("differs from the one that the proposal carries already; leave it out", "--nonce");
}

function checkWindow(issuedAt: number | string, times: Times): void {
  if (times.expiresAt === undefined) return;
  const expires = parseTimestamp(times.expiresAt);
  if (expires === null || expires > nowToNanos(issuedAt)) return;
  const told = typeof issuedAt === "number" ? formatTimestamp(issuedAt) : issuedAt;
  throw new UsageError(`is not later than the time of signing, ${told}`, "--expires-at");
}

/** What a signature cannot do that its maker may count on. It is written all the same: another approver's may be all that lacks. */
function notesOn({ impact, claims }: Proposal, id: string, audience: string | undefined): readonly string[] {
  if (!isHighImpact(impact)) return [];
  const named = claims.some(({ evidence }) => evidence.includes(id));
  return [
    ...(named ? [] : [`no claim names ${quoted(id)}, so no gate allows this ${impact} action on this signature; name it in a claim first`]),
    ...(audience === undefined ? ["signed without --audience: a live gate that has one refuses it for a high impact"] : []),
  ];
}
