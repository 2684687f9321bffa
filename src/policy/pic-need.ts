import { isHighImpact } from "../decision/impact.js";
import type { Profile } from "../decision/profile.js";
import type { Policy } from "./policy.js";

/**
 * Whether a call without a proposal is `request.missing` (spec/policy.md#calls-without-a-proposal). A tool that the policy
 * does not name needs one under every profile: `request.missing` stands before `policy.tool_unknown`, an impact can only come
 * from a proposal, and the answer then does not tell which tools the policy names. In strict neither does a high impact go
 * without, nor a tool that needs evidence, which stands in a proposal only: the reference's form can say `optional` of both.
 */
export function proposalNeeded(policy: Policy, tool: string, profile: Profile): boolean {
  const rule = policy.tools.get(tool);
  if (rule?.pic !== "optional") return true;
  if (profile.name !== "strict") return false;
  return isHighImpact(rule.impact) || rule.evidenceRequired || policy.evidenceImpacts.has(rule.impact);
}
