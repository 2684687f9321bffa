import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { CATALOGUE } from "../../decision/catalogue.js";
import type { Decision } from "../../decision/decision.js";
import { isHighImpact } from "../../decision/impact.js";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import { requestFor, wantsApproval } from "../../gate/approval-flow.js";
import { nowToNanos } from "../../trust/timestamp.js";
import { conclude, prepare } from "../../verify-action.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { findOperatorFile } from "../operator-files.js";
import { readBytes } from "../read-bytes.js";
import type { Reply } from "../reply.js";
import { loadKeyringFor, loadPolicyAt, OPERATOR_FLAGS, readArtifacts, readNow, VERIFY_FLAGS } from "../verification.js";
import { writeNew } from "../write-new.js";

/** An approver is a person: an hour, where the policy allows it. */
const DEFAULT_LIFETIME_SECONDS = 3600;
/** The last millisecond that a timestamp can say. */
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

export const command = defineCommand({
  name: "approvals request",
  summary: "Writes the approval request of a proposal that is blocked for want of trust: what an approver is asked to sign.",
  operand: { name: "FILE|-" },
  flags: {
    policy: OPERATOR_FLAGS.policy,
    keys: OPERATOR_FLAGS.keys,
    "evidence-root": VERIFY_FLAGS["evidence-root"],
    audience: { type: "text", value: "NAME", help: "the one gate that may accept it; a live gate wants this for a high impact" },
    principal: { type: "text", value: "NAME", help: "who asks" },
    lifetime: {
      type: "text",
      value: "SECONDS",
      help: `how long it may be signed and used (${DEFAULT_LIFETIME_SECONDS}, or what the policy allows)`,
    },
    now: { ...VERIFY_FLAGS.now, help: "ask as of this RFC 3339 time" },
    out: { type: "text", value: "FILE", help: "a new file, in place of standard output" },
  },
  notes: ["Exits 1 where no signature would let the proposal pass, or none is needed.", "Sign it with countersign approve FILE."],
  async run(flags, input, shell) {
    const { audience, principal = null } = flags;
    const lifetime = readLifetime(flags.lifetime);
    const now = Number(nowToNanos(readNow(flags, shell)) / 1_000_000n);
    const policy = await loadPolicyAt(findOperatorFile("policy", flags.policy, "strict", shell));
    const keyring = await loadKeyringFor(findOperatorFile("keys", flags.keys, "strict", shell), "strict");
    const bytes = readBytes(input as string, DEFAULT_LIMITS.maxBytes);
    const context = principal === null ? {} : { context: { principal } };
    const prepared = prepare(bytes, {
      policy,
      keyring,
      now,
      call: "proposal-only",
      ...(audience !== undefined && { audience }),
      ...context,
    });
    const { decision } = conclude(prepared, await readArtifacts(prepared.artifactRefs, flags["evidence-root"]));
    const wanted = wantsApproval(prepared, decision, principal);
    const most = prepared.requirements?.maxAttestationLifetime ?? Number.POSITIVE_INFINITY;
    if (wanted !== null && lifetime !== null && lifetime > most) throw new UsageError(`is at most ${most} by the policy`, "--lifetime");
    const lifetimeSeconds = Math.min(lifetime ?? DEFAULT_LIFETIME_SECONDS, most);
    if (now + lifetimeSeconds * 1000 > LAST_MS) throw new UsageError("is too late: an approval would end after the year 9999", "--now");
    const terms = { principal, now, nonce: randomBytes(16).toString("base64url"), lifetimeSeconds };
    const request = wanted === null ? null : requestFor(wanted, prepared, terms);
    if (request === null) return refuse(decision, input as string);

    const text = `${asciiJson(request, 2)}\n`;
    const stderr = isHighImpact(request.impact) && audience === undefined ? { stderr: NO_AUDIENCE } : {};
    if (flags.out === undefined) return { exit: EXIT.done, stdout: text, ...stderr };
    writeNew(resolve(shell.cwd, flags.out), text, 0o644);
    return { exit: EXIT.done, stdout: `wrote ${escapeText(flags.out)}, code ${request.code}\n`, ...stderr };
  },
});

const NO_AUDIENCE = "countersign: asked for without --audience: a live gate that has one refuses the approval for a high impact\n";

function readLifetime(flag: string | undefined): number | null {
  if (flag === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(flag)) throw new UsageError("is a number of seconds, 1 to 999999999", "--lifetime");
  return Number(flag);
}

function refuse({ verdict, reason }: Decision, input: string): Reply {
  const name = input === "-" ? "standard input" : escapeText(input);
  const row = CATALOGUE.find((one) => one.reason === reason);
  const why =
    verdict === "allow"
      ? "needs no approval: a gate allows it as it is"
      : `is blocked, and no signature that can be asked for changes that: ${reason}. ${row?.means} ${row?.next}`;
  return { exit: EXIT.finding, stdout: "", stderr: `countersign: ${name} ${why}\n` };
}
