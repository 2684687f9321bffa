import { mkdtempSync, rmSync, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, type ServerOptions, startServer } from "../../src/cli/serve/start-server.js";
import type { Gate } from "../../src/gate/create-gate.js";
import { createServedBridge } from "../../src/http/bridge.js";
import type { BridgeOptions } from "../../src/http/bridge-options.js";
import { createBridgeClient } from "../../src/http/index.js";
import { context, gateWith, testGate } from "../support/bridge.js";
import { ManualClock } from "../support/manual-clock.js";
import { jsonOf, sendRaw, statusOf } from "../support/raw-http.js";
import { readProposal } from "../support/signed-proposal.js";

const BODY = JSON.stringify({ tool_name: "docs.search", tool_args: { query: "invoice", __pic: readProposal() } });
const post = (headers: readonly string[], body = "", path = "/verify") =>
  [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Content-Type: application/json", ...headers, "", body].join("\r\n");

let servers: RunningServer[];
let gate: Gate;
let clock: ManualClock;
let decided: number;

beforeEach(async () => {
  servers = [];
  decided = 0;
  clock = new ManualClock();
  gate = await testGate(clock);
});
afterEach(async () => {
  for (const server of servers) {
    server.cut();
    await server.close();
  }
  await gate.close();
});

interface Over {
  readonly server?: Partial<ServerOptions>;
  readonly bridge?: Partial<BridgeOptions>;
}

async function start({ server = {}, bridge = {} }: Over = {}): Promise<number> {
  const counting = gateWith(gate, {
    decide: (asked) => {
      decided += 1;
      return gate.decide(asked);
    },
  });
  const served = createServedBridge({ gate: counting, context, authorize: "none", clock, ...bridge });
  const running = await startServer(served, {
    listen: { host: "127.0.0.1", port: 0 },
    hosts: new Set(["127.0.0.1", "localhost"]),
    headersTimeoutMs: 5000,
    drainMs: 1000,
    maxConnections: 50,
    ...server,
  });
  servers.push(running);
  return running.address.startsWith("http") ? Number(new URL(running.address).port) : 0;
}

describe("a server", () => {
  it("answers a call, and keeps the connection", async () => {
    const port = await start();
    const { text } = await sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY), /"request_id":"[^"]+"\}$/);
    expect(statusOf(text)).toBe(200);
    expect(text).toMatch(/connection: keep-alive/i);
    expect(jsonOf(text)).toMatchObject({ allowed: true });
    expect(decided).toBe(1);
  });

  it.each([
    ["no length", post([])],
    ["chunks", post(["Transfer-Encoding: chunked"], "5\r\n")],
    ["a negative length", post(["Content-Length: -1"], BODY)],
    ["a length with a sign", post(["Content-Length: +5"], BODY)],
    ["two lengths", post(["Content-Length: 5", "Content-Length: 6"], BODY)],
    ["a length and chunks", post([`Content-Length: ${BODY.length}`, "Transfer-Encoding: chunked"], BODY)],
    ["a length that is too large, before a byte of it", post(["Content-Length: 2000000"])],
    ["fewer bytes than come", post(["Content-Length: 10"], BODY)],
    ["an encoding", post([`Content-Length: ${BODY.length}`, "Content-Encoding: gzip"], BODY)],
    ["two ids", post([`Content-Length: ${BODY.length}`, "X-Request-ID: a", "X-Request-ID: b"], BODY)],
    ["no HTTP", "hello\r\n\r\n"],
    ["a header over 8 KiB", post([`Content-Length: ${BODY.length}`, `X-Long: ${"x".repeat(9000)}`], BODY)],
    ["a folded header", post([`Content-Length: ${BODY.length}`, "X-Folded: a", " b"], BODY)],
    ["a header with a bare line feed", post([`Content-Length: ${BODY.length}`, "X-Bare: a\nX-Other: b"], BODY)],
    ["another host", post([`Content-Length: ${BODY.length}`], BODY).replace("Host: 127.0.0.1", "Host: evil.example")],
    ["another host with a port", post([`Content-Length: ${BODY.length}`], BODY).replace("Host: 127.0.0.1", "Host: evil.example:80")],
  ])("refuses %s with 400, closes, and asks no gate", async (_, bytes) => {
    const { text, closed } = await sendRaw(await start(), bytes);
    expect(closed).toBe(true);
    expect(statusOf(text)).toBe(400);
    expect(jsonOf(text)).toMatchObject({ allowed: false, error: { code: "PIC_INVALID_REQUEST" } });
    expect(decided).toBe(0);
  });

  it("closes where what follows a request is none", async () => {
    const port = await start();
    const { text, closed } = await sendRaw(port, `${post([`Content-Length: ${BODY.length}`], BODY)}GARBAGE\r\n\r\n`);
    expect(closed).toBe(true);
    expect(text.match(/HTTP\/1\.1 400/g)).toHaveLength(1);
    expect(decided).toBeLessThan(2);
  });

  it("answers each of the requests that came at once, in order and in full", async () => {
    const port = await start();
    const named = (id: string, body = BODY) => post([`Content-Length: ${Buffer.byteLength(body)}`, `X-Request-ID: ${id}`], body);
    const all = named("a") + named("b", "[]") + named("c") + named("d", "") + named("e");
    const { text } = await sendRaw(port, all, /HTTP\/1\.1 400[\s\S]*\}$/);
    const told = [...text.matchAll(/\{"allowed":(true|false)[^\n]*?"request_id":"([^"]+)"\}/g)].map(([, allowed, id]) => [id, allowed]);
    // A body that is no JSON ends the connection: what follows it is not read.
    expect(told).toEqual([
      ["a", "true"],
      ["b", "false"],
      ["c", "true"],
      ["d", "false"],
    ]);
    expect(decided).toBe(2);
  });

  it.each([
    ["whose body is no JSON", post(["Content-Length: 1"], "{")],
    ["without a body", post(["Content-Length: 0"])],
    [
      "of another type",
      post([`Content-Length: ${BODY.length}`, "Content-Type: text/plain"], BODY).replace("application/json", "text/plain"),
    ],
    ["with an id that is none", post([`Content-Length: ${BODY.length}`, "X-Request-ID: two words"], BODY)],
  ])("decides nothing that follows a request %s, since that ends the connection", async (_, bad) => {
    const port = await start();
    const { text, closed } = await sendRaw(port, bad + post([`Content-Length: ${BODY.length}`], BODY));
    expect([statusOf(text), closed, decided]).toEqual([400, true, 0]);
  });

  it("reads a body that comes in pieces, and keeps no timer once it is there", async () => {
    const port = await start();
    const socket = connect({ port, host: "127.0.0.1" });
    const answer = new Promise<string>((resolve) => socket.setEncoding("utf8").once("data", (text) => resolve(String(text))));
    socket.write(post([`Content-Length: ${BODY.length}`], BODY.slice(0, 10)));
    while (clock.timers === 0) await new Promise((resolve) => setImmediate(resolve));
    socket.write(BODY.slice(10));
    expect(jsonOf(await answer)).toMatchObject({ allowed: true });
    expect(clock.timers).toBe(0);
    socket.destroy();
  });

  it("asks no timer about a body that came with its headers", async () => {
    const timers: number[] = [];
    const timeout = (ms: number, done: () => void) => {
      timers.push(ms);
      return clock.timeout(ms, done);
    };
    const port = await start({ bridge: { clock: { timeout } } });
    await sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY), /"request_id":"[^"]+"\}$/);
    expect(timers).toEqual([]);
  });

  it("cuts a body that does not come in time", async () => {
    const port = await start();
    const answer = sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY.slice(0, 10)));
    while (clock.timers === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(5000);
    const { text, closed } = await answer;
    expect([statusOf(text), closed, decided]).toEqual([400, true, 0]);
    expect((jsonOf(text).error as { message: string }).message).toBe("The body did not come in time.");
  });

  it("cuts headers that do not come in time", async () => {
    const port = await start({ server: { headersTimeoutMs: 40 } });
    const { text, closed } = await sendRaw(port, "POST /verify HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    expect([statusOf(text), closed]).toEqual([400, true]);
  });

  it("notices a caller who left before the end of a body", async () => {
    const port = await start();
    const { text } = await new Promise<{ text: string }>((resolve) => {
      const asked = httpRequest({
        port,
        host: "127.0.0.1",
        path: "/verify",
        method: "POST",
        headers: { "content-type": "application/json", "content-length": 100 },
      });
      asked.on("error", () => resolve({ text: "" }));
      asked.write("{", () => asked.destroy());
    });
    expect(text).toBe("");
    // The slot is free again: the next call is decided.
    const next = await sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY), /"request_id":"[^"]+"\}$/);
    expect(jsonOf(next.text)).toMatchObject({ allowed: true });
  });

  it("lets what is under way end, and takes nothing more", async () => {
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    let asked = () => {};
    const underWay = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const slow = gateWith(gate, {
      decide: async (one) => {
        asked();
        await waiting;
        return gate.decide(one);
      },
    });
    const port = await start({ bridge: { gate: slow } });
    const answer = sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY));
    await underWay;
    const ended = (servers[0] as RunningServer).close();
    await expect(sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY))).rejects.toMatchObject({ code: "ECONNREFUSED" });
    go();
    expect(jsonOf((await answer).text)).toMatchObject({ allowed: true });
    await ended;
  });

  it("cuts what does not end", async () => {
    let asked = () => {};
    const underWay = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const stuck = gateWith(gate, {
      decide: () => {
        asked();
        return new Promise(() => {});
      },
    });
    const port = await start({ bridge: { gate: stuck }, server: { drainMs: 20 } });
    const answer = sendRaw(port, post([`Content-Length: ${BODY.length}`], BODY));
    await underWay;
    await (servers[0] as RunningServer).close();
    expect((await answer).text).toBe("");
  });

  it("is its owner's alone on a socket", async () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-socket-"));
    try {
      const socket = join(folder, "gate.sock");
      await start({ server: { listen: { socket }, hosts: null } });
      expect(statSync(socket).mode & 0o777).toBe(0o600);
      const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
        httpRequest({ socketPath: socket, path: "/health" }, (answer) => {
          answer.resume();
          answer.on("end", () => resolve({ status: answer.statusCode }));
        })
          .on("error", reject)
          .end();
      });
      expect(status).toBe(200);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("serves our own client", async () => {
    const url = `http://127.0.0.1:${await start()}`;
    const call = { tool: "docs.search", args: { query: "invoice" }, proposal: readProposal() };
    const client = createBridgeClient({ url, timeoutMs: 60_000 });
    expect(await client.decide(call)).toMatchObject({ verdict: "allow", args: { query: "invoice" } });
    expect(await client.decide({ ...call, args: { query: "other" } })).toMatchObject({
      verdict: "block",
      code: "PIC_ARG_BINDING_MISMATCH",
    });
    await (servers[0] as RunningServer).close();
    expect(await client.decide(call)).toMatchObject({ verdict: "block", code: "PIC_BRIDGE_UNREACHABLE" });
  });
});
