import { type Impact, isHighImpact } from "../decision/impact.js";
import type { Profile } from "../decision/profile.js";
import { type ApproverEntries, approverEntries } from "../policy/approver-entries.js";
import { proposalNeeded } from "../policy/pic-need.js";
import type { Policy } from "../policy/policy.js";

/** What the policy asks of a tool's calls now, for whoever shows a tool or builds its proposals (spec/gate.md#needs). */
export interface ToolNeeds {
  readonly impact: Impact;
  readonly proposal: "required" | "optional";
  /** `signature`: high impacts rest on a signed approval. `any`: there must be some evidence. */
  readonly evidence: "signature" | "any" | "none";
  readonly approvals: readonly { readonly count: number; readonly role: string | null }[];
  /** As `approverEntries` gives them. */
  readonly approvers: ApproverEntries;
  readonly denied: boolean;
}

/** Null for a tool that the policy does not name. */
export function toolNeeds(policy: Policy, tool: string, profile: Profile): ToolNeeds | null {
  const rule = policy.tools.get(tool);
  if (rule === undefined) return null;
  const { impact } = rule;
  const any = rule.evidenceRequired || policy.evidenceImpacts.has(impact);
  return Object.freeze({
    impact,
    proposal: proposalNeeded(policy, tool, profile) ? "required" : "optional",
    evidence: isHighImpact(impact) ? "signature" : any ? "any" : "none",
    approvals: Object.freeze(rule.approvals.map(({ count, role }) => Object.freeze({ count, role }))),
    approvers: approverEntries(policy, tool),
    denied: rule.deny !== null,
  });
}
