import { resolveProfile } from "../../decision/profile.js";
import type { JsonObject } from "../../json/value.js";
import { approverEntries } from "../../policy/approver-entries.js";
import { proposalNeeded } from "../../policy/pic-need.js";
import type { Policy } from "../../policy/policy.js";
import { proposalFor } from "../../sign/proposal-for.js";
import type { ProposalInput } from "../../verify-action.js";

const STRICT = resolveProfile("strict");

/**
 * The proposal of a call, built here, so that no model writes one (spec/hook.md#proposal). The same call gives the same proposal: that
 * is how an approval finds the call that comes back. Undefined where the policy lets the tool go without. A tool that it does not name is
 * proposed at the lowest impact: whatever is proposed, that ends in `policy.tool_unknown`.
 */
export function proposeCall(policy: Policy, tool: string, args: JsonObject): ProposalInput {
  const rule = policy.tools.get(tool);
  if (!proposalNeeded(policy, tool, STRICT)) return undefined;
  try {
    return proposalFor({
      tool,
      args,
      intent: `Run ${tool} as an agent called it`,
      impact: rule?.impact ?? "read",
      sources: [{ id: "call", source: "claude-code" }],
      claims: [{ text: "An agent called this tool with these arguments", evidence: ["call"] }],
      approvers: approverEntries(policy, tool),
    });
  } catch {
    // Larger than a proposal may be; the gate says so itself, and records it.
    return { action: { tool, args } };
  }
}
