import type { JsonObject, JsonValue } from "../../json/value.js";

export type RpcId = string | number;

/** Why a message goes no further; the first that applies. */
export type MessageFault = "too_large" | "not_json" | "batch" | "not_rpc" | "secret";

/**
 * One JSON-RPC message, told apart. `raw` is what came, for whatever passes untouched. `exact`: every number and text in it reads the
 * same everywhere; what is judged needs that.
 */
export type Message<R> =
  | {
      readonly kind: "request";
      readonly id: RpcId;
      readonly method: string;
      readonly params: JsonObject | null;
      readonly exact: boolean;
      readonly raw: R;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject | null; readonly raw: R }
  | { readonly kind: "answer"; readonly id: RpcId; readonly answer: RpcAnswer; readonly exact: boolean; readonly raw: R }
  | Refused;

/** Id and method are what a lenient reader sees: good enough to say no under, and for nothing else. */
export interface Refused {
  readonly kind: "refused";
  readonly fault: MessageFault;
  readonly id: RpcId | null;
  readonly method: string | null;
}

export type RpcAnswer = { readonly result: JsonObject } | { readonly error: JsonObject };

const REQUEST_MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const ANSWER_MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "result", "error"]);

/**
 * Tells a message's kind. The envelope is closed (MCP-5): a reader that takes `Method` for `method`, or the second of two members for
 * the first, must not see another message than we do.
 */
export function tellMessage<R>(value: JsonValue, exact: boolean, raw: R): Message<R> {
  if (Array.isArray(value)) return refuse("batch", value);
  if (!isObject(value) || own(value, "jsonrpc") !== "2.0") return refuse("not_rpc", value);
  const id = own(value, "id");
  const method = own(value, "method");
  if (method === undefined) {
    if (!isId(id) || !closed(value, ANSWER_MEMBERS)) return refuse("not_rpc", value);
    const answer = answerOf(value);
    return answer === null ? refuse("not_rpc", value) : { kind: "answer", id, answer, exact, raw };
  }
  if (typeof method !== "string" || !closed(value, REQUEST_MEMBERS)) return refuse("not_rpc", value);
  const params = own(value, "params") ?? null;
  // Positional params have no place in MCP.
  if (params !== null && !isObject(params)) return refuse("not_rpc", value);
  if (id === undefined) return { kind: "notification", method, params, raw };
  return isId(id) ? { kind: "request", id, method, params, exact, raw } : refuse("not_rpc", value);
}

function answerOf(value: JsonObject): RpcAnswer | null {
  const result = own(value, "result");
  const error = own(value, "error");
  if (isObject(result) && error === undefined) return { result };
  return isObject(error) && result === undefined ? { error } : null;
}

export function refuse(fault: MessageFault, seen: unknown = null): Refused {
  const id = isObject(seen) ? own(seen, "id") : undefined;
  const method = isObject(seen) ? own(seen, "method") : undefined;
  return { kind: "refused", fault, id: isId(id) ? id : null, method: typeof method === "string" ? method : null };
}

function closed(value: JsonObject, members: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => members.has(name));
}

function isId(value: unknown): value is RpcId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function own(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** `1` and `"1"` are two ids. */
export function keyOf(id: RpcId): string {
  return `${typeof id === "number" ? "n" : "s"}${id}`;
}
