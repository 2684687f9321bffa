import { loadPolicy } from "../../compile/load-policy.js";
import { CATALOGUE, type Reason } from "../../decision/catalogue.js";
import type { Decision } from "../../decision/decision.js";
import type { ApprovalsRule, Policy } from "../../policy/policy.js";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import type { Keyring } from "../../trust/keyring.js";
import { verifyAction } from "../../verify-action.js";
import type { ProposalData } from "../../wire/proposal.js";
import type { PolicyWord } from "./render-approval.js";
import { visibleName } from "./visible-text.js";

export interface Judges {
  readonly policy: Policy;
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Stands in where no policy was given: it says nothing of any tool, and evidence is verified all the same. */
export function noPolicy(): Promise<Policy> {
  return loadPolicy({ version: 1, tools: {}, allow_unscoped_keys: true, max_attestation_lifetime: 999_999_999 });
}

/** What a strict gate with this policy and keyring would say of a proposal now, without the live call and without files. */
export function judgeNow(proposal: ProposalData, { attestation, principal }: ApprovalRequest, { policy, keyring, now }: Judges): Decision {
  const { audience } = attestation;
  return verifyAction(proposal, {
    policy,
    keyring,
    now,
    call: "proposal-only",
    ...(typeof audience === "string" && { audience }),
    ...(principal !== null && { context: { principal } }),
  });
}

/** What the policy still demands of a request that `decision` is about, in our own words. */
export function policyWord({ proposal }: ApprovalRequest, { policy, keyring }: Judges, decision: Decision): PolicyWord {
  const rule = policy.tools.get(proposal.action.tool);
  const quorum = (rule?.approvals ?? []).map((one) => quorumText(one, ownersOf(decision, keyring, one.role)));
  return { impact: rule?.impact ?? null, demands: [...blockTexts(decision), ...quorum] };
}

/** No check ran here, so none refused. */
const CHECK = "The gate asks the operator's check when the call is made.";

function meaningOf(reason: Reason): string | undefined {
  return CATALOGUE.find((row) => row.reason === reason)?.means;
}

/** Each reason once, with what it means. */
export function blockTexts({ issues, more_issues }: Decision): readonly string[] {
  const reasons = [...new Set(issues.map(({ reason }) => reason))];
  const texts = reasons.map((reason) => `${reason}: ${reason === "policy.check" ? CHECK : meaningOf(reason)}`);
  return more_issues === 0 ? texts : [...texts, `and ${more_issues} more`];
}

/** Distinct owners whose signatures raised trust, as the rule counts them (spec/trust.md#approvers). */
function ownersOf({ facts }: Decision, { keys }: Keyring, role: string | null): number {
  const owners = new Set<string>();
  for (const id of (facts.provenance ?? []).flatMap(({ raised_by }) => raised_by)) {
    const key = keys.get(id);
    if (key === undefined || key.owner === null || !key.purposeWritten || !key.purpose.includes("approve")) continue;
    if (key.purpose.includes("agent") || key.purpose.includes("break_glass")) continue;
    if (role === null || key.roles.includes(role)) owners.add(key.owner);
  }
  return owners.size;
}

function quorumText({ id, count, role }: ApprovalsRule, signed: number): string {
  const who = role === null ? "" : ` in the role ${visibleName(role)}`;
  return `rule ${visibleName(id)}: ${count} ${count === 1 ? "owner" : "owners"}${who}, ${signed} so far`;
}
