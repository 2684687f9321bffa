import type { JsonObject } from "../json/value.js";
import { passed, ResultIssues, type ResultOutcome } from "./result-issue.js";
import type { ResultSettings } from "./result-options.js";
import { judgeBelongs } from "./rules/belongs.js";
import { judgeBind } from "./rules/bind.js";
import { judgeFresh } from "./rules/fresh.js";
import { judgeText } from "./rules/text.js";

/** What a schema cannot say (spec/results.md#meaning): it is about what was asked, of this time, and its texts are plain. */
export function checkMeaning(data: JsonObject, { contract, request, now, checks }: ResultSettings): ResultOutcome<JsonObject> {
  const issues = new ResultIssues();
  judgeBind(data, contract.bind, request, issues);
  judgeBelongs(data, contract.belongs, request, checks, issues);
  judgeFresh(data, contract.fresh, now, issues);
  judgeText(data, contract.text, issues);
  return issues.empty ? passed(data) : issues.refuse();
}
