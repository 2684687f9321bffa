import type { CheckRule, ToolRule } from "../policy.js";
import type { Question } from "../question.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

export interface ChecksJudged {
  readonly findings: readonly Finding[];
  /** Without an answer yet, for whoever can ask. */
  readonly left: readonly CheckRule[];
}

const NONE: ChecksJudged = Object.freeze({ findings: NO_FINDINGS, left: NO_FINDINGS });

/** The operator's own function can refuse and nothing else: only an answer of exactly true passes (spec/policy.md#checks). */
export function judgeChecks({ checks }: ToolRule, { checks: answers, unanswered }: Question): ChecksJudged {
  if (checks.length === 0) return NONE;
  const findings: Finding[] = [];
  const left: CheckRule[] = [];
  for (const rule of checks) {
    const answer = answers.get(rule.id);
    if (answer === true) continue;
    if (answer === undefined && unanswered === "defer") left.push(rule);
    else findings.push({ reason: "policy.check", path: "", id: rule.id });
  }
  return { findings, left };
}
