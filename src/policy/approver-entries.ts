import { isHighImpact } from "../decision/impact.js";
import type { Policy } from "./policy.js";

/** Each an `ApproverEntry` of `proposalFor`. */
export type ApproverEntries = readonly { readonly id: string; readonly role?: string }[];

/**
 * The provenance entries that a tool's approvers need, each its own, as `proposalFor` lays them down (`approvers`). As many as the
 * policy's `approvals` ask for: each role as often as its highest count, and where a rule without a role asks for more people than
 * that, the rest. One where the policy asks for evidence and names no approvals; none for anything else.
 *
 * @example proposalFor({ ...call, intent, impact, sources, claims, approvers: approverEntries(policy, call.tool) });
 */
export function approverEntries(policy: Policy, tool: string): ApproverEntries {
  const rule = policy.tools.get(tool);
  if (rule === undefined) return [];
  const byRole = new Map<string, number>();
  let anybody = 0;
  for (const { role, count } of rule.approvals) {
    if (role === null) anybody = Math.max(anybody, count);
    else byRole.set(role, Math.max(byRole.get(role) ?? 0, count));
  }
  const entries: { id: string; role?: string }[] = [];
  const nextId = () => `approval-${entries.length + 1}`;
  for (const [role, count] of byRole) for (let held = 0; held < count; held += 1) entries.push({ id: nextId(), role });
  const evidenceAsked = rule.evidenceRequired || policy.evidenceImpacts.has(rule.impact) || isHighImpact(rule.impact);
  const least = rule.approvals.length === 0 && evidenceAsked ? 1 : anybody;
  while (entries.length < least) entries.push({ id: nextId() });
  return entries;
}
