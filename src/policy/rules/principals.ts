import type { ToolRule } from "../policy.js";
import { principalOf } from "../principal-of.js";
import type { Question } from "../question.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

/** Who asks is listed, letter by letter; nobody is not (spec/policy.md#principals). */
export function judgePrincipals({ principals }: ToolRule, { context }: Question): readonly Finding[] {
  if (principals === null) return NO_FINDINGS;
  const principal = principalOf(context);
  if (principal !== null && principals.allow.has(principal)) return NO_FINDINGS;
  return [{ reason: "policy.principal", path: "", id: principals.id }];
}
