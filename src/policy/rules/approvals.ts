import type { ApprovalsRule, ToolRule } from "../policy.js";
import type { Question } from "../question.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

/** Enough owners have approved, each counted once however many keys they hold (spec/policy.md#approvals). */
export function judgeApprovals({ approvals }: ToolRule, { approvers }: Question): readonly Finding[] {
  if (approvals.length === 0) return NO_FINDINGS;
  const findings: Finding[] = [];
  for (const rule of approvals) {
    if (ownersFor(rule, approvers) < rule.count) findings.push({ reason: "policy.approvals", path: "/evidence", id: rule.id });
  }
  return findings;
}

function ownersFor({ role }: ApprovalsRule, approvers: Question["approvers"]): number {
  const owners = new Set<string>();
  for (const { owner, roles } of approvers) if (role === null || roles.includes(role)) owners.add(owner);
  return owners.size;
}
