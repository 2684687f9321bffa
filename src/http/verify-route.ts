import { agentSentence } from "../decision/agent-view.js";
import type { BlockCode } from "../decision/catalogue.js";
import type { GateDecision } from "../gate/gate-decision.js";
import { quote } from "../json/quote.js";
import { jsonText, refuse } from "./answers.js";
import type { BridgeState } from "./bridge-state.js";
import { matchesVerifyRequest } from "./compiled/verify-request.js";
import { decideCall } from "./decide-call.js";
import type { Exchange } from "./exchange.js";
import { readJson, sizeWithin } from "./read-json.js";

interface VerifyBody {
  readonly tool_name: string;
  readonly tool_args: { readonly __pic?: unknown; readonly __pic_request_id?: unknown };
}

/** `POST /verify`, the reference's route: 200 for allow and block alike (spec/http.md#verify). */
export async function verifyRoute(exchange: Exchange, state: BridgeState): Promise<Response> {
  const { settings } = state;
  const body = await readJson(exchange, settings);
  if (typeof body === "string") return refuse(exchange, 400, body);
  if (!matchesVerifyRequest(body.value)) return refuse(exchange, 200, "shape");
  const { tool_name: tool, tool_args } = body.value as unknown as VerifyBody;
  // Plain data of the parser's, whose own members these are: a guarded call's live arguments need more care (spec/gate.md#carried-proposals).
  const { __pic: carried, __pic_request_id: _, ...args } = tool_args;
  const proposal = Object.hasOwn(tool_args, "__pic") ? carried : undefined;
  const { verdict, decision } = await decideCall(exchange, state, { tool, args, proposal, size: sizeWithin(body, 2) });
  const code: BlockCode = decision.verdict === "block" ? decision.code : "PIC_INTERNAL_ERROR";
  const error =
    verdict === "allow" ? null : { code, message: agentSentence(code), ...(settings.debug && { details: detailsOf(decision) }) };
  // Every answer has these four members: written out, it takes a quarter of the time.
  const id = quote(exchange.theirs ?? decision.request_id);
  // A host's clock may give what is no finite number.
  const ms = JSON.stringify(Math.floor(decision.elapsed_ms));
  const text = `{"allowed":${verdict === "allow"},"error":${error === null ? "null" : JSON.stringify(error)},"eval_ms":${ms},"request_id":${id}}`;
  return jsonText(exchange, 200, text, decision.request_id);
}

function detailsOf({ reason, path, issues, more_issues }: GateDecision): object {
  return { reason, path, issues, more_issues };
}
