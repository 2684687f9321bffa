// One server for the bench, in a process of its own: `bridge`, or `constant`, the same framework answering a fixed text. Tells its port, and
// what of its processor's time and memory it has used whenever it is asked.
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { startServer } from "../src/cli/serve/start-server.js";
import type * as Compile from "../src/compile/index.js";
import type { ServedBridge } from "../src/http/bridge.js";
import type * as Http from "../src/http/index.js";
import type * as Api from "../src/index.js";
import type * as NodeEntry from "../src/node/index.js";
import { keyringFile, policyFile } from "./fixtures.js";

async function bridgePort(): Promise<number> {
  const from = (name: string) => import(new URL(`../dist/${name}.js`, import.meta.url).href);
  const api: typeof Api = await from("index");
  const { loadPolicy }: typeof Compile = await from("compile");
  const { createGate }: typeof NodeEntry = await from("node");
  const { createBridge }: typeof Http = await from("http");
  const gate = await createGate({
    policy: await loadPolicy(policyFile),
    keyring: api.loadKeyring(keyringFile),
    audience: "none",
    ledger: "none",
    deadlineMs: 60_000,
  });
  // The entry's bridge has what a server of ours asks for; it is only not in its types.
  const bridge = createBridge({ gate, context: { principal: "bench" }, authorize: "none" }) as ServedBridge;
  const server = await startServer(bridge, {
    listen: { host: "127.0.0.1", port: 0 },
    hosts: new Set(["127.0.0.1"]),
    headersTimeoutMs: 60_000,
    drainMs: 1000,
    maxConnections: 100,
  });
  return Number(new URL(server.address).port);
}

/** Reads the body and answers with as many bytes and as many headers as the bridge does. */
function constantPort(): Promise<number> {
  const app = new Hono();
  const body = { allowed: true, error: null, eval_ms: 0, request_id: "req_0123456789abcdef0123456789abcdef" };
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-ID": body.request_id,
    "Countersign-Request-ID": body.request_id,
  };
  app.post("/verify", async ({ req }) => {
    await req.arrayBuffer();
    return new Response(JSON.stringify(body), { headers });
  });
  const server = createServer(getRequestListener(app.fetch));
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)));
}

const port = process.argv[2] === "bridge" ? await bridgePort() : await constantPort();
process.on("message", (asked) => {
  const { user, system } = process.cpuUsage();
  // Only where memory is asked for: a collection is not a request's work.
  if (asked === "heap") (globalThis as { gc?: () => void }).gc?.();
  process.send?.({ cpu: user + system, heap: process.memoryUsage().heapUsed });
});
// Whoever asked for this server has ended.
process.on("disconnect", () => process.exit());
process.send?.({ port });
