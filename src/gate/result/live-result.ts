import type { Contract } from "../../contract/contract.js";
import type { ResultReason } from "../../contract/result-catalogue.js";
import { INVALID_RESPONSE, type ResultDecision, type ResultFacts } from "../../contract/result-decision.js";
import type { ResultIssue } from "../../contract/result-issue.js";
import type { RawCopy } from "./result-ports.js";

/** What only a live call can come to; what each means is in spec/results.md#live-reasons. */
export type LiveReason =
  | "result.circuit_open"
  | "result.transport"
  | "result.late"
  | "result.second"
  | "result.no_answer"
  | "internal.audit_unavailable";

/**
 * What a failure is about, which says what may be done about it (spec/results.md#classes). `unauthorised`: the action needs a new
 * decision. `mismatch`: the adapter and the contract no longer speak of the same thing. `ours`: nothing that the tool said.
 */
export type FailureClass = "transport" | "upstream" | "invalid" | "mismatch" | "unauthorised" | "ours";

/** A decision as an attempt came to it. */
export interface LiveDecision extends Omit<ResultDecision, "reason" | "issues"> {
  readonly reason: ResultReason | LiveReason | null;
  readonly issues: readonly (ResultIssue | { readonly reason: LiveReason; readonly path: string })[];
}

/** The answer about a call. Only `agent` may go to a model. */
export interface LiveResult extends LiveDecision {
  /** The gate's own; the same in the audit, in the names of copies and in what the agent gets. */
  readonly request_id: string;
  /** Null on success. */
  readonly failure_class: FailureClass | null;
  /** Times that the tool was asked. */
  readonly attempts: number;
  readonly idempotency_key: string;
  /** From call to decision, by the monotonic clock, in milliseconds to three places. */
  readonly elapsed_ms: number;
  /** Where the bytes of a refused answer are kept, or why they are not. */
  readonly raw_copies: readonly RawCopy[];
  /** What the tool's function, or its stream, threw in the last attempt: for the host's own log. Not part of the JSON form. */
  readonly cause: unknown;
}

/** A decision without an answer that could be judged. Asks nothing that could throw. */
export function withoutAnswer(reason: ResultReason | LiveReason, contract: Contract, requestId: string, bytes: number): LiveDecision {
  const { tool, version, digest, upstream } = contract;
  const facts: ResultFacts = Object.freeze({
    tool,
    request_id: requestId,
    contract: Object.freeze({ version, digest }),
    upstream,
    bytes,
    digest: null,
  });
  const [code, retryable] = errorFor(reason, contract);
  return Object.freeze({
    outcome: "failure",
    agent: Object.freeze({ tool, request_id: requestId, outcome: "failure", error: Object.freeze({ code, retryable }) }),
    code,
    reason,
    path: "",
    issues: Object.freeze([Object.freeze({ reason: reason as LiveReason, path: "" })]),
    more_issues: 0,
    facts,
  });
}

/** What contracts call an upstream that could not be reached. */
const UPSTREAM_UNAVAILABLE = "UPSTREAM_UNAVAILABLE";

/** No answer came: the contract's own code for that, where it has one. All else is an answer that does not hold. */
function errorFor(reason: string, { errors }: Contract): readonly [code: string, retryable: boolean] {
  const retryable = reason === "result.transport" || reason === "result.late" ? errors.get(UPSTREAM_UNAVAILABLE) : undefined;
  return retryable === undefined ? [INVALID_RESPONSE, false] : [UPSTREAM_UNAVAILABLE, retryable];
}
