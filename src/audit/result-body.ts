import { VERSION } from "../decision/version.js";
import type { ResultRecord } from "../gate/ports.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { asciiText } from "./ascii-text.js";
import { timeText } from "./time-text.js";

/** Left out in this order where a body is too large: what a long contract can fill. */
const LEAVE_OUT = ["issues", "facts", "path"] as const;

/**
 * The body of a result's record (AUDIT-22). Nothing of the answer is in it but its size, its digest, and names of members that nobody
 * declared, which are printable and short.
 */
export function resultBody(record: ResultRecord, most: number): string {
  const { request_id, tool, event, attempt, at, decision, failure_class, request_digest, idempotency_key, raw_copies } = record;
  const { tool: _tool, request_id: _id, contract, upstream, bytes, digest, ...seen } = decision.facts;
  const body: Record<string, JsonValue> = {
    answer: { bytes, digest },
    attempt,
    code: decision.code,
    contract: { ...contract },
    cut: [],
    event,
    facts: plain(seen),
    failure_class,
    idempotency_key,
    issues: plain(decision.issues),
    judged_at: at === null ? null : timeText(at),
    more_issues: decision.more_issues,
    outcome: decision.outcome,
    path: decision.path,
    raw_copies: plain(raw_copies),
    reason: decision.reason,
    request_digest,
    request_id,
    tool,
    upstream: { ...upstream } as JsonObject,
    version: VERSION,
  };
  let text = asciiText(body);
  for (const name of LEAVE_OUT) {
    if (text.length <= most) break;
    body[name] = null;
    body.cut = [...(body.cut as string[]), `/${name}`];
    text = asciiText(body);
  }
  return text;
}

/** Plain frozen data of ours. */
function plain(data: object): JsonValue {
  return data as unknown as JsonValue;
}
