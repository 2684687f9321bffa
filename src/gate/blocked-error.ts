import { type AgentView, agentSentence, agentView } from "../decision/agent-view.js";
import type { BlockCode } from "../decision/catalogue.js";
import type { BlockedDecision } from "./gate-decision.js";

/**
 * An action was blocked. The message is the fixed sentence of its code, and the JSON form is the agent's view, so that an
 * error that reaches a model tells it nothing of the input or the policy. `decision` is for the operator.
 */
export class BlockedError extends Error {
  override readonly name = "BlockedError";
  readonly code: BlockCode;
  readonly request_id: string;
  readonly #decision: BlockedDecision;

  constructor(decision: BlockedDecision) {
    if (decision.verdict !== "block") throw new TypeError("BlockedError is for a block");
    super(agentSentence(decision.code));
    this.code = decision.code;
    this.request_id = decision.request_id;
    this.#decision = decision;
  }

  get decision(): BlockedDecision {
    return this.#decision;
  }

  toJSON(): AgentView {
    return agentView(this.#decision, this.request_id);
  }
}
