import type { BlockCode, Reason } from "../decision/catalogue.js";
import type { Decision } from "../decision/decision.js";
import type { JsonPointer } from "../decision/issue.js";
import type { Permit } from "./permit.js";

/** What only a live gate can say, beside the members of every decision. */
interface LiveMembers {
  /** `^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$`; the same in the audit and in the agent's view. */
  readonly request_id: string;
  /** From call to decision, by the monotonic clock, in milliseconds to three places. */
  readonly elapsed_ms: number;
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
export function gateDecision(decision: Decision, requestId: string, elapsedMs: number, permit: Permit | null): GateDecision {
  const members = { ...decision, request_id: requestId, elapsed_ms: toMicroseconds(elapsedMs) };
  Object.defineProperty(members, "permit", { value: permit, enumerable: false });
  return Object.freeze(members) as GateDecision;
}

/** A host's clock carries digits that measure nothing. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
