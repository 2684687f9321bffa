import type { IssueList } from "../../decision/issue.js";
import type { Question } from "../question.js";

/** S2: a tool that the policy does not name is blocked (spec/policy.md#tool-unknown). */
export function judgeToolUnknown({ requirements, profile }: Question, issues: IssueList): void {
  if (profile.blockUnknownTools && !requirements.toolKnown) issues.add("policy.tool_unknown", "/action/tool");
}
