import type { Contract } from "../../contract/contract.js";
import type { Audit, Clock, ResultRecord } from "../ports.js";
import { LATE, startDeadline } from "../within.js";
import type { FailureClass, LiveDecision } from "./live-result.js";
import type { RawCopy } from "./result-ports.js";

/** What a call is, for every record of it. */
export interface CallIdentity {
  readonly requestId: string;
  readonly contract: Contract;
  /** SHA-256 (hex) of the canonical form of what was asked. */
  readonly requestDigest: string;
  readonly idempotencyKey: string;
}

/** One judged answer, or the end of a call that had none. */
export interface Judged {
  readonly event: ResultRecord["event"];
  readonly attempt: number;
  readonly decision: LiveDecision;
  readonly failure: FailureClass | null;
  readonly copies: readonly RawCopy[];
  /** Epoch milliseconds. */
  readonly at: number | null;
}

/** False where the record was not kept in time. */
export async function recordResult(
  { requestId, contract, requestDigest, idempotencyKey }: CallIdentity,
  { event, attempt, decision, failure, copies, at }: Judged,
  audit: Audit,
  clock: Clock,
  timeoutMs: number,
): Promise<boolean> {
  const record: ResultRecord = Object.freeze({
    kind: "result",
    request_id: requestId,
    tool: contract.tool,
    event,
    attempt,
    at,
    decision,
    failure_class: failure,
    request_digest: requestDigest,
    idempotency_key: idempotencyKey,
    raw_copies: copies,
  });
  try {
    return (await startDeadline(clock, timeoutMs).within(audit.append(record))) !== LATE;
  } catch {
    return false;
  }
}
