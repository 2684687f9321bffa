import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../../src/cli/serve/start-server.js";
import type { Gate } from "../../src/gate/create-gate.js";
import { createServedBridge } from "../../src/http/bridge.js";
import { context, gateWith, testGate } from "../support/bridge.js";
import { ManualClock } from "../support/manual-clock.js";
import { jsonOf, sendRaw, statusOf } from "../support/raw-http.js";
import { SHARED } from "./shared-folder.js";

/** The cases of forms `http` and `http-raw`, over a real socket. */
const FOLDER = join(SHARED, "cases");
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
const IDS = "134-x-request-id-injection.json";
const LENGTHS = "135-content-length-and-body-limits.json";

let gate: Gate;
let clock: ManualClock;
let server: RunningServer;
let port: number;
let decided: number;

beforeEach(async () => {
  decided = 0;
  clock = new ManualClock();
  gate = await testGate(clock);
  const counting = gateWith(gate, {
    decide: (asked) => {
      decided += 1;
      return gate.decide(asked);
    },
  });
  server = await startServer(createServedBridge({ gate: counting, context, authorize: "none", clock }), {
    listen: { host: "127.0.0.1", port: 0 },
    hosts: new Set(["127.0.0.1"]),
    headersTimeoutMs: 5000,
    drainMs: 1000,
    maxConnections: 10,
  });
  port = Number(new URL(server.address).port);
});
afterEach(async () => {
  server.cut();
  await server.close();
  await gate.close();
});

const OURS = /^req_[0-9a-f]{32}$/;
const send = (head: readonly string[], body = "") =>
  sendRaw(port, Buffer.from([...head, "Host: 127.0.0.1", "Connection: close", "", body].join("\r\n"), "latin1"));

describe.skipIf(!existsSync(join(FOLDER, IDS)))("BUG-134", () => {
  const { input, expected } = existsSync(join(FOLDER, IDS)) ? read(IDS) : { input: { variants: [] }, expected: {} };
  const variants: readonly { readonly [name: string]: unknown }[] = [{}, ...input.variants];

  it.each(variants.map((variant, at) => ({ at, variant })))("variant $at is refused, and its id is not repeated", async ({ variant }) => {
    expect(expected.verdict).toBe("http-400");
    const path = (variant.path ?? input.path) as string;
    const sent = variant["x-request-id"] ?? input.headers["x-request-id"];
    const ids = (Array.isArray(sent) ? sent : [sent]) as string[];
    const method = path === "/verify" ? "POST" : "GET";
    const body = method === "POST" ? JSON.stringify(input.body_json) : "";
    const head = [`${method} ${path} HTTP/1.1`, "Content-Type: application/json", ...ids.map((id) => `X-Request-ID: ${id}`)];
    const { text } = await send([...head, `Content-Length: ${body.length}`], body);
    expect(statusOf(text)).toBe(400);
    const answer = jsonOf(text);
    expect(answer).toMatchObject({ error: { code: "PIC_INVALID_REQUEST" }, request_id: expect.stringMatching(OURS) });
    expect(/x-request-id: (\S*)/i.exec(text)?.[1]).toBe(answer.request_id);
    // One letter would be found by chance.
    for (const id of ids) if (id.length > 1) expect(text).not.toContain(id);
    expect(decided).toBe(0);
  });
});

describe.skipIf(!existsSync(join(FOLDER, LENGTHS)))("BUG-135", () => {
  const POST = ["POST /verify HTTP/1.1", "Content-Type: application/json"];
  const twenty = '{"tool_name":"abcd"}';
  /** What each case tells in words: the request, and the status that must come. */
  const told: Readonly<Record<string, readonly [head: readonly string[], body: string, status: number]>> = {
    "POST without Content-Length and without chunked": [POST, "", 400],
    "Content-Length: -1": [[...POST, "Content-Length: -1"], twenty, 400],
    "Content-Length: 10 with 20 bytes": [[...POST, "Content-Length: 10"], twenty, 400],
    "Content-Length: 2000000 (refuse before reading)": [[...POST, "Content-Length: 2000000"], "", 400],
    "Transfer-Encoding: chunked, endless small chunks": [[...POST, "Transfer-Encoding: chunked"], "1\r\n \r\n".repeat(2000), 400],
    "both Content-Length and Transfer-Encoding": [[...POST, "Content-Length: 20", "Transfer-Encoding: chunked"], twenty, 400],
    "headers sent, body never (slowloris)": [[...POST, "Content-Length: 20"], "", 400],
    "Content-Encoding: gzip bomb": [[...POST, "Content-Encoding: gzip", "Content-Length: 20"], twenty, 400],
    "Content-Type: text/plain": [["POST /verify HTTP/1.1", "Content-Type: text/plain", "Content-Length: 20"], twenty, 400],
    "GET /verify with body": [["GET /verify HTTP/1.1", "Content-Type: application/json", "Content-Length: 20"], twenty, 405],
  };

  it("is told whole here", () => {
    expect(read(LENGTHS).input.cases).toEqual(Object.keys(told));
  });

  it.each(Object.entries(told))("%s", async (name, [head, body, status]) => {
    const answer = send(head, body);
    if (name.startsWith("headers sent")) {
      while (clock.timers === 0) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(5000);
    }
    const { text, closed } = await answer;
    expect([statusOf(text), closed, decided]).toEqual([status, true, 0]);
    if (status === 400) expect(jsonOf(text)).toMatchObject({ allowed: false, error: { code: "PIC_INVALID_REQUEST" } });
  });
});
