import { observationEnd } from "../policy/observation-end.js";
import type { Artifacts } from "../trust/artifacts.js";
import { nowToNanos } from "../trust/timestamp.js";
import { conclude, type Prepared, type ProposalInput, prepareWith } from "../verify-action.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import { blocked, type Standing, unjudged } from "./standing.js";
import { type Deadline, LATE } from "./within.js";

type Dated = Standing & { readonly now: number };

/** Looks at the configuration, fetches what the proposal refers to, and judges it: the pure pipeline with its files. */
export function verifyCall(call: LiveCall, parts: GateParts, deadline: Deadline, start: Standing): Standing | Promise<Standing> {
  const refresh = parts.config.refresh();
  return refresh === null ? verifyNow(call, parts, deadline, start) : verifyAfter(refresh, call, parts, deadline, start);
}

async function verifyAfter(
  refresh: Promise<void>,
  call: LiveCall,
  parts: GateParts,
  deadline: Deadline,
  start: Standing,
): Promise<Standing> {
  if ((await deadline.within(refresh)) === LATE) return blocked(start, "limit.deadline");
  return verifyNow(call, parts, deadline, start);
}

function verifyNow(call: LiveCall, parts: GateParts, deadline: Deadline, start: Standing): Standing | Promise<Standing> {
  // Whole milliseconds: a clock may say more, and the ledger takes no parts of one.
  const now = Math.floor(parts.clock.now());
  // The generation of this instant; whatever is reloaded from here on is for later decisions.
  const fresh = parts.config.generation() === start.generation ? start : unjudged(call, parts);
  const at = { ...fresh, now, observedUntil: observationEnd(fresh.generation.policy, call.tool, nowToNanos(now)) };
  return verifyProposal(call, call.proposal, parts, deadline, at);
}

/** Judges one proposal for the call. */
export function verifyProposal(
  call: LiveCall,
  proposal: unknown,
  parts: GateParts,
  deadline: Deadline,
  at: Dated,
): Standing | Promise<Standing> {
  const prepared = prepareWith(proposal as ProposalInput, parts.settingsFor(at.generation, at.now, call));
  return prepared.artifactRefs.length === 0 || parts.artifacts === null
    ? judge(call, prepared, NONE, deadline, at)
    : fetchAndJudge(call, prepared, parts.artifacts, deadline, at);
}

const NONE: Artifacts = new Map();

async function fetchAndJudge(
  call: LiveCall,
  prepared: Prepared,
  source: NonNullable<GateParts["artifacts"]>,
  deadline: Deadline,
  at: Dated,
): Promise<Standing> {
  const artifacts = await deadline.within(source.read(prepared.artifactRefs, () => !deadline.passed()));
  return artifacts === LATE ? blocked(at, "limit.deadline") : judge(call, prepared, artifacts, deadline, at);
}

function judge(call: LiveCall, prepared: Prepared, artifacts: Artifacts, deadline: Deadline, at: Dated): Standing {
  const verified = conclude(prepared, artifacts, "defer");
  if (deadline.passed()) return blocked(at, "limit.deadline");
  const { decision, action } = verified;
  const allowed = decision.verdict === "allow";
  // An allow that does not say what may run is a fault of our own.
  if (allowed && action?.tool !== call.tool) return blocked(at, "internal.error");
  return { ...at, decision, requirements: prepared.requirements, prepared, verified: allowed ? verified : null };
}
