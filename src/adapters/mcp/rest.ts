import { VERSION } from "../../decision/version.js";
import type { JsonObject } from "../../json/value.js";
import { type RpcFault, rpcAnswer, rpcError } from "./answers.js";
import { type Message, own, type RpcAnswer, type RpcId } from "./message.js";
import type { McpReport } from "./report.js";
import type { Upstream } from "./upstream.js";

type Request<R> = Message<R> & { readonly kind: "request" };
type Notification<R> = Message<R> & { readonly kind: "notification" };
type Answer<R> = Message<R> & { readonly kind: "answer" };

/** What becomes of every message that is no tool call and no tool list. */
export interface Rest<R> {
  /** Undefined where it was passed on and its answer comes by itself. */
  request(message: Request<R>): RpcFault | undefined | Promise<RpcAnswer | RpcFault>;
  notification(message: Notification<R>): void;
  answer(message: Answer<R>): void;
  fromServer(message: Request<R> | Notification<R>, upstream: Upstream<R>): void;
}

export interface RestPorts<R> {
  readonly toClient: (raw: R) => void;
  readonly encode: (message: JsonObject) => R;
  readonly report: (report: McpReport) => void;
}

/** One server: everything passes as it came, both ways, and each request has one answer (MCP-4). */
export function passThrough<R>(upstream: Upstream<R>, { toClient, report }: RestPorts<R>): Rest<R> {
  return {
    request: ({ id, raw }) => (upstream.pass(id, raw) ? undefined : "too_many"),
    notification({ method, params, raw }) {
      if (method === "notifications/cancelled") upstream.forget(requestIdIn(params));
      upstream.send(raw);
    },
    answer({ id, raw }) {
      if (upstream.wasAsked(id)) upstream.send(raw);
      else report({ event: "message_dropped", from: "client", server: null, method: "answer" });
    },
    fromServer(message) {
      if (message.kind === "request" && !upstream.asks(message.id)) {
        report({ event: "message_dropped", from: "server", server: upstream.name, method: message.method });
        return;
      }
      if (message.kind === "notification" && message.method === "notifications/cancelled") {
        const id = requestIdIn(message.params);
        if (id !== null) upstream.wasAsked(id);
      }
      toClient(message.raw);
    },
  };
}

/** Of the servers' notifications, those that mean the same whoever sends them. */
const PASSED: ReadonlySet<string> = new Set(["notifications/progress", "notifications/tools/list_changed"]);

/** Several servers: their tools and nothing else (MCP-35). They are told that the client can do nothing, so they ask it nothing. */
export function toolsOnly<R>(upstreams: readonly Upstream<R>[], { toClient, encode, report }: RestPorts<R>): Rest<R> {
  async function initialize(params: JsonObject | null): Promise<RpcAnswer | RpcFault> {
    const asked = upstreams.map((upstream) => upstream.request("initialize", { ...params, capabilities: {} }).given);
    const versions = new Set<unknown>();
    for (const given of await Promise.all(asked)) {
      if (typeof given === "string" || !("result" in given.answer)) return "unreadable";
      versions.add(own(given.answer.result, "protocolVersion"));
    }
    const [protocolVersion] = versions;
    // A client speaks one version with all of them.
    if (versions.size !== 1 || typeof protocolVersion !== "string") return "unreadable";
    const serverInfo = { name: "countersign", version: VERSION };
    return { result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo } };
  }

  return {
    request({ method, params }) {
      if (method === "initialize") return initialize(params);
      return method === "ping" ? Promise.resolve({ result: {} }) : "method_unknown";
    },
    notification({ method, raw }) {
      if (method === "notifications/initialized") for (const upstream of upstreams) upstream.send(raw);
    },
    answer: () => report({ event: "message_dropped", from: "client", server: null, method: "answer" }),
    fromServer(message, upstream) {
      if (message.kind === "request") {
        const { id, method } = message;
        upstream.send(encode(method === "ping" ? rpcAnswer(id, { result: {} }) : rpcError(id, "method_unknown")));
      } else if (PASSED.has(message.method)) toClient(message.raw);
    },
  };
}

export function requestIdIn(params: JsonObject | null): RpcId | null {
  const id = params === null ? undefined : own(params, "requestId");
  return typeof id === "string" || typeof id === "number" ? id : null;
}
