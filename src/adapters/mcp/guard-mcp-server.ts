import { ConfigurationError } from "../../decision/configuration-error.js";
import { ownOptions } from "../../decision/own-options.js";
import type { Gate } from "../../gate/create-gate.js";
import type { CallContext } from "../../gate/ports.js";
import { readContext } from "../../gate/read-request.js";
import type { ResultGate } from "../../gate/result/create-result-gate.js";
import { PLATFORM_CLOCK } from "../../http/platform-clock.js";
import type { JsonObject } from "../../json/value.js";
import { runUnjudged } from "./forward-call.js";
import type { Message } from "./message.js";
import { readLine } from "./read-line.js";
import type { McpReport } from "./report.js";
import { runUnderContract } from "./run-under-contract.js";
import { createSession, type McpSession } from "./session.js";

/** What of an SDK transport is used; the SDK's own types fit it. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}

/** What of an SDK server is used: `McpServer` and `Server` of `@modelcontextprotocol/sdk` fit it. */
export interface McpServerLike {
  connect(transport: never): Promise<void>;
}

export interface GuardMcpOptions {
  /**
   * Who asks, as the host knows it. A function is asked for each call, with what the transport said beside it, such as its
   * `authInfo`; where it throws, the call is blocked.
   */
  readonly context: CallContext | ((extra: unknown) => CallContext);
  /** "built": the guard builds each proposal from the call, and what a call carries is dropped. "carried" by default. */
  readonly proposals?: "carried" | "built";
  /** Holds each tool's results to its contract; a tool without one is hidden. Made over the same gate, whose permits it takes. */
  readonly results?: ResultGate;
  /** How long a tool may take, in milliseconds; 600 000 by default. */
  readonly callTimeoutMs?: number;
  /** Told of what an operator may want to know beside the decisions. What it throws changes nothing. */
  readonly onReport?: (report: McpReport) => void;
}

export interface GuardedMcpServer {
  /** Connects the server to a transport, with the gate between them. */
  connect(transport: McpTransport): Promise<void>;
}

const NAMES: ReadonlySet<string> = new Set<keyof GuardMcpOptions>(["context", "proposals", "results", "callTimeoutMs", "onReport"]);
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_TIMEOUT_MS = 86_400_000;

/** A message with what its transport gave or is to be told beside it. */
interface Carried {
  readonly message: unknown;
  readonly beside: unknown;
}

/**
 * Puts a gate in front of an SDK server in this process (spec/mcp.md): connect what it returns in place of the server. No tool of the
 * server runs unless the gate allowed the call, and it gets the verified arguments.
 *
 * The SDK has parsed a message before it is seen here, and hands the server what this guard makes of it, so that there is one reader.
 *
 * @throws TypeError for what is no server or an unknown option; ConfigurationError for an option that is wrong.
 * @example await guardMcpServer(server, gate, { context: { principal: "agent-7" } }).connect(new StdioServerTransport());
 */
export function guardMcpServer(server: McpServerLike, gate: Gate, options: GuardMcpOptions): GuardedMcpServer {
  if (typeof server?.connect !== "function") throw new TypeError("guardMcpServer needs a server with connect");
  if (typeof gate?.enforce !== "function") throw new TypeError("guardMcpServer needs a gate");
  const own = ownOptions(options, NAMES, "guardMcpServer", "guardMcpServer needs options: { context }");
  const context = readContextOption(own("context"));
  const proposals = own("proposals", "carried");
  const results = own("results", null);
  const callTimeoutMs = own("callTimeoutMs", 600_000);
  const onReport = own("onReport", () => undefined);
  if (proposals !== "carried" && proposals !== "built") throw wrong("proposals", 'must be "carried" or "built"');
  if (results !== null && typeof results?.callTool !== "function")
    throw wrong("results", "must be what createResultGate returned; await it");
  if (!Number.isSafeInteger(callTimeoutMs) || callTimeoutMs < 1 || callTimeoutMs > MAX_TIMEOUT_MS) {
    throw wrong("callTimeoutMs", `must be a whole number from 1 to ${MAX_TIMEOUT_MS}`);
  }
  if (typeof onReport !== "function") throw wrong("onReport", "must be a function");
  const report = (what: McpReport) => {
    try {
      onReport(what);
    } catch {
      // Only told.
    }
  };

  return Object.freeze({
    async connect(transport: McpTransport) {
      const outer = transport as unknown as Open;
      const inner = innerTransport(outer, (toServer) =>
        createSession<Carried>({
          gate,
          runCall: results === null ? runUnjudged(gate) : runUnderContract(results),
          contextOf: ({ beside }) => context(beside),
          servers: [{ name: "server", prefix: "", send: toServer }],
          toClient: ({ message, beside }) => void outer.send(message, beside).catch((error: Error) => outer.onerror?.(error)),
          encode: (message: JsonObject) => ({ message, beside: undefined }),
          proposals,
          hasContract: results === null ? null : (tool) => results.status().circuits.some((one) => one.tool === tool),
          newRequestId: () => `mcp_${crypto.randomUUID().replaceAll("-", "")}`,
          timeout: PLATFORM_CLOCK.timeout,
          callTimeoutMs,
          report,
          fail: () => undefined,
        }),
      );
      await server.connect(inner as never);
    },
  });
}

/** A transport as it is at run time. */
interface Open {
  start(): Promise<void>;
  send(message: unknown, options?: unknown): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined;
  readonly sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}

/** The server's end: it speaks with the session, and the session with the transport. */
function innerTransport(outer: Open, start: (toServer: (raw: Carried) => void) => McpSession<Carried>): Open {
  const session = start(({ message, beside }) => inner.onmessage?.(message, beside));
  const inner: Open = {
    get sessionId() {
      return outer.sessionId;
    },
    async start() {
      outer.onmessage = (message, extra) => {
        const read = readCarried(message, extra);
        if (read !== null) session.fromClient(read);
      };
      outer.onerror = (error) => inner.onerror?.(error);
      outer.onclose = () => {
        session.clientEnded();
        inner.onclose?.();
      };
      await outer.start();
    },
    async send(message, options) {
      const read = readCarried(message, beside(options, session));
      if (read !== null) session.fromServer(read);
    },
    close: () => outer.close(),
    setProtocolVersion: (version) => outer.setProtocolVersion?.(version),
  };
  return inner;
}

/** The server knows a call by our id; the transport knows it by the client's. */
function beside(options: unknown, session: McpSession<Carried>): unknown {
  const related = (options as { readonly relatedRequestId?: string | number } | undefined)?.relatedRequestId;
  const id = related === undefined ? null : session.clientIdOf(related);
  return id === null ? options : { ...(options as object), relatedRequestId: id };
}

const encoder = new TextEncoder();

/** A copy that nobody else holds, judged like a line; what passes untouched is the message itself. */
function readCarried(message: unknown, besideIt: unknown): Message<Carried> | null {
  const read = readLine(encoder.encode(JSON.stringify(message)), MAX_MESSAGE_BYTES);
  return read === null || read.kind === "refused" ? read : { ...read, raw: { message, beside: besideIt } };
}

function readContextOption(context: unknown): (extra: unknown) => CallContext {
  if (typeof context === "function") return (extra) => readContext(context(extra) as CallContext);
  const fixed = readContext(context as CallContext);
  return () => fixed;
}

function wrong(name: string, what: string): ConfigurationError {
  return new ConfigurationError(what, { place: name });
}
