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
import { startDeadline } from "./within.js";

/** A permit's longest life, in milliseconds. */
const PERMIT_MS = 30_000;

export interface Decided {
  readonly standing: Standing;
  /** Null exactly on block. */
  readonly permit: Permit | null;
}

/**
 * Decides one live call in the one order (spec/gate.md#order): verify, ask, consume, record, permit. What is used up is used up after
 * every other check, so that a forged proposal burns nothing. Total: a fault, a late answer or an odd answer blocks.
 */
export async function decideAction(call: LiveCall, parts: GateParts, issuer: Issuer, elapsed: () => number): Promise<Decided> {
  let standing = unjudged(call, parts);
  try {
    const deadline = startDeadline(parts.clock, parts.deadlineMs);
    standing = await step(standing, (at) => (issuer.closed ? at : verifyCall(call, parts, deadline, at)));
    standing = await step(standing, (at) => seekApproval(call, parts, deadline, at));
    standing = await step(standing, (at) => refuseStale(parts, at));
    standing = await step(standing, (at) => askChecks(call, parts, deadline, at));
    standing = await step(standing, (at) => (issuer.closed ? blocked(at, "internal.error") : consumeUse(parts, deadline, at)));
    await settleAttached(parts, deadline, standing);
    standing = await step(standing, (at) => withIdempotencyKey(call, observeBlock(call, parts, at)));
    standing = await step(standing, (at) => recordDecision(call, parts, deadline, elapsed, at));
    if (standing.decision.verdict === "allow") return { standing, permit: permit(call, parts, issuer, standing) };
  } catch {
    standing = blocked(standing, "internal.error");
  }
  return { standing, permit: null };
}

/** A fault in one step blocks, and the steps after it still see that block: it is recorded like any other. */
async function step(standing: Standing, next: (standing: Standing) => Standing | Promise<Standing>): Promise<Standing> {
  try {
    return await next(standing);
  } catch {
    return blocked(standing, "internal.error");
  }
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
