import { describe, expect, it } from "vitest";
import { CODES } from "../../../src/decision/catalogue.js";
import { type BridgeClientOptions, type BridgeRequestInit, createBridgeClient, PIC_BRIDGE_UNREACHABLE } from "../../../src/http/index.js";
import { testBridge } from "../../support/bridge.js";
import { ManualClock } from "../../support/manual-clock.js";
import { readProposal } from "../../support/signed-proposal.js";

const CALL = { tool: "docs.search", args: { query: "invoice" }, proposal: readProposal() };
const ID = "req_0123456789abcdef0123456789abcdef";
const UNREACHABLE = {
  verdict: "block",
  code: PIC_BRIDGE_UNREACHABLE,
  request_id: null,
  message: "The bridge could not be asked, so the action is blocked.",
  pending: false,
};
const ALLOW = {
  verdict: "allow",
  code: "PIC_OK",
  request_id: ID,
  message: "The action is allowed.",
  tool: CALL.tool,
  args: CALL.args,
  idempotency_key: "ik_1",
};
const BLOCK = { verdict: "block", code: "PIC_POLICY_VIOLATION", request_id: ID, message: "anything", pending: false };

interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly id?: string;
}

/** A bridge that answers one thing. */
const answering =
  ({ status = 200, body = ALLOW, type = "application/json; charset=utf-8", id }: Reply = {}) =>
  async (_: string, init: BridgeRequestInit) =>
    new Response(typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body), {
      status,
      headers: { "content-type": type, "x-request-id": id ?? (init.headers["X-Request-ID"] as string) },
    });

const client = (over: Partial<BridgeClientOptions> = {}) =>
  createBridgeClient({ url: "http://127.0.0.1:7580", clock: new ManualClock(), ...over });
const decide = (reply: Reply) => client({ fetch: answering(reply) }).decide(CALL);

describe("a client of the bridge", () => {
  it("allows with the arguments that were verified", async () => {
    const { bridge, gate } = await testBridge();
    const seen: [string, BridgeRequestInit][] = [];
    const fetch = async (url: string, init: BridgeRequestInit) => {
      seen.push([url, init]);
      return bridge.fetch(new Request(url, init as RequestInit));
    };
    const decision = await client({ url: "http://127.0.0.1:7580/", token: "t0ken", fetch }).decide(CALL);
    expect(decision).toEqual({
      verdict: "allow",
      code: "PIC_OK",
      request_id: expect.stringMatching(/^req_/),
      tool: "docs.search",
      args: { query: "invoice" },
      idempotency_key: expect.stringMatching(/^req_/),
    });
    expect(seen[0]?.[0]).toBe("http://127.0.0.1:7580/v1/actions/verify");
    expect(seen[0]?.[1]).toMatchObject({ method: "POST", redirect: "error", headers: { Authorization: "Bearer t0ken" } });
    await gate.close();
    expect(await client({ fetch }).decide(CALL)).toMatchObject({ verdict: "block", code: "PIC_INTERNAL_ERROR" });
  });

  it("passes a block on, with our own sentence", async () => {
    expect(await decide({ status: 403, body: BLOCK })).toEqual({ ...BLOCK, message: CODES.PIC_POLICY_VIOLATION.agent });
    expect(await decide({ status: 403, body: { ...BLOCK, pending: true } })).toMatchObject({ pending: true });
    const busy = { ...BLOCK, code: "PIC_LIMIT_EXCEEDED" };
    expect(await decide({ status: 503, body: busy })).toMatchObject({ code: "PIC_LIMIT_EXCEEDED" });
  });

  it.each<[string, Reply]>([
    ["an allow with another status", { status: 201 }],
    ["an allow with 403", { status: 403 }],
    ["a block with 200", { status: 200, body: BLOCK }],
    ["a block with another code's status", { status: 500, body: BLOCK }],
    ["another verdict", { body: { ...ALLOW, verdict: "ALLOW" } }],
    ["a verdict of true", { body: { ...ALLOW, verdict: true } }],
    ["an allow with a block's code", { body: { ...ALLOW, code: "PIC_POLICY_VIOLATION" } }],
    ["a block with an allow's code", { status: 200, body: { ...BLOCK, code: "PIC_OK" } }],
    ["a code that nobody knows", { status: 403, body: { ...BLOCK, code: "PIC_MAYBE" } }],
    ["a code of Object.prototype", { status: 403, body: { ...BLOCK, code: "toString" } }],
    ["an allow of another tool", { body: { ...ALLOW, tool: "docs.list" } }],
    ["an allow of other arguments", { body: { ...ALLOW, args: { query: "invoices" } } }],
    ["an allow of more arguments", { body: { ...ALLOW, args: { ...CALL.args, more: 1 } } }],
    ["an allow without arguments", { body: { ...ALLOW, args: undefined } }],
    ["an allow without a key", { body: { ...ALLOW, idempotency_key: undefined } }],
    ["an allow without an id", { body: { ...ALLOW, request_id: undefined } }],
    ["a reference's allow", { body: { allowed: true, error: null, eval_ms: 0, request_id: ID } }],
    ["an answer to somebody else", { id: "another" }],
    ["a page", { type: "text/html", body: "<html>" }],
    ["JSON under another name", { type: "text/plain" }],
    ["half an answer", { body: JSON.stringify(ALLOW).slice(0, -1) }],
    ["an answer twice", { body: JSON.stringify(ALLOW).repeat(2) }],
    ["a verdict twice", { status: 200, body: JSON.stringify(ALLOW).replace("{", '{"verdict":"block",') }],
    ["a list", { body: [ALLOW] }],
    ["nothing", { body: "" }],
    ["null", { body: "null" }],
    ["too much", { body: `{"a":"${"x".repeat(4 * 1024 * 1024)}"}` }],
  ])("takes %s for no answer", async (_, reply) => {
    expect(await decide(reply)).toEqual(UNREACHABLE);
  });

  it.each<[string, BridgeClientOptions["fetch"]]>([
    ["is refused", () => Promise.reject(new TypeError("fetch failed"))],
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["answers nothing", () => Promise.resolve(undefined)],
    ["answers an object", () => Promise.resolve({ status: 200, ok: true })],
  ])("blocks where the request %s", async (_, fetch) => {
    expect(await client({ fetch: fetch as NonNullable<typeof fetch> }).decide(CALL)).toEqual(UNREACHABLE);
  });

  it("waits no longer than it was told, whether or not fetch heeds its signal", async () => {
    const clock = new ManualClock();
    let aborted = false;
    const fetch = (_: string, { signal }: BridgeRequestInit) =>
      new Promise<never>(() => {
        (signal as AbortSignal).addEventListener("abort", () => {
          aborted = true;
        });
      });
    const decision = client({ fetch, clock, timeoutMs: 300 }).decide(CALL);
    clock.advance(299);
    expect(clock.timers).toBe(1);
    clock.advance(1);
    expect(await decision).toEqual(UNREACHABLE);
    expect(aborted).toBe(true);
  });

  it("waits no longer for a body that does not end", async () => {
    const clock = new ManualClock();
    const fetch = async (_: string, init: BridgeRequestInit) =>
      new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), {
        headers: { "content-type": "application/json", "x-request-id": init.headers["X-Request-ID"] as string },
      });
    const decision = client({ fetch, clock, timeoutMs: 300 }).decide(CALL);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(300);
    expect(await decision).toEqual(UNREACHABLE);
  });

  it("sends nothing that cannot be judged as it is", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
    };
    for (const args of [{ at: new Date(0) }, { run() {} }, { amount: Number.NaN }, { text: "\ud800" }])
      expect(await client({ fetch }).decide({ tool: "docs.search", args: args as never })).toEqual(UNREACHABLE);
    expect(sent).toBe(0);
  });

  it("tells a host's mistake at once", async () => {
    const bridge = client({ fetch: answering() });
    for (const call of [{ args: {} }, { tool: "", args: {} }, { tool: "x" }, { ...CALL, verdict: "allow" }, null])
      await expect(bridge.decide(call as never)).rejects.toThrow(TypeError);
  });

  it.each([
    ["url", { url: "bridge" }],
    ["url", { url: "ftp://127.0.0.1" }],
    ["url", { url: "http://user:secret@127.0.0.1" }],
    ["token", { token: "two words" }],
    ["token", { token: "" }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["fetch", { fetch: true }],
  ])("refuses a %s that is none", (place, over) => {
    expect(() => client(over as never)).toThrow(expect.objectContaining({ name: "ConfigurationError", place }));
  });
});
