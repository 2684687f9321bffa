import { bindCall } from "./binding/bind-call.js";
import { allow, block, blockFault } from "./decision/conclude-decision.js";
import type { Decision } from "./decision/decision.js";
import { type Failure, fail, type Outcome, ok } from "./decision/issue.js";
import type { Requirements } from "./decision/requirements.js";
import { readInput, readObject } from "./json/read-input.js";
import type { HostData, JsonObject } from "./json/value.js";
import { judgePolicy } from "./policy/judge-policy.js";
import type { Judged } from "./policy/judged.js";
import { proposalNeeded } from "./policy/pic-need.js";
import type { Question } from "./policy/question.js";
import { requirementsFor } from "./policy/requirements.js";
import { resolveProvenance } from "./provenance/resolve-provenance.js";
import { type Artifacts, artifactPath } from "./trust/artifacts.js";
import { deriveTrust } from "./trust/derive-trust.js";
import type { Trusted } from "./trust/trusted.js";
import { frameOf, type Ready } from "./verify-frame.js";
import { readSettings, type Settings, type VerifyOptions } from "./verify-settings.js";
import { checkProposal } from "./wire/check-proposal.js";

/** A proposal as bytes; as a string; or as plain data, which is read once through its canonical form. Absent: undefined. */
export type ProposalInput = Uint8Array | string | HostData | undefined;

/**
 * Verifies an Action Proposal: strict bytes, shape, provenance, the live call, evidence, then the operator's policy. Pure
 * and synchronous; every fault blocks. Nothing is consumed: `single_use` is "unchecked" (a live gate consumes).
 *
 * @throws TypeError for misuse of the options, ConfigurationError where policy or keyring refuse the profile; never for
 * anything in the proposal.
 */
export function verifyAction(input: ProposalInput, options: VerifyOptions): Decision {
  const prepared = prepare(input, options);
  return conclude(prepared, prepared.settings.artifacts).decision;
}

/** A proposal that passed every check that needs no evidence, or the block that it met. */
export interface Prepared {
  readonly settings: Settings;
  readonly outcome: Outcome<Ready>;
  /** Null until the tool and its impact are known. */
  readonly requirements: Requirements | null;
  /** The `file://` references to fetch, each once; none where the decision is a block already. */
  readonly artifactRefs: readonly string[];
}

/** What a live gate goes on with after an allow. */
export interface Verified {
  readonly decision: Decision;
  /** Null on a block, and for a call without a proposal. */
  readonly trusted: Trusted | null;
  /** The arguments as verified; null on a block. */
  readonly action: { readonly tool: string; readonly args: JsonObject } | null;
  /** What the policy leaves to be done before the action runs; null on a block. */
  readonly judged: Judged | null;
}

/** The first half: everything up to the evidence. Names the files that the edge must fetch. */
export function prepare(input: ProposalInput, options: VerifyOptions): Prepared {
  return prepareWith(input, readSettings(options));
}

/** As `prepare`, for whoever has read the options before. */
export function prepareWith(input: ProposalInput, settings: Settings): Prepared {
  try {
    const outcome = input === undefined ? readBareCall(settings) : readProposal(input, settings);
    if (!outcome.ok) return { settings, outcome, requirements: null, artifactRefs: [] };
    return { settings, outcome, requirements: outcome.value.requirements, artifactRefs: fileRefs(outcome.value) };
  } catch {
    return { settings, outcome: fail("internal.error"), requirements: null, artifactRefs: [] };
  }
}

/**
 * The second half: evidence, the causal rule, policy, and the decision. A fault of our own blocks, wherever it is met.
 *
 * @param unanswered what a check of the policy means that has no answer in `checks`: "block"; or "defer", for a gate that asks
 * the checks in `judged.checks` before anything runs.
 */
export function conclude({ settings, outcome }: Prepared, artifacts: Artifacts, unanswered: "block" | "defer" = "block"): Verified {
  try {
    return outcome.ok ? judge(outcome.value, settings, artifacts, unanswered) : blocked(outcome, settings, null, null);
  } catch {
    const { call, profile, policy, keyring } = settings;
    const decision = blockFault(call.level, profile.name, { policy: policy.digest, keyring: keyring.digest });
    return { decision, trusted: null, action: null, judged: null };
  }
}

function readProposal(input: Exclude<ProposalInput, undefined>, { policy, call, profile, limits }: Settings): Outcome<Ready> {
  const value = readInput(input, limits);
  if (!value.ok) return value;
  const proposal = checkProposal(value.value, limits);
  if (!proposal.ok) return proposal;
  const resolved = resolveProvenance(proposal.value, profile);
  if (!resolved.ok) return resolved;
  const bound = bindCall(resolved.value, call);
  if (!bound.ok) return bound;
  const { impact, action } = proposal.value;
  const requirements = requirementsFor(policy, action.tool, impact, profile);
  return ok({ bound: bound.value, tool: action.tool, args: action.args, requirements });
}

/** A call without a proposal: the policy may let it go, judged on the live arguments (spec/policy.md#calls-without-a-proposal). */
function readBareCall({ policy, call, profile, limits }: Settings): Outcome<Ready> {
  if (call.level !== "full" || call.tool === null) return fail("request.missing");
  const rule = policy.tools.get(call.tool);
  if (rule === undefined || proposalNeeded(policy, call.tool, profile)) return fail("request.missing");
  const args = readObject(call.args, limits);
  if (!args.ok) return args;
  return ok({ bound: null, tool: call.tool, args: args.value, requirements: requirementsFor(policy, call.tool, rule.impact, profile) });
}

function judge(ready: Ready, settings: Settings, artifacts: Artifacts, unanswered: "block" | "defer"): Verified {
  const { bound, tool, args, requirements } = ready;
  const trusted = bound === null ? ok(null) : deriveTrust(bound, requirements, artifacts, settings);
  if (!trusted.ok) return blocked(trusted, settings, ready, null);
  const permitted = judgePolicy(questionOf(ready, settings, trusted.value, unanswered));
  if (!permitted.ok) return blocked(permitted, settings, ready, trusted.value);
  return {
    decision: allow(frameOf(settings, ready, trusted.value), permitted.value.facts),
    trusted: trusted.value,
    action: { tool, args },
    judged: permitted.value,
  };
}

const NONE: readonly never[] = Object.freeze([]);

function questionOf(ready: Ready, settings: Settings, trusted: Trusted | null, unanswered: "block" | "defer"): Question {
  const { policy, profile, context, now, checks } = settings;
  const { bound, requirements, args } = ready;
  const claims = bound?.resolved.proposal.claims ?? NONE;
  const { provenance, raisers, approvers, receipts, raisedAt } = trusted ?? NOBODY;
  const brought = { claims, provenance, raisers, approvers, receipts, raisedAt };
  return { policy, profile, requirements, args, context, now, checks, unanswered, ...brought };
}

/** A call without a proposal brings nobody's word. */
const NOBODY = Object.freeze({ provenance: NONE, raisers: NONE, approvers: NONE, receipts: NONE, raisedAt: null });

function blocked(failure: Failure, settings: Settings, ready: Ready | null, trusted: Trusted | null): Verified {
  return { decision: block(failure, frameOf(settings, ready, trusted)), trusted: null, action: null, judged: null };
}

function fileRefs({ bound }: Ready): readonly string[] {
  const evidence = bound?.resolved.proposal.evidence;
  if (evidence === undefined) return NONE;
  const refs = new Set<string>();
  for (const entry of evidence) {
    if (entry.type === "hash" && artifactPath(entry.ref) !== null) refs.add(entry.ref);
  }
  return [...refs];
}
