import { type BlockCode, CODES } from "../../decision/catalogue.js";
import type { JsonObject } from "../../json/value.js";
import type { RpcAnswer, RpcId } from "./message.js";

/** The member of `_meta` under which a host finds what became of a call. */
const DECISION_META = "countersign/decision";

const PENDING = " It waits for an approval: make the same call again once it is signed.";
const WITHHELD = "INVALID_RESPONSE: The tool's answer was not passed on, and the action may have taken place.";

export interface Blocked {
  readonly code: BlockCode;
  readonly request_id: string;
  readonly pending: boolean;
}

/** A block as a tool's result (MCP-14): a fixed sentence by code and our request id; nothing of the call. */
export function blockResult({ code, request_id, pending }: Blocked): JsonObject {
  const text = `${code}: ${CODES[code].agent}${pending ? PENDING : ""} Request ${request_id}.`;
  return errorResult(text, { verdict: "block", code, request_id, pending });
}

/** The action was let go, and no answer came that may be used (MCP-24). */
export function withheldResult(request_id: string): JsonObject {
  return errorResult(`${WITHHELD} Request ${request_id}.`, { verdict: "allow", code: "INVALID_RESPONSE", request_id });
}

/** No `structuredContent`: a client holds that against the tool's output schema, which describes no refusal. */
function errorResult(text: string, decision: JsonObject): JsonObject {
  return { content: [{ type: "text", text }], isError: true, _meta: { [DECISION_META]: decision } };
}

const RPC_FAULTS = Object.freeze({
  not_json: { code: -32700, message: "The message is not JSON by the strict rules." },
  not_rpc: { code: -32600, message: "The message is no JSON-RPC 2.0 request of MCP." },
  id_in_use: { code: -32600, message: "A request of this id is under way." },
  method_unknown: { code: -32601, message: "The method is not offered here." },
  params: { code: -32602, message: "The parameters do not fit the method." },
  unreadable: { code: -32603, message: "The server gave no answer that can be passed on." },
  too_many: { code: -32000, message: "Too many requests are under way." },
} as const);

export type RpcFault = keyof typeof RPC_FAULTS;

export function rpcError(id: RpcId | null, fault: RpcFault): JsonObject {
  return { jsonrpc: "2.0", id, error: RPC_FAULTS[fault] };
}

export function rpcAnswer(id: RpcId, answer: RpcAnswer): JsonObject {
  return { jsonrpc: "2.0", id, ...answer };
}
