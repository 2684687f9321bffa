/**
 * Why an answer is refused (spec/results.md#reasons). The order of the rows is the order of reasons: where several hold, the first
 * row names the decision. What is wrong with bytes has the names that the action gate has for it.
 */

interface ResultRow {
  readonly reason: string;
  /** What was found. */
  readonly means: string;
  /** What the operator does next. */
  readonly next: string;
}

// biome-ignore format: a table reads by its rows.
export const RESULT_CATALOGUE = [
  { reason: "result.contract_ended", means: "The contract's end date has passed.", next: "Write the version that follows it, or move `ends`." },
  { reason: "limit.bytes", means: "The answer has more bytes than the contract's limit.", next: "Let the adapter select, or raise `limits.bytes`." },
  { reason: "limit.depth", means: "The answer nests deeper than the contract's limit.", next: "Let the adapter flatten it, or raise `limits.depth`." },
  { reason: "json.bom", means: "The answer starts with a byte order mark.", next: "Mend the adapter." },
  { reason: "json.invalid_utf8", means: "The answer is not well-formed UTF-8.", next: "Mend the adapter." },
  { reason: "json.empty", means: "The answer holds no JSON value.", next: "Look at the adapter's transport." },
  { reason: "json.syntax", means: "The answer is not JSON.", next: "Look at the byte offset; an error page or a banner is no answer." },
  { reason: "json.trailing_data", means: "Something follows the JSON value.", next: "Look at the byte offset; an adapter gives one value." },
  { reason: "json.duplicate_name", means: "An object has two members of one name.", next: "Look at the byte offset; two readers would take two values." },
  { reason: "json.number_overflow", means: "A number is too large for a double.", next: "Let the adapter give it as a string." },
  { reason: "json.number_unsafe_integer", means: "A number is an integer beyond 2^53-1.", next: "Let the adapter give it as a string." },
  { reason: "json.number_inexact", means: "A number has digits that a double cannot hold.", next: "Let the adapter give it as a string." },
  { reason: "json.lone_surrogate", means: "A string or member name holds half of a surrogate pair.", next: "Mend the adapter." },
  { reason: "json.proto_name", means: "A member is named `__proto__`.", next: "Look at who wrote the answer." },
  { reason: "limit.items", means: "An array has more elements than the contract's limit.", next: "Let the adapter select, or raise `limits.items`." },
  { reason: "result.envelope", means: "The answer is not the adapter's envelope: success with `data`, or failure with `error`, and nothing beside.", next: "Mend the adapter at the path." },
  { reason: "result.tool", means: "The answer is of another tool.", next: "Look at how answers find their requests." },
  { reason: "result.request_id", means: "The answer is for another request.", next: "Look for a late, repeated or injected answer." },
  { reason: "result.error_unknown", means: "The failure's code is not one that the contract lists.", next: "Map it in the adapter, or add it to `errors`." },
  { reason: "result.schema", means: "The data does not fit the contract's schema.", next: "Look at the path and `facts.schema`; mend the adapter, or write a new version of the contract." },
  { reason: "result.request_incomplete", means: "The request has nothing where the contract binds the data to it.", next: "Give `args` and `context` as the contract's pointers want them." },
  { reason: "result.bind", means: "A value is not the one that was asked for.", next: "Look at the path: the answer is about something else." },
  { reason: "result.belongs", means: "A value is not in the list that the request gives.", next: "Look at the path: the answer is about something else." },
  { reason: "result.time", means: "The time of observation is absent or no RFC 3339 time.", next: "Let the adapter write it as 2026-10-01T12:00:00Z." },
  { reason: "result.stale", means: "The observation is older than the contract allows.", next: "Fetch again; look for a cache." },
  { reason: "result.future", means: "The observation lies further ahead than the contract allows.", next: "Check the clocks." },
  { reason: "result.text", means: "A text is too long, or has a control, invisible or bidirectional character.", next: "Look at who wrote it before you widen anything." },
  { reason: "result.field_missing", means: "The data lacks a field that the contract promises.", next: "Require it in the schema, or mark it `optional` in `select`." },
  { reason: "result.upstream_failure", means: "The adapter reported a failure that the contract lists.", next: "Look at the upstream; the code says which." },
  { reason: "internal.error", means: "The gate met a fault of its own.", next: "Report it with the request id." },
] as const satisfies readonly ResultRow[];

/** Why a result is no success. */
export type ResultReason = (typeof RESULT_CATALOGUE)[number]["reason"];

for (const row of RESULT_CATALOGUE) Object.freeze(row);
Object.freeze(RESULT_CATALOGUE);

const RANK = new Map<string, number>(RESULT_CATALOGUE.map((row, rank) => [row.reason, rank]));

/** Position of a reason in the order; lower decides. */
export function resultRank(reason: ResultReason): number {
  return RANK.get(reason) as number;
}

/** A reason of the parser's under the same name here. */
export function isResultReason(reason: string): reason is ResultReason {
  return RANK.has(reason);
}
