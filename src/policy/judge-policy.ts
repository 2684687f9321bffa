import type { RuleFact, StageFacts } from "../decision/facts.js";
import { IssueList, type Outcome, ok } from "../decision/issue.js";
import { brokenGlass } from "./break-glass.js";
import type { Judged } from "./judged.js";
import type { ToolRule } from "./policy.js";
import type { Question } from "./question.js";
import { judgeApprovals } from "./rules/approvals.js";
import { judgeArgs } from "./rules/args.js";
import { judgeChecks } from "./rules/checks.js";
import { judgeDenied } from "./rules/denied.js";
import { judgeFacts } from "./rules/facts.js";
import type { Finding } from "./rules/finding.js";
import { judgeImpactMismatch } from "./rules/impact-mismatch.js";
import { judgeLimits } from "./rules/limits.js";
import { judgePrincipals } from "./rules/principals.js";
import { judgeSeparation } from "./rules/separation.js";
import { judgeToolUnknown } from "./rules/tool-unknown.js";
import { judgeWhen } from "./rules/when.js";

const NONE: readonly never[] = Object.freeze([]);
const NOTHING_LEFT: Judged = Object.freeze({ budgets: NONE, checks: NONE, breakGlass: null, factsEnd: null, facts: null });

/**
 * Layer 3: the operator's word on an action whose evidence holds (spec/policy.md#rules). Runs every rule and collects all
 * reasons. The policy can deny what the protocol allows; nothing here turns a block of an earlier stage into an allow.
 *
 * Fails with `policy.tool_unknown`, `policy.impact_mismatch`, `policy.denied`, `policy.args_invalid`, `policy.principal`,
 * `policy.fact_missing`, `policy.fact_version`, `policy.fact_stale`, `policy.when`, `policy.approvals`, `policy.separation`, `policy.check` and `policy.limit`; the ids of the operator's rules
 * that blocked are in `facts.rules`, the first of them in `facts.rule`.
 */
export function judgePolicy(question: Question): Outcome<Judged> {
  const { policy, requirements, args } = question;
  const issues = new IssueList();
  judgeToolUnknown(question, issues);
  judgeImpactMismatch(question, issues);
  const rule = policy.tools.get(requirements.tool);
  if (rule === undefined) return issues.empty ? ok(NOTHING_LEFT) : issues.fail();
  judgeArgs(rule, args, issues);
  if (!rule.hasRules) return issues.empty ? ok(NOTHING_LEFT) : issues.fail();
  return judgeRules(rule, question, issues);
}

/** The rules that have ids, in the order of their reasons. Those that broken glass sets aside are judged all the same. */
function judgeRules(rule: ToolRule, question: Question, issues: IssueList): Outcome<Judged> {
  const glass = brokenGlass(rule, question);
  const limits = judgeLimits(rule, question.requirements.tool, question.args);
  const checks = judgeChecks(rule, question);
  const known = judgeFacts(rule, question);
  const rules: RuleFact[] = [];
  const aside: string[] = [];
  const bind = (findings: readonly Finding[]): void => {
    for (const { reason, path, id } of findings) {
      issues.add(reason, path);
      rules.push({ reason, id });
    }
  };
  const bindUnlessBroken = (findings: readonly Finding[]): void => {
    if (glass === null) bind(findings);
    else for (const { id } of findings) aside.push(id);
  };
  bind(judgeDenied(rule));
  bindUnlessBroken(judgePrincipals(rule, question));
  bindUnlessBroken(known.findings);
  bindUnlessBroken(judgeWhen(rule, question, known.facts));
  bindUnlessBroken(judgeApprovals(rule, question));
  bind(judgeSeparation(rule, question));
  bindUnlessBroken(checks.findings);
  bind(limits.uncountable);
  bindUnlessBroken(limits.over);

  const left = glass === null ? checks.left : NONE;
  const budgets = glass === null ? limits.budgets : NONE;
  if (glass !== null) for (const { id } of checks.left) aside.push(id);
  if (glass !== null) for (const budget of limits.budgets) if (!aside.includes(budget.rule)) aside.push(budget.rule);
  const breakGlass = glass === null ? null : { rule: glass.rule, key_ids: glass.keyIds, set_aside: aside };
  const seen: StageFacts = {
    ...(limits.facts.length > 0 && { limits: limits.facts }),
    ...(breakGlass !== null && { break_glass: breakGlass }),
  };
  const facts = Object.keys(seen).length > 0 ? seen : null;
  if (issues.empty) return ok({ budgets, checks: left, breakGlass, factsEnd: glass === null ? known.end : null, facts });
  return issues.fail(factsOfBlock(facts, rules));
}

function factsOfBlock(facts: StageFacts | null, rules: readonly RuleFact[]): StageFacts | undefined {
  const [first] = rules;
  return first === undefined ? (facts ?? undefined) : { ...facts, rule: first.id, rules };
}
