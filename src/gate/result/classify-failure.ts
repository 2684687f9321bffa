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

/** What a failure is about; null on success. What is not known here is a mismatch, which is never tried again. */
export function classifyFailure({ outcome, reason, code }: LiveDecision, { unauthorised }: Contract): FailureClass | null {
  if (outcome === "success" || reason === null) return null;
  if (reason === "result.upstream_failure") return unauthorised.has(code) ? "unauthorised" : "upstream";
  if (reason === "result.transport" || reason === "result.late") return "transport";
  if (OURS.has(reason)) return "ours";
  // Bytes that were cut short or garbled on their way, or an observation out of a cache.
  return reason.startsWith("json.") || reason === "result.stale" ? "invalid" : "mismatch";
}
