import { equalsJson } from "../../json/equal-json.js";
import { freezeDeep } from "../../json/freeze-deep.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { CheckTie, Contract, Tie } from "../contract.js";
import { fieldIn, fieldOfLive, ownValue } from "../field.js";
import type { ResultIssues } from "../result-issue.js";
import type { ResultCheck, ResultRequest } from "../result-options.js";

/** A value is one of a list that the request gives, or a function of the host's says so (spec/results.md#belongs). */
export function judgeBelongs(
  data: JsonObject,
  ties: Contract["belongs"],
  request: ResultRequest,
  checks: ReadonlyMap<string, ResultCheck>,
  issues: ResultIssues,
): void {
  for (let at = 0; at < ties.length; at += 1) {
    const tie = ties[at] as Tie | CheckTie;
    const path = `/data${tie.data.pointer}`;
    const given = fieldIn(data, tie.data);
    if ("check" in tie) {
      if (given === undefined || !isConfirmed(checks.get(tie.check), given, request)) issues.add("result.belongs", path);
      continue;
    }
    const list = fieldOfLive(request, tie.request);
    if (!Array.isArray(list)) issues.add("result.request_incomplete", path);
    else if (given === undefined || !lists(list, given)) issues.add("result.belongs", path);
  }
}

/** Only `true` itself: what throws, a promise and anything else that counts as true in a condition do not confirm. */
function isConfirmed(check: ResultCheck | undefined, value: JsonValue, request: ResultRequest): boolean {
  try {
    return check !== undefined && check(freezeDeep(value), request) === true;
  } catch {
    return false;
  }
}

function lists(list: readonly unknown[], given: JsonValue): boolean {
  const count = list.length;
  for (let at = 0; at < count; at += 1) if (equalsJson(given, ownValue(list, at))) return true;
  return false;
}
