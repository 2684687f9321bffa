import { allow } from "../decision/conclude-decision.js";
import { readObject } from "../json/read-input.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import type { Standing } from "./standing.js";

/**
 * Lets a blocked call of an observed tool run, and keeps the block beside the decision (spec/gate.md#observation). A gate that
 * could not decide, or was late, still blocks: observation is for the operator's rules, not for the gate's own faults. So does a
 * call whose arguments cannot be read, for nobody could say what ran.
 */
export function observeBlock(call: LiveCall, { limits }: GateParts, at: Standing): Standing {
  const { decision } = at;
  if (at.observedUntil === null || decision.verdict === "allow") return at;
  const { code, reason, path, issues, more_issues, binding, single_use, audience, profile, facts } = decision;
  if (code === "PIC_INTERNAL_ERROR" || reason === "limit.deadline") return at;
  const args = readObject(call.args, limits);
  if (!args.ok) return at;
  return {
    ...at,
    decision: allow({ binding, single_use, audience, profile, facts }),
    verified: { decision, trusted: null, action: { tool: call.tool, args: args.value }, judged: null },
    approvalRequest: null,
    pending: false,
    wouldBlock: Object.freeze({ code, reason, path, issues, more_issues }),
  };
}
