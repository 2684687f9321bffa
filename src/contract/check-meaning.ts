import type { JsonObject } from "../json/value.js";
import type { Contract } from "./contract.js";
import { passed, ResultIssues, type ResultOutcome } from "./result-issue.js";
import type { ResultRequest } from "./result-options.js";
import { judgeBelongs } from "./rules/belongs.js";
import { judgeBind } from "./rules/bind.js";
import { judgeFresh } from "./rules/fresh.js";
import { judgeText } from "./rules/text.js";

/** What a schema cannot say (spec/results.md#meaning): it is about what was asked, of this time, and its texts are plain. */
export function checkMeaning(data: JsonObject, contract: Contract, request: ResultRequest, now: bigint): ResultOutcome<JsonObject> {
  const issues = new ResultIssues();
  judgeBind(data, contract.bind, request, issues);
  judgeBelongs(data, contract.belongs, request, issues);
  judgeFresh(data, contract.fresh, now, issues);
  judgeText(data, contract.text, issues);
  return issues.empty ? passed(data) : issues.refuse();
}
