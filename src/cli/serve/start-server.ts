import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { ServedBridge } from "../../http/bridge.js";
import { randomId } from "../../node/random-id.js";
import { incomingBody } from "./incoming-body.js";
import { endTurns, takeTurn } from "./take-turn.js";

export type Listen = { readonly host: string; readonly port: number } | { readonly socket: string };

export interface ServerOptions {
  readonly listen: Listen;
  /** Names that the Host header may have; null where a token tells who asks. */
  readonly hosts: ReadonlySet<string> | null;
  /** Milliseconds that a request's headers may take to come. */
  readonly headersTimeoutMs: number;
  /** Milliseconds that requests under way have to end when the server is closed. */
  readonly drainMs: number;
  /** Connections at a time. */
  readonly maxConnections: number;
}

export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:7580` or the socket's path. */
  readonly address: string;
  /** Takes no more connections, lets what is under way end, then cuts what is left. */
  close(): Promise<void>;
  /** Cuts everything. */
  cut(): void;
}

const MAX_HEADER_BYTES = 8 * 1024;
const KEEP_ALIVE_MS = 5000;
const OWN_MESSAGES = Object.freeze({
  malformed: "The request is not well-formed HTTP, or did not come in time.",
  host: "The Host header is not one of this bridge's.",
});

/** Listens and hands every request to the bridge (spec/http.md#server). Rejects with the system's error where it cannot listen. */
export async function startServer(bridge: ServedBridge, options: ServerOptions): Promise<RunningServer> {
  const { listen, headersTimeoutMs, drainMs, maxConnections } = options;
  const ending = { now: false };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      // The body has its own, shorter time in the bridge.
      requestTimeout: headersTimeoutMs * 4,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    requestListener(bridge, options, ending),
  );
  server.maxConnections = maxConnections;
  // The size of all headers is bounded; a bound on their number would silently drop the rest.
  server.maxHeadersCount = 0;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else socket.end(rawRefusal(OWN_MESSAGES.malformed));
  });
  await listening(server, listen);
  return {
    address: "socket" in listen ? listen.socket : addressText(server.address() as AddressInfo),
    close: () => {
      ending.now = true;
      return closed(server, drainMs);
    },
    cut: () => server.closeAllConnections(),
  };
}

function requestListener(
  bridge: ServedBridge,
  { hosts }: ServerOptions,
  ending: { readonly now: boolean },
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const toBridge = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      const body = incomingBody(incoming);
      const response = await bridge.answer(request, body);
      // What is left of a body must not be taken for the next request, and nobody waits for it.
      if (ending.now || !body.ended() || response.status === 400) {
        outgoing.shouldKeepAlive = false;
        endTurns(incoming.socket);
      }
      return response;
    },
    // This process is ours alone, and the light Response is what makes an answer cheap.
    { overrideGlobalObjects: true, errorHandler: () => refusal(OWN_MESSAGES.malformed) },
  );
  // Callers mostly name it as the one before did.
  let lastGood: string | undefined;
  return (incoming, outgoing) => {
    const { host } = incoming.headers;
    if (hosts !== null && (host === undefined || host !== lastGood)) {
      if (!hosts.has(hostName(host))) {
        incoming.socket.end(rawRefusal(OWN_MESSAGES.host));
        return;
      }
      lastGood = host;
    }
    takeTurn(incoming.socket, () => toBridge(incoming, outgoing));
  };
}

/** The name in a Host header, without the port. A page of another name that was made to point here has that name in it. */
function hostName(host: string | undefined): string {
  return (host ?? "").replace(/:\d*$/, "").toLowerCase();
}

/** The server's own refusals, before there is a request to hand on. */
function refusalBody(message: string): { readonly id: string; readonly body: string } {
  const id = randomId("req_");
  return { id, body: JSON.stringify({ allowed: false, error: { code: "PIC_INVALID_REQUEST", message }, eval_ms: 0, request_id: id }) };
}

function refusal(message: string): Response {
  const { id, body } = refusalBody(message);
  return new Response(body, { status: 400, headers: { "Content-Type": "application/json; charset=utf-8", "X-Request-ID": id } });
}

function rawRefusal(message: string): string {
  const { id, body } = refusalBody(message);
  return [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${id}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

function listening(server: Server, listen: Listen): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", resolve);
    if ("port" in listen) {
      server.listen(listen);
      return;
    }
    // Who may write to a socket may ask: it is its owner's alone from the moment it is there.
    const before = process.umask(0o177);
    try {
      server.listen(listen.socket);
    } finally {
      process.umask(before);
    }
  });
}

function addressText({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

async function closed(server: Server, drainMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  } finally {
    clearTimeout(cut);
  }
}
