import type { JsonObject } from "../json/value.js";

/** What a receipt says of a result that passed its gate: kept beside the decision, so that nobody reads the answer again. */
export interface AcceptedResult {
  readonly tool: string;
  /** The name under which policies know the fact. */
  readonly name: string;
  readonly version: string;
  readonly requestId: string;
  /** The canonical form of what was asked, taken when the answer was judged; null where that is no plain data. */
  readonly request: Uint8Array | null;
  readonly bound: JsonObject;
  readonly result: JsonObject;
  /** Epoch nanoseconds: the time that the answer was judged for. */
  readonly at: bigint;
  readonly lifetimeSeconds: number;
}

/** A frozen decision can still be a look-alike, so what the gate accepted is remembered by identity. */
const ACCEPTED = new WeakMap<object, AcceptedResult>();

/** Only the result gate calls this. */
export function rememberAccepted(decision: object, accepted: AcceptedResult): void {
  ACCEPTED.set(decision, accepted);
}

/** What the live gate tells of a decision is an object of its own, and no less of the same result. */
export function carryAccepted(decision: object, result: object): void {
  const accepted = ACCEPTED.get(decision);
  if (accepted !== undefined) ACCEPTED.set(result, accepted);
}

export function acceptedOf(decision: object): AcceptedResult | undefined {
  return ACCEPTED.get(decision);
}
