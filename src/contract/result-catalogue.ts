/**
 * Why an answer is refused. The order is the order of reasons: where several hold, the first names the decision. What is wrong with
 * bytes has the names that the action gate has for it. What each means, and what to do, is the table in spec/results.md#reasons.
 */
export const RESULT_REASONS = [
  "result.contract_ended",
  "limit.bytes",
  "result.status",
  "result.media_type",
  "limit.depth",
  "json.bom",
  "json.invalid_utf8",
  "json.empty",
  "json.syntax",
  "json.trailing_data",
  "json.duplicate_name",
  "json.number_overflow",
  "json.number_unsafe_integer",
  "json.number_inexact",
  "json.lone_surrogate",
  "json.proto_name",
  "limit.items",
  "limit.work",
  "result.output",
  "result.line",
  "result.line_missing",
  "result.envelope",
  "result.tool",
  "result.request_id",
  "result.content",
  "result.disagreement",
  "result.outcome",
  "result.error_unknown",
  "result.extract",
  "result.signer",
  "result.signature",
  "result.schema",
  "result.request_incomplete",
  "result.bind",
  "result.belongs",
  "result.time",
  "result.stale",
  "result.future",
  "result.text",
  "result.field_missing",
  "result.upstream_failure",
  "internal.error",
] as const;

/** Why a result is no success. */
export type ResultReason = (typeof RESULT_REASONS)[number];

Object.freeze(RESULT_REASONS);

const RANK = new Map<string, number>(RESULT_REASONS.map((reason, rank) => [reason, rank]));

/** Position of a reason in the order; lower decides. */
export function resultRank(reason: ResultReason): number {
  return RANK.get(reason) as number;
}

/** A reason of the parser's under the same name here. */
export function isResultReason(reason: string): reason is ResultReason {
  return RANK.has(reason);
}
