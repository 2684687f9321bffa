import type { GateDecision } from "../gate/gate-decision.js";
import type { RedeemedAction } from "../gate/permit.js";
import { handOver } from "../json/handed-over.js";
import type { HostData } from "../json/value.js";
import type { ProposalInput } from "../verify-action.js";
import type { BridgeState } from "./bridge-state.js";
import type { Exchange } from "./exchange.js";

/** A tool call as a body stated it. */
export interface StatedCall {
  readonly tool: string;
  readonly args: unknown;
  /** A value of the strict parser's. */
  readonly proposal: unknown;
  /** Of the text that the proposal stood in. */
  readonly size: { readonly bytes: number; readonly levels: number };
}

export type Answered =
  | { readonly verdict: "allow"; readonly decision: GateDecision; readonly action: RedeemedAction }
  | { readonly verdict: "block"; readonly decision: GateDecision }
  /** The decision was an allow whose permit ended before it could be told. */
  | { readonly verdict: "ended"; readonly decision: GateDecision };

/**
 * Asks the gate. An allow is told only with its permit burned: what goes out is the right to run the call once, with the arguments
 * that were verified, and nothing else in this process can run it too (HTTP-14).
 */
export async function decideCall(exchange: Exchange, { settings, metrics }: BridgeState, call: StatedCall): Promise<Answered> {
  const { gate, contextOf } = settings;
  const { told } = exchange;
  const { tool, args, proposal, size } = call;
  const context = contextOf(exchange.request);
  const decision = await gate.decide({ tool, args, context, proposal: inputOf(proposal, size) });
  metrics.note(decision);
  // Only a name that the operator wrote becomes a label.
  told.tool = (decision.facts.impact?.operator ?? null) === null ? null : tool;
  told.code = decision.code;
  told.reason = decision.reason;
  told.requestId = decision.request_id;
  if (decision.verdict !== "allow") return { verdict: "block", decision };
  try {
    return { verdict: "allow", decision, action: decision.permit.redeem() };
  } catch {
    told.code = "PIC_INTERNAL_ERROR";
    told.reason = "internal.error";
    return { verdict: "ended", decision };
  }
}

/**
 * What the gate judges: text as it was written; an object of the strict parser's as it is, since nobody else holds it; anything else, which
 * is no proposal, as its text.
 */
function inputOf(proposal: unknown, size: StatedCall["size"]): ProposalInput {
  if (proposal === undefined || typeof proposal === "string") return proposal;
  if (typeof proposal !== "object" || proposal === null) return JSON.stringify(proposal);
  handOver(proposal, size);
  return proposal as HostData;
}
