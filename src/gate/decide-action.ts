import type { Verified } from "../verify-action.js";
import { askChecks } from "./ask-checks.js";
import { consumeUse, withIdempotencyKey } from "./consume-use.js";
import type { GateParts, Issuer, LiveCall } from "./gate-parts.js";
import { observeBlock } from "./observe-block.js";
import { issuePermit, type Permit } from "./permit.js";
import { mayGoUnrecorded, recordDecision } from "./record-decision.js";
import { refuseStale } from "./refuse-stale.js";
import { seekApproval, settleAttached } from "./seek-approval.js";
import { blocked, type Standing, unjudged } from "./standing.js";
import { verifyCall } from "./verify-call.js";
import { type Deadline, startDeadline } from "./within.js";

/** A permit's longest life, in milliseconds. */
const PERMIT_MS = 30_000;

export interface Decided {
  readonly standing: Standing;
  /** Null exactly on block. */
  readonly permit: Permit | null;
}

/** One call on its way through the gate. */
interface Run {
  readonly call: LiveCall;
  readonly parts: GateParts;
  readonly issuer: Issuer;
  readonly deadline: Deadline;
  /** Milliseconds since the call came. */
  readonly elapsed: () => number;
}

/** A step that has nothing to wait for answers at once. */
type Step = (run: Run, at: Standing) => Standing | Promise<Standing>;

/** The one order (spec/gate.md#order). What is used up is used up after every other check, so that a forged proposal burns nothing. */
const STEPS: readonly Step[] = [
  ({ call, parts, issuer, deadline }, at) => (issuer.closed ? at : verifyCall(call, parts, deadline, at)),
  ({ call, parts, deadline }, at) => seekApproval(call, parts, deadline, at),
  ({ parts }, at) => refuseStale(parts, at),
  ({ call, parts, deadline }, at) => askChecks(call, parts, deadline, at),
  ({ parts, issuer, deadline }, at) => (issuer.closed ? blocked(at, "internal.error") : consumeUse(parts, deadline, at)),
  ({ parts, deadline }, at) => settleAttached(parts, deadline, at),
  ({ call, parts }, at) => withIdempotencyKey(call, observeBlock(call, parts, at)),
  ({ call, parts, deadline, elapsed }, at) => recordDecision(call, parts, deadline, elapsed, at),
];

/** Decides one live call: verify, ask, consume, record, permit. Total: a fault, a late answer or an odd answer blocks. */
export async function decideAction(call: LiveCall, parts: GateParts, issuer: Issuer, elapsed: () => number): Promise<Decided> {
  let standing = unjudged(call, parts);
  try {
    const run: Run = { call, parts, issuer, deadline: startDeadline(parts.clock, parts.deadlineMs), elapsed };
    for (let at = 0; at < STEPS.length; at += 1) {
      try {
        const next = (STEPS[at] as Step)(run, standing);
        standing = isStanding(next) ? next : await next;
      } catch {
        // The steps after it still see that block: it is recorded like any other.
        standing = blocked(standing, "internal.error");
      }
    }
    if (standing.decision.verdict === "allow") return { standing, permit: permit(call, parts, issuer, standing) };
  } catch {
    standing = blocked(standing, "internal.error");
  }
  return { standing, permit: null };
}

/** Told by what a standing has: what a step waits with is the engine's promise, whatever a host has put in place of `Promise`. */
function isStanding(next: Standing | Promise<Standing>): next is Standing {
  return Object.hasOwn(next, "decision");
}

/** When the first thing ends that the allow rests on: an approval, its key, a fact. */
function firstEnd({ trusted, judged }: Verified): number | null {
  const approved = trusted?.expiresAt ?? null;
  const known = judged?.factsEnd ?? null;
  return approved === null || (known !== null && known < approved) ? known : approved;
}

function permit(call: LiveCall, parts: GateParts, issuer: Issuer, standing: Standing): Permit {
  const { generation, verified, wouldBlock, observedUntil, idempotencyKey } = standing;
  const { clock, config } = parts;
  if (issuer.closed || verified === null || verified.action === null || idempotencyKey === null)
    throw new Error("nothing may be permitted");
  // From the end of what it rests on, the same call would block.
  const rests = (wouldBlock === null ? firstEnd(verified) : observedUntil) ?? Number.POSITIVE_INFINITY;
  // Both clocks count: setting the wall clock back must not lengthen a permit.
  const end = clock.monotonic() + Math.min(PERMIT_MS, rests - clock.now());
  const holds = () => clock.monotonic() < end && clock.now() < rests;
  return issuePermit({
    tool: verified.action.tool,
    args: verified.action.args,
    requestId: call.requestId,
    idempotencyKey,
    recordRequired: !mayGoUnrecorded(standing),
    issuer,
    refusal: () =>
      issuer.closed ? "gate_closed" : config.generation() !== generation ? "configuration_changed" : holds() ? null : "expired",
  });
}
