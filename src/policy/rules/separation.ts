import type { ToolRule } from "../policy.js";
import { principalOf } from "../principal-of.js";
import type { Question } from "../question.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

/**
 * Who asks does not approve (spec/policy.md#separation). Nobody cannot be told from an owner, nor a principal from whoever
 * holds a key that has none.
 */
export function judgeSeparation({ separation }: ToolRule, { context, raisers }: Question): readonly Finding[] {
  if (separation === null) return NO_FINDINGS;
  const principal = principalOf(context);
  const apart = principal !== null && raisers.every(({ owner }) => owner !== null && owner !== principal);
  return apart ? NO_FINDINGS : [{ reason: "policy.separation", path: "/evidence", id: separation }];
}
