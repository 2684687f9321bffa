import { equalsJson } from "../../json/equal-json.js";
import type { JsonObject } from "../../json/value.js";
import type { Tie } from "../contract.js";
import { fieldIn, fieldOfLive } from "../field.js";
import type { ResultIssues } from "../result-issue.js";
import type { ResultRequest } from "../result-options.js";

/** A value is the one that was asked for, of the same type (spec/results.md#bind). */
export function judgeBind(data: JsonObject, ties: readonly Tie[], request: ResultRequest, issues: ResultIssues): void {
  for (let at = 0; at < ties.length; at += 1) {
    const { data: field, request: asked } = ties[at] as Tie;
    const wanted = fieldOfLive(request, asked);
    const given = fieldIn(data, field);
    if (wanted === undefined) issues.add("result.request_incomplete", `/data${field.pointer}`);
    else if (given === undefined || !equalsJson(given, wanted)) issues.add("result.bind", `/data${field.pointer}`);
  }
}
