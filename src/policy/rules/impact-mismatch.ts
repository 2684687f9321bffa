import type { IssueList } from "../../decision/issue.js";
import type { Question } from "../question.js";

/** S3: the operator's impact is the impact; understating and overstating both block (spec/policy.md#impact-mismatch). */
export function judgeImpactMismatch({ requirements, profile }: Question, issues: IssueList): void {
  const { toolKnown, impact, declaredImpact } = requirements;
  if (profile.operatorImpact && toolKnown && impact !== declaredImpact) issues.add("policy.impact_mismatch", "/impact");
}
