import { INVALID_RESPONSE } from "../contract/result-decision.js";
import type { HostData } from "../json/value.js";
import { decodeBase64 } from "../trust/base64.js";
import { verifyResult } from "../verify-result.js";
import { json, refuse } from "./answers.js";
import type { BridgeState } from "./bridge-state.js";
import { matchesResultRequest } from "./compiled/result-request.js";
import type { Exchange } from "./exchange.js";
import { readJson } from "./read-json.js";

interface ResultBody {
  readonly tool: string;
  readonly request_id: string;
  readonly args: HostData;
  readonly context?: HostData;
  readonly answer: { readonly kind: "json"; readonly base64?: string; readonly text?: string };
}

const encoder = new TextEncoder();

/**
 * `POST /v1/results/verify` (spec/http.md#results): the contract is the operator's, by the tool's name. `result` is all that a model may
 * see, whether the answer passed or not.
 */
export async function resultRoute(exchange: Exchange, state: BridgeState): Promise<Response> {
  const { settings } = state;
  const body = await readJson(exchange, settings);
  if (typeof body === "string") return refuse(exchange, 400, body);
  if (!matchesResultRequest(body.value)) return refuse(exchange, 400, "shape");
  const { tool, request_id: id, args, context, answer } = body.value as unknown as ResultBody;
  const contract = settings.contracts.get(tool);
  if (contract === undefined) return refuse(exchange, 400, "contract");
  const bytes = answer.base64 === undefined ? encoder.encode(answer.text) : decodeBase64(answer.base64);
  if (bytes === null) return refuse(exchange, 400, "answer");
  const decision = verifyResult(
    { kind: answer.kind, bytes },
    { contract, request: { id, tool, args, ...(context !== undefined && { context }) }, now: settings.clock.now() },
  );
  const { outcome, code, agent } = decision;
  exchange.told.tool = tool;
  exchange.told.code = code;
  const whole = settings.debug ? { decision } : {};
  return json(exchange, code === INVALID_RESPONSE ? 422 : 200, { outcome, code, request_id: exchange.ownId(), result: agent, ...whole });
}
