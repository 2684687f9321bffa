import { agentSentence } from "../decision/agent-view.js";
import type { BlockCode } from "../decision/catalogue.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { splitCarriedProposal } from "../gate/carried-proposal.js";
import type { GateDecision } from "../gate/gate-decision.js";
import { json, refuse } from "./answers.js";
import type { BridgeState } from "./bridge-state.js";
import { matchesVerifyRequest } from "./compiled/verify-request.js";
import { decideCall } from "./decide-call.js";
import type { Exchange } from "./exchange.js";
import { readJson } from "./read-json.js";

/** `"":0,` is the shortest member. */
const MAX_MEMBERS = DEFAULT_LIMITS.maxBytes / 5;

/** `POST /verify`, the reference's route: 200 for allow and block alike (spec/http.md#verify). */
export async function verifyRoute(exchange: Exchange, state: BridgeState): Promise<Response> {
  const { settings } = state;
  const body = await readJson(exchange, settings);
  if (typeof body === "string") return refuse(exchange, 400, body);
  if (!matchesVerifyRequest(body.value)) return refuse(exchange, 200, "shape");
  const { tool_name: tool, tool_args } = body.value as unknown as { readonly tool_name: string; readonly tool_args: object };
  const { proposal, args } = splitCarriedProposal(tool_args, MAX_MEMBERS);
  const { verdict, decision } = await decideCall(exchange, state, { tool, args, proposal });
  const code: BlockCode = decision.verdict === "block" ? decision.code : "PIC_INTERNAL_ERROR";
  const error =
    verdict === "allow" ? null : { code, message: agentSentence(code), ...(settings.debug && { details: detailsOf(decision) }) };
  return json(
    exchange,
    200,
    {
      allowed: verdict === "allow",
      error,
      eval_ms: Math.floor(decision.elapsed_ms),
      request_id: exchange.theirs ?? decision.request_id,
    },
    decision.request_id,
  );
}

function detailsOf({ reason, path, issues, more_issues }: GateDecision): object {
  return { reason, path, issues, more_issues };
}
