import type { Profile } from "../decision/profile.js";
import type { Policy } from "./policy.js";

/**
 * Whether a call without a proposal is `request.missing` (spec/policy.md#calls-without-a-proposal). A tool that the policy
 * does not name needs one under every profile: `request.missing` stands before `policy.tool_unknown`, an impact can only come
 * from a proposal, and the answer then does not tell which tools the policy names.
 */
export function proposalNeeded(policy: Policy, tool: string, _profile: Profile): boolean {
  return policy.tools.get(tool)?.pic !== "optional";
}
