import type { CallContext } from "../../gate/ports.js";
import type { ToolNeeds } from "../../gate/tool-needs.js";
import type { JsonObject } from "../../json/value.js";
import { proposalFor } from "../../sign/proposal-for.js";
import type { ProposalData } from "../../wire/proposal.js";

/**
 * The proposal for a call, from the call and what the proxy knows of it: no model writes one (MCP-13). It claims no more than is known,
 * that this principal asked for this call; who approves signs on an entry of its own. Null for arguments that no proposal can hold.
 */
export function buildProposal(tool: string, args: JsonObject, needs: ToolNeeds, { principal }: CallContext): ProposalData | null {
  try {
    return proposalFor({
      tool,
      args,
      intent: `Call the tool ${tool}`,
      impact: needs.impact,
      sources: [{ id: "call", source: `mcp:${principal}` }],
      claims: [{ text: "The client asked for this call", evidence: ["call"] }],
      approvers: needs.approvers,
    });
  } catch {
    // Too large: the gate says so of the arguments themselves.
    return null;
  }
}
