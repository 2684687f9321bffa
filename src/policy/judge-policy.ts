import { IssueList, type Outcome, ok } from "../decision/issue.js";
import type { Judged } from "./judged.js";
import type { Question } from "./question.js";
import { judgeArgs } from "./rules/args.js";
import { judgeDenied } from "./rules/denied.js";
import { judgeImpactMismatch } from "./rules/impact-mismatch.js";
import { judgeToolUnknown } from "./rules/tool-unknown.js";

const NONE: readonly never[] = Object.freeze([]);
const NOTHING_LEFT: Judged = Object.freeze({ budgets: NONE, checks: NONE, breakGlass: null });

/**
 * Layer 3: the operator's word on an action whose evidence holds (spec/policy.md#rules). Runs every rule and collects all
 * reasons. The policy can deny what the protocol allows; nothing here turns a block of an earlier stage into an allow.
 *
 * Fails with `policy.tool_unknown`, `policy.impact_mismatch`, `policy.denied` (the operator's id is in `facts.rule`) and
 * `policy.args_invalid`.
 */
export function judgePolicy(question: Question): Outcome<Judged> {
  const { policy, requirements, args } = question;
  const issues = new IssueList();
  judgeToolUnknown(question, issues);
  judgeImpactMismatch(question, issues);
  const rule = policy.tools.get(requirements.tool);
  if (rule !== undefined) {
    judgeDenied(rule, issues);
    judgeArgs(rule, args, issues);
  }
  if (issues.empty) return ok(NOTHING_LEFT);
  return issues.fail(typeof rule?.deny === "string" ? { rule: rule.deny } : undefined);
}
