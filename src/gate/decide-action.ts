import type { Reason } from "../decision/catalogue.js";
import { block, type DecisionFrame } from "../decision/conclude-decision.js";
import type { Decision } from "../decision/decision.js";
import { isHighImpact } from "../decision/impact.js";
import { fail } from "../decision/issue.js";
import type { Limits } from "../decision/limits.js";
import type { InteropOptions, Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { Artifacts } from "../trust/artifacts.js";
import { conclude, type Prepared, type ProposalInput, prepare, type Verified } from "../verify-action.js";
import type { VerifyOptions } from "../verify-settings.js";
import type { Ledger } from "./ledger.js";
import { issuePermit, type Permit } from "./permit.js";
import type { ArtifactSource, Audit, AuditRecord, CallContext, Clock, ConfigSource, Generation } from "./ports.js";
import { type Deadline, LATE, startDeadline } from "./within.js";

/** What the gate is made of; every port has been checked. */
export interface GateParts {
  readonly clock: Clock;
  readonly config: ConfigSource;
  /** Null: no evidence root, so every file is unavailable. */
  readonly artifacts: ArtifactSource | null;
  /** Null: the operator said "none". */
  readonly ledger: Ledger | null;
  readonly audit: Audit | null;
  /** Null: the operator said "none". */
  readonly audience: string | null;
  readonly profile: Profile;
  readonly limits: Limits;
  readonly deadlineMs: number;
}

/** A tool call about to run, as the host states it. */
export interface LiveCall {
  readonly requestId: string;
  readonly proposal: unknown;
  readonly tool: string;
  readonly args: unknown;
  readonly context: CallContext;
}

/** The gate that a permit is tied to. */
export interface Issuer {
  readonly closed: boolean;
}

/** High impacts block once the last good configuration is this old, in milliseconds. */
const STALE_MS = 60_000;
/** A permit's longest life, in milliseconds. */
const PERMIT_MS = 30_000;

/** How things stand between two steps. It starts as a block, so that whatever is left out blocks. */
interface Standing {
  readonly decision: Decision;
  readonly generation: Generation;
  /** Epoch milliseconds that the proposal was judged at. */
  readonly now: number | null;
  readonly requirements: Requirements | null;
  readonly verified: Verified | null;
}

export interface Decided {
  readonly decision: Decision;
  /** Null exactly on block. */
  readonly permit: Permit | null;
}

/**
 * Decides one live call in the one order (spec/gate.md#order): verify, consume, record, permit. What is used up is used up
 * after every other check, so that a forged proposal burns nothing. Total: a fault, a late answer or an odd answer blocks.
 */
export async function decideAction(call: LiveCall, parts: GateParts, issuer: Issuer): Promise<Decided> {
  let standing = unjudged(call, parts);
  try {
    const deadline = startDeadline(parts.clock, parts.deadlineMs);
    standing = await step(standing, (at) => (issuer.closed ? at : verify(call, parts, deadline, at)));
    standing = await step(standing, (at) => refuseStale(parts, at));
    standing = await step(standing, (at) => (issuer.closed ? blocked(at, "internal.error") : consume(parts, deadline, at)));
    standing = await step(standing, (at) => record(call, parts, deadline, at));
    if (standing.decision.verdict === "allow") return { decision: standing.decision, permit: permit(call, parts, issuer, standing) };
  } catch {
    standing = blocked(standing, "internal.error");
  }
  return { decision: standing.decision, permit: null };
}

/** A fault in one step blocks, and the steps after it still see that block: it is recorded like any other. */
async function step(standing: Standing, next: (standing: Standing) => Standing | Promise<Standing>): Promise<Standing> {
  try {
    return await next(standing);
  } catch {
    return blocked(standing, "internal.error");
  }
}

async function verify(call: LiveCall, parts: GateParts, deadline: Deadline, start: Standing): Promise<Standing> {
  const refresh = parts.config.refresh();
  if (refresh !== null && (await deadline.within(refresh)) === LATE) return blocked(start, "limit.deadline");
  const now = parts.clock.now();
  // The generation of this instant; whatever is reloaded from here on is for later decisions.
  const at = { ...unjudged(call, parts), now };
  const prepared = prepare(call.proposal as ProposalInput, verifyOptions(call, parts, at.generation, now));
  const artifacts = await fetchArtifacts(prepared, parts.artifacts, deadline);
  if (artifacts === LATE) return blocked(at, "limit.deadline");
  const verified = conclude(prepared, artifacts);
  if (deadline.passed()) return blocked(at, "limit.deadline");
  // An allow that does not say what may run is a fault of our own.
  if (verified.decision.verdict === "allow" && verified.action?.tool !== call.tool) return blocked(at, "internal.error");
  return { ...at, decision: verified.decision, requirements: prepared.requirements, verified };
}

function verifyOptions(call: LiveCall, parts: GateParts, generation: Generation, now: number): VerifyOptions {
  const { audience, limits, profile } = parts;
  const { tool, args, context } = call;
  return {
    ...generation,
    now,
    call: { tool, args },
    profile: profileOption(profile),
    limits,
    context,
    ...(audience !== null && { audience, audienceRequired: profile.checkAudience }),
  };
}

function profileOption({ name, strictTrust, verifyEvidence }: Profile): "strict" | InteropOptions {
  return name === "strict" ? name : { name, strictTrust, verifyEvidence };
}

const NONE: Artifacts = new Map();

async function fetchArtifacts(
  { artifactRefs }: Prepared,
  source: ArtifactSource | null,
  deadline: Deadline,
): Promise<Artifacts | typeof LATE> {
  if (artifactRefs.length === 0 || source === null) return NONE;
  return deadline.within(source.read(artifactRefs, () => !deadline.passed()));
}

/** A configuration that could not be looked at again still serves low impacts (spec/gate.md#configuration). */
function refuseStale({ config }: GateParts, at: Standing): Standing {
  if (at.decision.verdict === "block" || config.staleFor() < STALE_MS) return at;
  const { requirements } = at;
  const low = requirements !== null && !isHighImpact(requirements.impact) && !isHighImpact(requirements.declaredImpact);
  return low ? at : blocked(at, "internal.config_stale");
}

/** Uses up the attestations and the nonce. What may have been used counts as used: a late answer never allows. */
async function consume({ ledger }: GateParts, deadline: Deadline, at: Standing): Promise<Standing> {
  const { now, verified } = at;
  const trusted = verified?.trusted ?? null;
  if (at.decision.verdict === "block" || ledger === null || trusted === null || now === null) return at;
  const { attestations, nonce } = trusted;
  if (attestations.length === 0 && nonce === null) return at;
  let outcome: unknown;
  try {
    const answer = await deadline.within(
      ledger.consume({ attestations, nonce, budgets: verified?.judged?.budgets ?? [], head: null, now }),
    );
    if (answer === LATE) return blocked(at, "limit.deadline");
    // Its own member only: a polluted prototype must not answer for the ledger.
    outcome = Object.hasOwn(answer, "outcome") ? answer.outcome : undefined;
  } catch {
    return blocked(at, "internal.ledger_unavailable");
  }
  if (outcome === "consumed") return { ...at, decision: Object.freeze({ ...at.decision, single_use: "consumed" }) };
  if (outcome === "already_used") return blocked(at, "policy.already_used");
  return blocked(at, outcome === "clock_skew" ? "internal.clock_skew" : "internal.ledger_unavailable");
}

/** Records every decision. An allow that was not recorded is no allow; a block stays the block that it is. */
async function record(call: LiveCall, { audit }: GateParts, deadline: Deadline, at: Standing): Promise<Standing> {
  if (audit === null) return at;
  const { requestId, tool, context } = call;
  const entry: AuditRecord = Object.freeze({
    kind: "decision",
    request_id: requestId,
    at: at.now,
    tool,
    context,
    decision: at.decision,
    args_digest: null,
    args: {},
    idempotency_key: null,
    observed: false,
    elapsed_ms: 0,
  });
  let reason: Reason;
  try {
    if ((await deadline.within(audit.append(entry))) !== LATE) return at;
    reason = "limit.deadline";
  } catch {
    reason = "internal.audit_unavailable";
  }
  return at.decision.verdict === "block" ? at : blocked(at, reason);
}

function permit(call: LiveCall, parts: GateParts, issuer: Issuer, { generation, verified }: Standing): Permit {
  const { clock, config } = parts;
  if (issuer.closed || verified === null || verified.action === null) throw new Error("nothing may be permitted");
  const attested = verified.trusted?.expiresAt ?? Number.POSITIVE_INFINITY;
  // Both clocks count: setting the wall clock back must not lengthen a permit.
  const end = clock.monotonic() + Math.min(PERMIT_MS, attested - clock.now());
  const holds = () => clock.monotonic() < end && clock.now() < attested;
  return issuePermit({
    tool: verified.action.tool,
    args: verified.action.args,
    requestId: call.requestId,
    issuer,
    refusal: () =>
      issuer.closed ? "gate_closed" : config.generation() !== generation ? "configuration_changed" : holds() ? null : "expired",
  });
}

/** Where a call starts. */
function unjudged({ tool }: LiveCall, { config, audience, profile }: GateParts): Standing {
  const generation = config.generation();
  const { policy, keyring } = generation;
  const frame: DecisionFrame = {
    binding: "full",
    single_use: "unchecked",
    audience: profile.checkAudience && audience !== null ? "checked" : "unchecked",
    profile: profile.name,
    facts: {
      tool,
      impact: { declared: null, operator: policy.tools.get(tool)?.impact ?? null },
      digests: { policy: policy.digest, keyring: keyring.digest },
    },
  };
  return { generation, now: null, requirements: null, verified: null, decision: block(fail("internal.error"), frame) };
}

function blocked(at: Standing, reason: Reason): Standing {
  const { binding, single_use, audience, profile, facts } = at.decision;
  return { ...at, verified: null, decision: block(fail(reason), { binding, single_use, audience, profile, facts }) };
}
