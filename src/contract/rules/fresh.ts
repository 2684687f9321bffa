import type { JsonObject } from "../../json/value.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import type { FreshRule } from "../contract.js";
import { fieldIn } from "../field.js";
import type { ResultIssues } from "../result-issue.js";

/** The observation lies within the window around now, both ends included (spec/results.md#fresh). */
export function judgeFresh(data: JsonObject, rule: FreshRule | null, now: bigint, issues: ResultIssues): void {
  if (rule === null) return;
  const path = `/data${rule.field.pointer}`;
  const observed = parseTimestamp(fieldIn(data, rule.field));
  if (observed === null) issues.add("result.time", path);
  else if (now - observed > rule.maxAge) issues.add("result.stale", path);
  else if (observed - now > rule.maxAhead) issues.add("result.future", path);
}
