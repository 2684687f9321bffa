import type { ToolNeeds } from "../../gate/tool-needs.js";
import type { JsonObject } from "../../json/value.js";
import { isObject, own } from "./message.js";
import { PROPOSAL_META } from "./read-tool-call.js";

/** The member of a tool's `_meta` that says what the operator's policy asks for it. */
const POLICY_META = "countersign/policy";

export interface Annotation {
  readonly proposals: "carried" | "built";
  /** Results are held to contracts. */
  readonly contracts: boolean;
}

/**
 * A tool's definition as the client sees it (MCP-30): its own, with the policy's word in `_meta` for hosts and at the end of the
 * description for models. `execution` goes, since no call runs as a task here; `outputSchema` goes where a contract says what comes.
 */
export function annotateTool(definition: JsonObject, name: string, needs: ToolNeeds, { proposals, contracts }: Annotation): JsonObject {
  const shown: { [member: string]: unknown } = {};
  for (const [member, value] of Object.entries(definition)) {
    if (member !== "execution" && (member !== "outputSchema" || !contracts)) shown[member] = value;
  }
  const description = own(definition, "description");
  const meta = own(definition, "_meta");
  const proposal = needs.proposal === "required" && proposals === "built" ? "built" : needs.proposal;
  shown.name = name;
  shown.description = `${typeof description === "string" && description !== "" ? `${description}\n\n` : ""}${sentence(needs, proposal)}`;
  shown._meta = {
    ...(isObject(meta) ? meta : {}),
    [POLICY_META]: {
      impact: needs.impact,
      proposal,
      evidence: needs.evidence,
      approvals: needs.approvals.map(({ count, role }) => ({ count, role })),
      denied: needs.denied,
      ...(contracts && { results: "contract" }),
    },
  };
  return shown as JsonObject;
}

function sentence({ impact, evidence, approvals, denied }: ToolNeeds, proposal: string): string {
  const parts = [`Impact: ${impact}.`];
  if (denied) parts.push("The operator's policy denies it.");
  if (proposal === "required") parts.push(`Each call carries an Action Proposal, in _meta["${PROPOSAL_META}"] or as the argument __pic.`);
  if (evidence !== "none") parts.push(evidence === "signature" ? "It needs a signed approval." : "It needs evidence.");
  for (const { count, role } of approvals) parts.push(`Approvals: ${count}${role === null ? "" : ` (${role})`}.`);
  return `[countersign] ${parts.join(" ")}`;
}
