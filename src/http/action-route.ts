import { agentSentence } from "../decision/agent-view.js";
import { type BlockCode, CODES } from "../decision/catalogue.js";
import { json, refuse } from "./answers.js";
import type { BridgeState } from "./bridge-state.js";
import { matchesActionRequest } from "./compiled/action-request.js";
import { decideCall, type StatedCall } from "./decide-call.js";
import type { Exchange } from "./exchange.js";
import { readJson, sizeWithin } from "./read-json.js";

/**
 * `POST /v1/actions/verify` (spec/http.md#actions): 200 is an allow and nothing else; it carries the verified arguments, which are what
 * the caller runs.
 */
export async function actionRoute(exchange: Exchange, state: BridgeState): Promise<Response> {
  const { settings } = state;
  const body = await readJson(exchange, settings);
  if (typeof body === "string") return refuse(exchange, 400, body);
  if (!matchesActionRequest(body.value)) return refuse(exchange, 400, "shape");
  const { tool, args, proposal } = body.value as unknown as Omit<StatedCall, "size">;
  const answered = await decideCall(exchange, state, { tool, args, proposal, size: sizeWithin(body, 1) });
  const { verdict, decision } = answered;
  const { request_id } = decision;
  const whole = settings.debug ? { decision } : {};
  if (verdict === "allow") {
    const { idempotency_key, observed, single_use, audience } = decision;
    const head = { verdict: "allow", code: "PIC_OK", request_id, message: agentSentence("PIC_OK") };
    return json(exchange, 200, { ...head, ...answered.action, idempotency_key, observed, single_use, audience, ...whole }, request_id);
  }
  const code: BlockCode = decision.verdict === "block" ? decision.code : "PIC_INTERNAL_ERROR";
  const block = { verdict: "block", code, request_id, message: agentSentence(code), pending: decision.pending };
  return json(exchange, CODES[code].http, { ...block, ...whole }, request_id);
}
