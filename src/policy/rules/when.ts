import type { JsonObject } from "../../json/value.js";
import type { RuleVariables, ToolRule, WhenRule } from "../policy.js";
import type { Question } from "../question.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

const MILLISECOND = 1_000_000n;

/** Each condition is exactly true; what cannot be answered blocks like what is false (spec/policy.md#when). */
export function judgeWhen({ when }: ToolRule, question: Question, facts: JsonObject): readonly Finding[] {
  if (when.length === 0) return NO_FINDINGS;
  const variables = variablesOf(question, facts);
  const findings: Finding[] = [];
  for (const rule of when) if (!holds(rule, variables)) findings.push({ reason: "policy.when", path: "", id: rule.id });
  return findings;
}

function holds(rule: WhenRule, variables: RuleVariables): boolean {
  try {
    return rule.holds(variables) === true;
  } catch {
    return false;
  }
}

function variablesOf({ args, requirements, provenance, claims, context, now }: Question, facts: JsonObject): RuleVariables {
  const { tool, impact } = requirements;
  return { args, impact, tool, provenance, claims, facts, context, now: Number(now / MILLISECOND) };
}
