import type { Readable, Writable } from "node:stream";
import { refuse } from "../../adapters/mcp/message.js";
import { readLine } from "../../adapters/mcp/read-line.js";
import type { McpReport } from "../../adapters/mcp/report.js";
import { createSession, type SessionPorts } from "../../adapters/mcp/session.js";
import type { ToolCollision } from "../../adapters/mcp/tool-list.js";
import { canonicalText } from "../../json/canonical-text.js";
import { randomId } from "../../node/random-id.js";
import { SYSTEM_CLOCK } from "../../node/system-clock.js";
import { createLineSplitter, endLine } from "./line-splitter.js";
import { redactor } from "./redact.js";
import { MIN_SECRET, type ServerSpec } from "./server-spec.js";
import { type ServerProcess, spawnServer } from "./spawn-server.js";
import { writeLog } from "./write-log.js";

export interface ProxyStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

export interface ProxyPorts
  extends Pick<SessionPorts<Uint8Array>, "gate" | "runCall" | "contextOf" | "proposals" | "hasContract" | "callTimeoutMs"> {
  readonly servers: readonly [ServerSpec, ...ServerSpec[]];
  readonly maxMessageBytes: number;
  readonly report: (report: McpReport) => void;
}

export type ProxyEnd =
  | { readonly why: "client" }
  | { readonly why: "signal" }
  | { readonly why: "server"; readonly server: string; readonly cause: Error | null }
  | { readonly why: "flood"; readonly server: string }
  | { readonly why: "collision"; readonly collision: ToolCollision };

/** What was under way when the client went away has this long to end by itself, in milliseconds. */
const DRAIN_MS = 5000;
const encoder = new TextEncoder();

/** Runs the proxy between standard input and output and its servers until one of them is gone. */
export async function runProxy(ports: ProxyPorts, { stdin, stdout, stderr }: ProxyStreams): Promise<ProxyEnd> {
  let ended = false;
  let finish: (end: ProxyEnd) => void = () => undefined;
  const end = new Promise<ProxyEnd>((resolve) => {
    finish = (what) => {
      ended = true;
      resolve(what);
    };
  });
  const processes: ServerProcess[] = [];
  const hold = (held: boolean) => {
    for (const server of processes) server.hold(held);
  };
  const full = new Set<"client" | ServerSpec>();
  /** No more is read from the client while anybody takes nothing: what it asks would pile up there. */
  const pauseFor = (who: "client" | ServerSpec, isFull: boolean) => {
    if (isFull) full.add(who);
    else full.delete(who);
    if (full.size > 0) stdin.pause();
    else if (!ended) stdin.resume();
  };

  const session = createSession<Uint8Array>({
    ...ports,
    servers: ports.servers.map(({ name, prefix }, at) => ({
      name,
      prefix,
      send: (line: Uint8Array) => processes[at]?.send(line),
    })) as unknown as SessionPorts<Uint8Array>["servers"],
    encode: (message) => encoder.encode(canonicalText(message)),
    toClient(line) {
      if (stdout.write(endLine(line))) return;
      hold(true);
      pauseFor("client", true);
    },
    newRequestId: () => randomId("mcp_"),
    timeout: SYSTEM_CLOCK.timeout,
    fail: (collision) => finish({ why: "collision", collision }),
  });

  for (const [at, spec] of ports.servers.entries()) {
    const redact = redactor(spec.secrets, MIN_SECRET);
    processes[at] = spawnServer(spec, ports.maxMessageBytes, {
      onLine(line) {
        const message = readLine(line, ports.maxMessageBytes, spec.secrets);
        if (message !== null && !ended) session.fromServer(message, at);
      },
      onTooLong: () => finish({ why: "flood", server: spec.name }),
      onLog: (text) => writeLog(stderr, `[${spec.name}] ${redact(text)}\n`),
      onFull: (isFull) => pauseFor(spec, isFull),
      onEnd(cause) {
        session.serverEnded(at, ended);
        finish({ why: "server", server: spec.name, cause });
      },
    });
  }

  const fromClient = createLineSplitter(
    ports.maxMessageBytes,
    (line) => {
      const message = readLine(line, ports.maxMessageBytes);
      if (message !== null && !ended) session.fromClient(message);
    },
    () => session.fromClient(refuse("too_large")),
  );
  stdin.on("data", (chunk: Buffer) => fromClient.push(chunk));
  stdin.on("end", async () => {
    await atMost(session.quiet(), DRAIN_MS);
    finish({ why: "client" });
  });
  stdin.on("error", () => finish({ why: "client" }));
  stdout.on("error", () => finish({ why: "client" }));
  // Nobody reads what is told of servers: that changes no decision.
  stderr.on("error", () => undefined);
  stdout.on("drain", () => {
    hold(false);
    pauseFor("client", false);
  });
  const onSignal = () => finish({ why: "signal" });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, onSignal);

  const what = await end;
  if (what.why === "client" || what.why === "signal") session.clientEnded();
  await Promise.all(processes.map((server) => server.end(what.why === "signal")));
  // Whoever waited for a server that is gone is told so before this process ends.
  await atMost(session.quiet(), DRAIN_MS);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(name, onSignal);
  stdin.pause();
  stdin.removeAllListeners("data");
  return what;
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let cancel = () => {};
  const late = new Promise<void>((resolve) => {
    cancel = SYSTEM_CLOCK.timeout(ms, resolve);
  });
  await Promise.race([work, late]);
  cancel();
}
