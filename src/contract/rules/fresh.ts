import type { JsonObject } from "../../json/value.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import type { FreshRule } from "../contract.js";
import { fieldIn } from "../field.js";
import type { ResultReason } from "../result-catalogue.js";
import type { ResultIssues } from "../result-issue.js";

/** The observation lies within the window around now, both ends included (spec/results.md#fresh). */
export function judgeFresh(data: JsonObject, rule: FreshRule | null, now: bigint, issues: ResultIssues): void {
  if (rule === null) return;
  const reason = faultOf(parseTimestamp(fieldIn(data, rule.field)), rule, now);
  if (reason !== null) issues.add(reason, `/data${rule.field.pointer}`);
}

function faultOf(observed: bigint | null, rule: FreshRule, now: bigint): ResultReason | null {
  if (observed === null) return "result.time";
  if (now - observed > rule.maxAge) return "result.stale";
  if (observed - now > rule.maxAhead) return "result.future";
  return null;
}
