import { INVALID_RESPONSE } from "../contract/result-decision.js";
import type { HostData } from "../json/value.js";
import { verifyResult } from "../verify-result.js";
import { json, refuse } from "./answers.js";
import type { BridgeState } from "./bridge-state.js";
import { matchesResultRequest } from "./compiled/result-request.js";
import type { Exchange } from "./exchange.js";
import { readAnswer, type StatedAnswer } from "./read-answer.js";
import { readJson } from "./read-json.js";

interface ResultBody {
  readonly tool: string;
  readonly version?: string;
  readonly request_id: string;
  readonly args: HostData;
  readonly context?: HostData;
  readonly answer: StatedAnswer;
}

/**
 * `POST /v1/results/verify` (spec/http.md#results): the contract is the operator's, by the tool's name. `result` is all that a model may
 * see, whether the answer passed or not.
 */
export async function resultRoute(exchange: Exchange, state: BridgeState): Promise<Response> {
  const { settings } = state;
  const body = await readJson(exchange, settings);
  if (typeof body === "string") return refuse(exchange, 400, body);
  if (!matchesResultRequest(body.value)) return refuse(exchange, 400, "shape");
  const { tool, version, request_id: id, args, context, answer: stated } = body.value as unknown as ResultBody;
  const now = settings.clock.now();
  const contract = settings.contracts?.contractFor(tool, now, version) ?? null;
  if (contract === null) return refuse(exchange, 400, "contract");
  exchange.told.tool = tool;
  if (stated.kind !== contract.answer) return refuse(exchange, 400, "answer_kind");
  const answer = readAnswer(stated);
  if (answer === null) return refuse(exchange, 400, "answer");
  const { resultChecks: checks, resultKeyring } = settings;
  const keyring = contract.signature === null || resultKeyring === null ? {} : { keyring: resultKeyring() };
  const request = { id, tool, args, ...(context !== undefined && { context }) };
  const decision = verifyResult(answer, { contract, request, now, checks, ...keyring });
  const { outcome, code, agent } = decision;
  exchange.told.code = code;
  exchange.told.reason = decision.reason;
  const whole = settings.debug ? { decision } : {};
  return json(exchange, code === INVALID_RESPONSE ? 422 : 200, { outcome, code, request_id: exchange.ownId(), result: agent, ...whole });
}
