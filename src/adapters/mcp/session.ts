import type { Gate } from "../../gate/create-gate.js";
import type { CallContext } from "../../gate/ports.js";
import type { JsonObject } from "../../json/value.js";
import { blockResult, type RpcFault, rpcAnswer, rpcError } from "./answers.js";
import { createCallGate } from "./call-gate.js";
import type { RunCall } from "./forward-call.js";
import { keyOf, type Message, own, type Refused, type RpcAnswer, type RpcId } from "./message.js";
import type { McpReport } from "./report.js";
import { passThrough, requestIdIn, toolsOnly } from "./rest.js";
import { createToolList, ToolCollision } from "./tool-list.js";
import { createUpstream } from "./upstream.js";

interface SessionServer<R> {
  readonly name: string;
  /** Before each of its tools' names, for the client. */
  readonly prefix: string;
  readonly send: (raw: R) => void;
}

export interface SessionPorts<R> {
  readonly gate: Pick<Gate, "enforce" | "needs">;
  readonly runCall: RunCall;
  /** Who asks; may throw. Nothing of the message itself says so, only what its transport knows. */
  readonly contextOf: (raw: R) => CallContext;
  /** At least one; with several the client gets their tools alone. */
  readonly servers: readonly [SessionServer<R>, ...SessionServer<R>[]];
  readonly toClient: (raw: R) => void;
  readonly encode: (message: JsonObject) => R;
  readonly proposals: "carried" | "built";
  /** Null where no result is held to a contract. */
  readonly hasContract: ((tool: string) => boolean) | null;
  /** Unpredictable text of `[A-Za-z0-9_.]`. */
  readonly newRequestId: () => string;
  readonly timeout: (ms: number, done: () => void) => () => void;
  readonly callTimeoutMs: number;
  readonly report: (report: McpReport) => void;
  /** The session cannot go on: two servers offer one name. */
  readonly fail: (fault: ToolCollision) => void;
}

/** A request of the client's that is answered here. */
export interface UnderWay {
  /** The client's. */
  readonly id: RpcId;
  /** Ours, at the server; null until a tool is asked. */
  asked: RpcId | null;
  cancelled: boolean;
  /** Set while a tool is being asked. */
  stop: (() => void) | null;
}

/** Most requests of the client that are answered here and may be under way at once. */
const MAX_CALLS = 128;

export type McpSession<R> = ReturnType<typeof createSession<R>>;

/**
 * One client in front of its servers (spec/mcp.md): tool lists are annotated, tool calls gated, everything else passes as it came.
 * Total: no message, from either side, makes it throw.
 */
export function createSession<R>(ports: SessionPorts<R>) {
  const { toClient, encode, report, newRequestId } = ports;
  const servers = ports.servers.map(({ name, prefix, send }) => ({
    prefix,
    upstream: createUpstream<R>({ name, send, encode, newId: newRequestId, report }),
  }));
  const upstreams = servers.map(({ upstream }) => upstream);
  const [first] = upstreams as [(typeof upstreams)[number]];
  const rest = upstreams.length === 1 ? passThrough(first, ports) : toolsOnly(upstreams, ports);
  const tools = createToolList<R>({ ...ports, servers });
  const callTool = createCallGate<R>(ports, tools);
  const calls = new Map<string, UnderWay>();
  let waiting: (() => void)[] = [];

  const fault = (id: RpcId | null, what: RpcFault) => toClient(encode(rpcError(id, what)));
  const refused = (): RpcAnswer => ({ result: blockResult({ code: "PIC_INVALID_REQUEST", pending: false, request_id: newRequestId() }) });
  const inUse = (id: RpcId) => calls.has(keyOf(id)) || first.isUnderWay(id);
  const isQuiet = () => calls.size === 0 && upstreams.every((upstream) => upstream.underWay() === 0);

  function tell(id: RpcId, what: RpcAnswer | RpcFault): void {
    if (typeof what === "string") fault(id, what);
    else toClient(encode(rpcAnswer(id, what)));
  }

  function wake(): void {
    if (!isQuiet()) return;
    const told = waiting;
    waiting = [];
    for (const done of told) done();
  }

  /** Runs the work of one request: whatever becomes of it there is one answer, or none where it was cancelled. */
  async function answerTo(id: RpcId, work: (call: UnderWay) => Promise<RpcAnswer | RpcFault>): Promise<void> {
    if (calls.size >= MAX_CALLS) {
      fault(id, "too_many");
      return;
    }
    const call: UnderWay = { id, asked: null, cancelled: false, stop: null };
    calls.set(keyOf(id), call);
    let what: RpcAnswer | RpcFault = "unreadable";
    try {
      what = await work(call);
    } catch (error) {
      if (error instanceof ToolCollision) ports.fail(error);
    }
    calls.delete(keyOf(id));
    if (!call.cancelled) tell(id, what);
    wake();
  }

  async function listTools(params: JsonObject | null): Promise<RpcAnswer | RpcFault> {
    // One page holds everything, so there is no cursor of ours to come back with.
    if (params !== null && own(params, "cursor") !== undefined) return "params";
    const shown = await tools.refresh();
    return shown === null ? "unreadable" : { result: { tools: shown } };
  }

  function cancel(params: JsonObject | null): boolean {
    const id = requestIdIn(params);
    const call = id === null ? undefined : calls.get(keyOf(id));
    if (call === undefined) return false;
    call.cancelled = true;
    call.stop?.();
    return true;
  }

  function request(message: Message<R> & { readonly kind: "request" }): void {
    const { id, method, params } = message;
    if (inUse(id)) {
      // Its own answer is still to come under that id.
      fault(null, "id_in_use");
    } else if (method === "tools/call") void answerTo(id, (call) => callTool(message, call));
    else if (method === "tools/list") void answerTo(id, () => listTools(params));
    else {
      const what = rest.request(message);
      if (typeof what === "string") fault(id, what);
      else if (what !== undefined) void answerTo(id, () => what);
    }
  }

  function notification(message: Message<R> & { readonly kind: "notification" }): void {
    const { method } = message;
    if (method === "notifications/cancelled" && cancel(message.params)) return;
    // A call that wants no answer is still a call.
    if (method.startsWith("notifications/")) rest.notification(message);
    else report({ event: "message_dropped", from: "client", server: null, method });
  }

  function refusal({ id, method, fault: why }: Refused): void {
    report({ event: "message_refused", from: "client", server: null, fault: why });
    const under = id === null || inUse(id) ? null : id;
    if (under !== null && method === "tools/call") tell(under, refused());
    else fault(under, why === "not_json" || why === "too_large" ? "not_json" : "not_rpc");
  }

  return {
    fromClient(message: Message<R>): void {
      if (message.kind === "request") request(message);
      else if (message.kind === "notification") notification(message);
      else if (message.kind === "answer") rest.answer(message);
      else refusal(message);
    },

    /** @param at the server's place among `servers` */
    fromServer(message: Message<R>, at = 0): void {
      const upstream = upstreams[at] as (typeof upstreams)[number];
      if (message.kind === "answer") {
        if (upstream.take(message) === "pass") toClient(message.raw);
      } else if (message.kind === "refused") {
        const { id, method } = message;
        report({ event: "message_refused", from: "server", server: upstream.name, fault: message.fault });
        // A request of the server's that cannot be read shares no ids with ours.
        if (method === null && upstream.takeUnreadable(id) === "unreadable") fault(id, "unreadable");
      } else {
        if (message.method === "notifications/tools/list_changed") tools.outdated();
        rest.fromServer(message, upstream);
      }
      wake();
    },

    /**
     * The server is gone: whoever waits for it is told.
     *
     * @param expected it was ended by us, and nobody need be told of that
     */
    serverEnded(at = 0, expected = false): void {
      const upstream = upstreams[at] as (typeof upstreams)[number];
      if (!expected) report({ event: "server_ended", server: upstream.name });
      for (const id of upstream.end()) fault(id, "unreadable");
      wake();
    },

    /** The client is gone: what is under way at the servers is called off. */
    clientEnded(): void {
      for (const call of calls.values()) {
        call.cancelled = true;
        call.stop?.();
      }
    },

    /** The client's id of a call that the server knows by ours; null for any other. */
    clientIdOf(asked: RpcId): RpcId | null {
      for (const call of calls.values()) if (call.asked === asked) return call.id;
      return null;
    },

    /** Settles when nothing is under way. */
    quiet: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        wake();
      }),
  };
}
