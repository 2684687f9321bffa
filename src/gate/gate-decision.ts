import type { Decision } from "../decision/decision.js";
import type { Permit } from "./permit.js";

/**
 * A decision with what only a live gate can say. An object and always truthy: test `verdict`, or use `enforce` or `guard`.
 * `permit` is not part of the JSON form.
 */
export interface GateDecision extends Decision {
  /** `^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$`; the same in the audit and in the agent's view. */
  readonly request_id: string;
  /** From call to decision, by the monotonic clock, in milliseconds. */
  readonly elapsed_ms: number;
  /** The right to run the action once; null on block. */
  readonly permit: Permit | null;
}

/** Puts the gate's members beside the decision's. */
export function gateDecision(decision: Decision, requestId: string, elapsedMs: number, permit: Permit | null): GateDecision {
  const members = { ...decision, request_id: requestId, elapsed_ms: elapsedMs };
  Object.defineProperty(members, "permit", { value: permit, enumerable: false });
  return Object.freeze(members) as GateDecision;
}
