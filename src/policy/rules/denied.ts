import type { IssueList } from "../../decision/issue.js";
import type { ToolRule } from "../policy.js";

/** The operator denies the tool outright, under every profile (spec/policy.md#denied). */
export function judgeDenied(rule: ToolRule, issues: IssueList): void {
  if (rule.deny !== null) issues.add("policy.denied", "/action/tool");
}
