import type { IssueList } from "../../decision/issue.js";
import type { JsonObject } from "../../json/value.js";
import type { ToolRule } from "../policy.js";

/** The arguments fit the operator's schema, under every profile (spec/policy.md#args). */
export function judgeArgs(rule: ToolRule, args: JsonObject, issues: IssueList): void {
  for (const pointer of rule.args?.(args) ?? []) issues.add("policy.args_invalid", `/action/args${pointer}`);
}
