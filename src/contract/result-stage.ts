import type { ResultReason } from "./result-catalogue.js";

/** Where an answer is refused, in the order of spec/results.md. `meaning` is what no schema can say; `failure` is the upstream's own word. */
export type ResultStage = "bytes" | "envelope" | "extract" | "schema" | "meaning" | "select" | "failure" | "internal";

export const RESULT_STAGES: readonly ResultStage[] = Object.freeze([
  "bytes",
  "envelope",
  "extract",
  "schema",
  "meaning",
  "select",
  "failure",
  "internal",
]);

const ENVELOPE: ReadonlySet<ResultReason> = new Set([
  "result.envelope",
  "result.tool",
  "result.request_id",
  "result.error_unknown",
  "result.signer",
  "result.signature",
]);

/** How an answer that is no envelope becomes data. */
const EXTRACT: ReadonlySet<ResultReason> = new Set([
  "result.status",
  "result.media_type",
  "result.output",
  "result.line",
  "result.line_missing",
  "result.content",
  "result.disagreement",
  "result.outcome",
  "result.extract",
]);

/** The stage that finds a reason. The end of a contract counts as meaning: it is a matter of time, not of form. */
export function stageOf(reason: ResultReason): ResultStage {
  if (reason.startsWith("limit.") || reason.startsWith("json.")) return "bytes";
  if (ENVELOPE.has(reason)) return "envelope";
  if (EXTRACT.has(reason)) return "extract";
  switch (reason) {
    case "result.schema":
      return "schema";
    case "result.field_missing":
      return "select";
    case "result.upstream_failure":
      return "failure";
    case "internal.error":
      return "internal";
    default:
      return "meaning";
  }
}
