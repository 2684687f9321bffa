import type { IssueList } from "../../decision/issue.js";
import type { JsonObject } from "../../json/value.js";
import type { ToolRule } from "../policy.js";

/** The arguments fit the operator's schema, under every profile (spec/policy.md#args). */
export function judgeArgs(rule: ToolRule, args: JsonObject, issues: IssueList): void {
  if (rule.args === null) return;
  const { fits, places } = rule.args(args);
  if (fits) return;
  const count = places.length;
  // The verdict is `fits`; how many places are told is a matter of the list.
  if (count === 0) issues.add("policy.args_invalid", "/action/args");
  for (let at = 0; at < count; at += 1) issues.add("policy.args_invalid", `/action/args${places[at]}`);
}
