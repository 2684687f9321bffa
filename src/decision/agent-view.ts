import { CODES, type Code } from "./catalogue.js";
import type { Decision } from "./decision.js";

/** All of a decision that a model may see. */
export interface AgentView {
  readonly verdict: "allow" | "block";
  readonly code: Code;
  readonly request_id: string;
  /** One fixed sentence per code; nothing of the input. */
  readonly message: string;
}

const ALLOWED = "The action is allowed.";

/** The sentence for a code. */
export function agentSentence(code: Code): string {
  return code === "PIC_OK" ? ALLOWED : CODES[code].agent;
}

/**
 * The part of a decision that may go back to the model (spec/gate.md#agent-view). Reasons, paths and facts stay with the
 * operator, who finds them under the request id.
 *
 * @example agentView(decision, "req_0123"); // { verdict: "block", code: "PIC_EVIDENCE_FAILED", request_id, message }
 */
export function agentView(decision: Pick<Decision, "verdict" | "code">, requestId: string): AgentView {
  const { verdict, code } = decision;
  return Object.freeze({ verdict, code, request_id: requestId, message: agentSentence(code) });
}
