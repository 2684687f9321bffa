import type { BlockCode, Reason } from "../decision/catalogue.js";
import type { Decision } from "../decision/decision.js";
import type { JsonPointer } from "../decision/issue.js";
import type { ApprovalRequest } from "../sign/approval-request.js";
import type { Decided } from "./decide-action.js";
import type { Permit } from "./permit.js";
import type { WouldBlock } from "./ports.js";

/** What only a live gate can say, beside the members of every decision. */
interface LiveMembers {
  /** `^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$`; the same in the audit and in the agent's view. */
  readonly request_id: string;
  /** From call to decision, by the monotonic clock, in milliseconds to three places. */
  readonly elapsed_ms: number;
  /** For the tool's own backend: one use of one approval has one key (spec/gate.md#idempotency-key). Null on a block. */
  readonly idempotency_key: string | null;
  /** The operator only observes this tool now: what would block is let run (spec/gate.md#observation). */
  readonly observed: boolean;
  /** The block that was not carried out for that reason; null where nothing would have blocked. */
  readonly would_block: WouldBlock | null;
  /** The decision is in the audit. */
  readonly recorded: boolean;
  /** A request for approval is kept: the same call will be allowed once enough has been signed. */
  readonly pending: boolean;
  /** What an approver would sign; only beside a block for want of trust. */
  readonly approval_request: ApprovalRequest | null;
}

/** A live allow. `permit` is the right to run the action once; it is not part of the JSON form. */
export interface AllowedDecision extends Decision, LiveMembers {
  readonly verdict: "allow";
  readonly code: "PIC_OK";
  readonly reason: null;
  readonly path: null;
  readonly permit: Permit;
}

/** A live block. */
export interface BlockedDecision extends Decision, LiveMembers {
  readonly verdict: "block";
  readonly code: BlockCode;
  readonly reason: Reason;
  readonly path: JsonPointer;
  readonly permit: null;
}

/**
 * A decision with what only a live gate can say. An object and always truthy: test `verdict`, which tells the two apart for the
 * compiler as well, or use `enforce` or `guard`.
 */
export type GateDecision = AllowedDecision | BlockedDecision;

/** Puts the gate's members beside the decision's. Whoever decides gives a permit to an allow and none to a block. */
export function gateDecision(requestId: string, elapsedMs: number, { standing, permit }: Decided): GateDecision {
  const { decision, observedUntil, wouldBlock, recorded, approvalRequest, pending } = standing;
  // Each by its name: a spread costs many times more.
  const members: Decision & LiveMembers = {
    verdict: decision.verdict,
    code: decision.code,
    reason: decision.reason,
    path: decision.path,
    issues: decision.issues,
    more_issues: decision.more_issues,
    binding: decision.binding,
    single_use: decision.single_use,
    audience: decision.audience,
    profile: decision.profile,
    facts: decision.facts,
    request_id: requestId,
    elapsed_ms: toMicroseconds(elapsedMs),
    idempotency_key: permit?.idempotency_key ?? null,
    observed: observedUntil !== null,
    would_block: wouldBlock,
    recorded,
    pending,
    approval_request: approvalRequest,
  };
  Object.defineProperty(members, "permit", { value: permit, enumerable: false });
  return Object.freeze(members) as GateDecision;
}

/** A host's clock carries digits that measure nothing. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
