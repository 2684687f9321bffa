import type { Contract } from "../../contract/contract.js";
import type { FailureClass, LiveDecision } from "./live-result.js";

/** Nothing of the tool's, so that asking it again helps nobody. */
const OURS: ReadonlySet<string> = new Set([
  "result.contract_ended",
  "result.request_incomplete",
  "result.circuit_open",
  "internal.audit_unavailable",
  "internal.error",
]);

/** About one answer, which whoever asks or writes the data, or an upstream that is down, can bring about: no sign that the adapter changed. */
const OF_ONE_ANSWER: ReadonlySet<string> = new Set([
  "result.request_id",
  "result.bind",
  "result.belongs",
  "result.future",
  "result.text",
  "limit.bytes",
  "limit.depth",
  "limit.items",
  "limit.work",
  "result.status",
  "result.media_type",
  "result.error_unknown",
]);

/** Whether a mismatch says that adapter and contract have parted (spec/results.md#circuit). */
export function isDrift({ reason }: LiveDecision, failure: FailureClass | null): boolean {
  return failure === "mismatch" && !OF_ONE_ANSWER.has(reason as string);
}

/** What a failure is about; null on success. What is not known here is a mismatch, which is never tried again. */
export function classifyFailure({ outcome, reason, code }: LiveDecision, { unauthorised }: Contract): FailureClass | null {
  if (outcome === "success" || reason === null) return null;
  if (reason === "result.upstream_failure") return unauthorised.has(code) ? "unauthorised" : "upstream";
  if (reason === "result.transport" || reason === "result.late") return "transport";
  if (OURS.has(reason)) return "ours";
  // Bytes that were cut short or garbled on their way, or an observation out of a cache.
  return reason.startsWith("json.") || reason === "result.stale" ? "invalid" : "mismatch";
}
