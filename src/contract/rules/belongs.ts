import { equalsJson } from "../../json/equal-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Tie } from "../contract.js";
import { fieldIn, fieldOfLive, ownValue } from "../field.js";
import type { ResultIssues } from "../result-issue.js";
import type { ResultRequest } from "../result-options.js";

/** A value is one of a list that the request gives (spec/results.md#belongs). */
export function judgeBelongs(data: JsonObject, ties: readonly Tie[], request: ResultRequest, issues: ResultIssues): void {
  for (let at = 0; at < ties.length; at += 1) {
    const { data: field, request: asked } = ties[at] as Tie;
    const path = `/data${field.pointer}`;
    const list = fieldOfLive(request, asked);
    const given = fieldIn(data, field);
    if (!Array.isArray(list)) issues.add("result.request_incomplete", path);
    else if (given === undefined || !lists(list, given)) issues.add("result.belongs", path);
  }
}

function lists(list: readonly unknown[], given: JsonValue): boolean {
  const count = list.length;
  for (let at = 0; at < count; at += 1) if (equalsJson(given, ownValue(list, at))) return true;
  return false;
}
