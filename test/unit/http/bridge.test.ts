import { describe, expect, it } from "vitest";
import { CODES } from "../../../src/decision/catalogue.js";
import type { Gate } from "../../../src/gate/create-gate.js";
import type { BridgeEvent } from "../../../src/http/bridge-options.js";
import { createBridge } from "../../../src/http/index.js";
import { context, gateWith, request, send, testBridge } from "../../support/bridge.js";
import { PAYMENT, readProposal, signedProposal } from "../../support/signed-proposal.js";

const SEARCH = { tool_name: "docs.search", tool_args: { query: "invoice", __pic: readProposal() } };
const PAY = { tool_name: "payments.transfer", tool_args: { ...PAYMENT, __pic: signedProposal(), __pic_request_id: "r-1" } };
const OURS = /^req_[0-9a-f]{32}$/;

describe("POST /verify", () => {
  it("answers an allow as the reference does", async () => {
    const { bridge } = await testBridge();
    const { status, json, headers } = await send(bridge, "/verify", { body: SEARCH, headers: { "x-request-id": "caller:1" } });
    expect(status).toBe(200);
    expect(json).toEqual({ allowed: true, error: null, eval_ms: 0, request_id: "caller:1" });
    expect(headers.get("x-request-id")).toBe("caller:1");
    expect(headers.get("countersign-request-id")).toMatch(OURS);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("takes the proposal out of the arguments, and binds the rest", async () => {
    const { bridge } = await testBridge();
    expect((await send(bridge, "/verify", { body: PAY })).json).toMatchObject({ allowed: true, error: null });
    const bent = { ...PAY, tool_args: { ...PAY.tool_args, amount_minor: 4_820_000 } };
    const { status, json } = await send(bridge, "/verify", { body: bent });
    expect(status).toBe(200);
    expect(json).toEqual({
      allowed: false,
      error: { code: "PIC_ARG_BINDING_MISMATCH", message: CODES.PIC_ARG_BINDING_MISMATCH.agent },
      eval_ms: 0,
      request_id: expect.stringMatching(OURS),
    });
  });

  it("allows one approval once", async () => {
    const { bridge } = await testBridge();
    expect((await send(bridge, "/verify", { body: PAY })).json.allowed).toBe(true);
    expect((await send(bridge, "/verify", { body: PAY })).json.error.code).toBe("PIC_POLICY_VIOLATION");
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("is JSON where a host's clock says %d", async (elapsed_ms) => {
    const { bridge, gate } = await testBridge();
    const odd = gateWith(gate, { decide: async (asked) => ({ ...(await gate.decide(asked)), verdict: "block", elapsed_ms }) as never });
    expect((await send(bridge, "/verify", { body: SEARCH })).json.eval_ms).toBe(0);
    const { json } = await send((await testBridge({ gate: odd })).bridge, "/verify", { body: SEARCH });
    expect(json).toMatchObject({ allowed: false, eval_ms: null });
  });

  it("says why only in debug", async () => {
    const body = { tool_name: "db.drop", tool_args: { __pic: readProposal("db.drop", {}) } };
    const quiet = await send((await testBridge()).bridge, "/verify", { body });
    expect(quiet.json.error).toEqual({ code: "PIC_POLICY_VIOLATION", message: CODES.PIC_POLICY_VIOLATION.agent });
    const loud = await send((await testBridge({ debug: true })).bridge, "/verify", { body });
    expect(loud.json.error.details).toMatchObject({ reason: "policy.tool_unknown" });
  });

  it.each([
    ["no tool", { tool_args: {} }],
    ["an empty tool", { tool_name: "", tool_args: {} }],
    ["a tool that is no text", { tool_name: 1, tool_args: {} }],
    ["no arguments", { tool_name: "docs.search" }],
    ["arguments in a list", { tool_name: "docs.search", tool_args: [] }],
    ["a member that nobody declared", { ...SEARCH, principal: "root" }],
    ["no object", [SEARCH]],
  ])("refuses %s with 200, as the reference does", async (_, body) => {
    const { status, json } = await send((await testBridge()).bridge, "/verify", { body });
    expect([status, json.allowed, json.error.code]).toEqual([200, false, "PIC_INVALID_REQUEST"]);
  });
});

describe("POST /v1/actions/verify", () => {
  const action = { tool: "docs.search", args: { query: "invoice" }, proposal: readProposal() };

  it("allows with 200 and the verified arguments", async () => {
    const { bridge } = await testBridge();
    const { status, json } = await send(bridge, "/v1/actions/verify", { body: action, headers: { "x-request-id": "caller-1" } });
    expect(status).toBe(200);
    expect(json.idempotency_key).toBe(json.request_id);
    expect(json).toEqual({
      verdict: "allow",
      code: "PIC_OK",
      request_id: expect.stringMatching(OURS),
      message: "The action is allowed.",
      tool: "docs.search",
      args: { query: "invoice" },
      idempotency_key: expect.stringMatching(OURS),
      observed: false,
      single_use: "unchecked",
      audience: "checked",
    });
  });

  it("takes a proposal as text, which is judged as it was written", async () => {
    const { bridge } = await testBridge();
    const text = JSON.stringify(readProposal());
    expect((await send(bridge, "/v1/actions/verify", { body: { ...action, proposal: text } })).status).toBe(200);
    const twice = text.replace('"impact":"read"', '"impact":"read","impact":"read"');
    const { status, json } = await send(bridge, "/v1/actions/verify", { body: { ...action, proposal: twice } });
    expect([status, json.code, json.pending]).toEqual([400, "PIC_INVALID_REQUEST", false]);
  });

  it.each([
    ["PIC_POLICY_VIOLATION", 403, { ...action, tool: "db.drop", proposal: readProposal("db.drop", { query: "invoice" }) }],
    ["PIC_TOOL_BINDING_MISMATCH", 409, { ...action, tool: "docs.list" }],
    ["PIC_SCHEMA_INVALID", 422, { ...action, proposal: { ...readProposal(), more: 1 } }],
    ["PIC_INVALID_REQUEST", 400, { tool: "docs.search", args: {} }],
    ["PIC_EVIDENCE_REQUIRED", 403, { tool: "payments.transfer", args: PAYMENT, proposal: { ...signedProposal(), evidence: [] } }],
    ["PIC_LIMIT_EXCEEDED", 413, { ...action, proposal: { ...readProposal(), intent: "x".repeat(64_000) } }],
  ])("blocks with %s and %i, never with 200", async (code, status, body) => {
    const answer = await send((await testBridge()).bridge, "/v1/actions/verify", { body });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      verdict: "block",
      code,
      request_id: expect.stringMatching(OURS),
      message: CODES[code as "PIC_INVALID_REQUEST"].agent,
      // Somebody may sign for it yet.
      pending: code === "PIC_EVIDENCE_REQUIRED",
    });
  });

  it.each([
    ["no arguments", { tool: "docs.search" }],
    ["a context of the caller's", { ...action, context: { principal: "root" } }],
    ["a proposal that is a number", { ...action, proposal: 1 }],
    ["null in place of a proposal", { ...action, proposal: null }],
  ])("refuses %s with 400", async (_, body) => {
    const { status, json } = await send((await testBridge()).bridge, "/v1/actions/verify", { body });
    expect([status, json.verdict, json.code]).toEqual([400, "block", "PIC_INVALID_REQUEST"]);
  });

  it("tells the gate who asks by the operator's word", async () => {
    const seen: unknown[] = [];
    const { gate } = await testBridge();
    const spy = gateWith(gate, {
      decide: (asked) => {
        seen.push(asked.context);
        return gate.decide(asked);
      },
    });
    const contextOf = (asked: { headers: { get(name: string): string | null } }) => ({
      principal: asked.headers.get("x-host") ?? "nobody",
    });
    const { bridge } = await testBridge({ gate: spy, context: contextOf });
    await send(bridge, "/v1/actions/verify", { body: action, headers: { "x-host": "agent-9" } });
    expect(seen).toEqual([{ principal: "agent-9" }]);
  });
});

describe("bodies", () => {
  const text = JSON.stringify(SEARCH);

  it.each([
    ["nothing", undefined, {}],
    ["no JSON", "{", {}],
    ["a duplicate name", text.replace('"tool_name"', '"tool_name":"docs.list","tool_name"'), {}],
    ["a duplicate name in the proposal", text.replace('"intent"', '"intent":"x","intent"'), {}],
    ["a number that others read otherwise", text.replace('"invoice"', "9007199254740993"), {}],
    ["a byte order mark", `\uFEFF${text}`, {}],
    ["bad UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), {}],
    ["a lone surrogate", text.replace("Look", "\\ud800"), {}],
    ["bytes behind the value", `${text} {}`, {}],
    ["35 levels", `{"tool_name":"x","tool_args":{"a":${"[".repeat(33)}${"]".repeat(33)}}}`, {}],
    ["another type", text, { "content-type": "text/plain" }],
    ["a type that only begins so", text, { "content-type": "application/json-seq" }],
    ["another charset", text, { "content-type": "application/json; charset=utf-16" }],
    ["an encoding", text, { "content-encoding": "gzip" }],
    ["a length that is none", text, { "content-length": "-1" }],
    ["a length with a sign", text, { "content-length": "+10" }],
    ["another length", text, { "content-length": String(text.length - 1) }],
    ["a length over the limit", text, { "content-length": "2000000" }],
  ])("of %s are refused with 400 before there is a decision", async (_, body, headers) => {
    let asked = 0;
    const { gate } = await testBridge();
    const { bridge } = await testBridge({
      gate: gateWith(gate, {
        decide: (one) => {
          asked += 1;
          return gate.decide(one);
        },
      }),
    });
    for (const path of ["/verify", "/v1/actions/verify", "/v1/results/verify"]) {
      const { status, json } = await send(bridge, path, { body, headers: headers as Record<string, string> });
      expect([status, json.code ?? json.error.code, json.verdict ?? json.allowed]).toEqual([
        400,
        "PIC_INVALID_REQUEST",
        path === "/verify" ? false : "block",
      ]);
    }
    expect(asked).toBe(0);
  });

  it("are read up to the limit, and not one chunk more than needed", async () => {
    const { bridge } = await testBridge({ maxBodyBytes: 2048 });
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
    });
    const asked = new Request("http://127.0.0.1/verify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect((await bridge.fetch(asked)).status).toBe(400);
    expect(pulled).toBeLessThan(8);
  });

  it("at the limit pass, one over does not", async () => {
    const { bridge } = await testBridge({ maxBodyBytes: 2048 });
    const padded = (size: number) => text + " ".repeat(size - text.length);
    expect((await send(bridge, "/verify", { body: padded(2048) })).json.allowed).toBe(true);
    expect((await send(bridge, "/verify", { body: padded(2049) })).status).toBe(400);
  });

  it("with a charset pass", async () => {
    const { bridge } = await testBridge();
    for (const type of ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']) {
      expect((await send(bridge, "/verify", { body: text, headers: { "content-type": type } })).json.allowed).toBe(true);
    }
  });

  it("that do not come in time are cut", async () => {
    const { bridge, clock } = await testBridge();
    const stalled = new ReadableStream({ pull: () => new Promise(() => {}) });
    const asked = new Request("http://127.0.0.1/verify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: stalled,
      duplex: "half",
    } as RequestInit);
    const answer = bridge.fetch(asked);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(4999);
    expect(clock.timers).toBe(1);
    clock.advance(1);
    const response = await answer;
    expect([response.status, JSON.parse(await response.text()).error.message]).toEqual([400, "The body did not come in time."]);
  });

  it("that break off are refused", async () => {
    const { bridge } = await testBridge();
    const taken = request("/verify", { body: SEARCH });
    taken.body?.getReader();
    expect((await bridge.fetch(taken as never)).status).toBe(400);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: broken, duplex: "half" } as RequestInit;
    expect((await bridge.fetch(new Request("http://127.0.0.1/verify", init))).status).toBe(400);
  });
});

describe("X-Request-ID", () => {
  it.each(["/verify", "/health", "/v1/version", "/nope", "/v1/ready", "/metrics", "/v1/actions/verify"])(
    "is judged before anything else on %s, and a bad one is never echoed",
    async (path) => {
      const { bridge } = await testBridge();
      for (const bad of ["ok\tFAKE level=error", "a".repeat(129), "", "a, b", "\u00e9", "a b"]) {
        const method = path.endsWith("verify") ? "POST" : "GET";
        const { status, text, headers, json } = await send(bridge, path, { method, headers: { "x-request-id": bad } });
        expect(status).toBe(400);
        expect(json.code ?? json.error.code).toBe("PIC_INVALID_REQUEST");
        expect(headers.get("x-request-id")).toMatch(OURS);
        if (bad.length > 1) expect(text).not.toContain(bad);
      }
    },
  );

  it("of 128 passes and is repeated", async () => {
    const { bridge } = await testBridge();
    const id = "a".repeat(128);
    const { json, headers } = await send(bridge, "/health", { method: "GET", headers: { "x-request-id": id } });
    expect(json).toEqual({ status: "ok", request_id: id });
    expect(headers.get("x-request-id")).toBe(id);
  });

  it("stands beside ours in the log, and ours is the audit's", async () => {
    const events: BridgeEvent[] = [];
    const ids: string[] = [];
    const { gate } = await testBridge();
    const spy = gateWith(gate, {
      decide: async (asked) => {
        const decision = await gate.decide(asked);
        ids.push(decision.request_id);
        return decision;
      },
    });
    const { bridge } = await testBridge({ gate: spy, onAnswer: (event) => events.push(event) });
    await send(bridge, "/verify", { body: SEARCH, headers: { "x-request-id": "caller-1" } });
    expect(events).toEqual([
      {
        request_id: ids[0],
        client_request_id: "caller-1",
        route: "/verify",
        status: 200,
        code: "PIC_OK",
        reason: null,
        tool: "docs.search",
        elapsed_ms: 0,
      },
    ]);
    await send(bridge, "/v1/actions/verify", { body: JSON.stringify({ tool: "payments.transfer", args: { to: "a" } }) });
    expect(events.pop()).toMatchObject({ code: "PIC_INVALID_REQUEST", reason: "request.missing", tool: "payments.transfer" });
    await send(bridge, "/secret-path", { method: "GET", headers: { "x-request-id": "bad one" } });
    expect(events[1]).toMatchObject({ client_request_id: null, route: "other", status: 400, tool: null });
  });
});

describe("paths and methods", () => {
  it("that are not there are told in the small form", async () => {
    const { bridge } = await testBridge();
    const nope = await send(bridge, "/nope", { method: "GET" });
    expect([nope.status, nope.json]).toEqual([404, { error: "Not found", request_id: expect.stringMatching(OURS) }]);
    for (const [method, path, allow] of [
      ["GET", "/verify", "POST"],
      ["PUT", "/verify", "POST"],
      ["OPTIONS", "/v1/actions/verify", "POST"],
      ["POST", "/health", "GET, HEAD"],
    ] as const) {
      const { status, json, headers } = await send(bridge, path, { method });
      expect([status, json.error, headers.get("allow")]).toEqual([405, "Method not allowed", allow]);
    }
  });
});

describe("a bridge that cannot", () => {
  it.each<[string, Partial<Gate>]>([
    [
      "throws",
      {
        decide: () => {
          throw new Error("secret");
        },
      },
    ],
    ["rejects", { decide: () => Promise.reject(new Error("secret")) }],
    ["rejects with no error", { decide: () => Promise.reject(null) }],
    ["answers nothing", { decide: () => Promise.resolve(undefined as never) }],
    ["answers an allow without a permit", { decide: () => Promise.resolve({ verdict: "allow", facts: {} } as never) }],
    ["answers yes", { decide: () => Promise.resolve(true as never) }],
  ])("blocks where its gate %s", async (_, over) => {
    const { gate } = await testBridge();
    const { bridge } = await testBridge({ gate: gateWith(gate, over) });
    const one = await send(bridge, "/verify", { body: SEARCH });
    expect(one.json.allowed).toBe(false);
    expect(one.json.error.code).toBe("PIC_INTERNAL_ERROR");
    expect(one.text).not.toContain("secret");
    const two = await send(bridge, "/v1/actions/verify", { body: { tool: "docs.search", args: {} } });
    expect([two.status, two.json.verdict]).toEqual([500, "block"]);
  });

  it("blocks where its context cannot be told", async () => {
    const { bridge } = await testBridge({
      context: () => {
        throw new Error("secret");
      },
    });
    const { status, json } = await send(bridge, "/verify", { body: SEARCH });
    expect([status, json.error.code]).toEqual([500, "PIC_INTERNAL_ERROR"]);
  });

  it("blocks an allow whose permit ended, as after a reload", async () => {
    const { gate } = await testBridge();
    const used = gateWith(gate, {
      decide: async (asked) => {
        const decision = await gate.decide(asked);
        decision.permit?.redeem();
        return decision;
      },
    });
    const { bridge } = await testBridge({ gate: used });
    expect((await send(bridge, "/verify", { body: SEARCH })).json.error.code).toBe("PIC_INTERNAL_ERROR");
    const { status, json } = await send(bridge, "/v1/actions/verify", {
      body: { tool: "docs.search", args: { query: "invoice" }, proposal: readProposal() },
    });
    expect([status, json.verdict, json.code]).toEqual([500, "block", "PIC_INTERNAL_ERROR"]);
  });

  it("does not fall over a log that throws", async () => {
    const { bridge } = await testBridge({
      onAnswer: () => {
        throw new Error("disk");
      },
    });
    expect((await send(bridge, "/verify", { body: SEARCH })).json.allowed).toBe(true);
  });

  it("refuses what comes on top of its limit at once, with 503", async () => {
    const { gate } = await testBridge();
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = gateWith(gate, { decide: (asked) => waiting.then(() => gate.decide(asked)) });
    const { bridge } = await testBridge({ gate: slow, maxConcurrent: 1 });
    const first = bridge.fetch(request("/verify", { body: SEARCH }));
    const second = await send(bridge, "/verify", { body: SEARCH });
    expect([second.status, second.headers.get("retry-after"), second.json.error.code]).toEqual([503, "1", "PIC_LIMIT_EXCEEDED"]);
    expect((await send(bridge, "/health", { method: "GET" })).status).toBe(200);
    go();
    expect(JSON.parse(await (await first).text()).allowed).toBe(true);
    expect((await send(bridge, "/verify", { body: SEARCH })).json.allowed).toBe(true);
  });

  it("that is about to end refuses, and is not ready", async () => {
    const { bridge } = await testBridge();
    bridge.drain();
    const { status, json } = await send(bridge, "/v1/actions/verify", { body: { tool: "docs.list", args: {} } });
    expect([status, json.verdict]).toEqual([503, "block"]);
    expect((await send(bridge, "/v1/ready", { method: "GET" })).json).toMatchObject({ ready: false, reasons: ["draining"] });
  });
});

describe("authorize", () => {
  it("is asked for every route but /health, and only true lets in", async () => {
    const { bridge } = await testBridge({ authorize: (sent) => sent === "Bearer good" });
    for (const [path, method] of [
      ["/verify", "POST"],
      ["/v1/actions/verify", "POST"],
      ["/v1/results/verify", "POST"],
      ["/v1/ready", "GET"],
      ["/v1/version", "GET"],
      ["/metrics", "GET"],
      ["/openapi.json", "GET"],
    ] as const) {
      const { status, json, headers } = await send(bridge, path, { method, headers: { authorization: "Bearer bad" } });
      expect([status, json.error, headers.get("www-authenticate")]).toEqual([401, "Unauthorized", "Bearer"]);
    }
    expect((await send(bridge, "/health", { method: "GET" })).status).toBe(200);
    expect((await send(bridge, "/verify", { body: SEARCH, headers: { authorization: "Bearer good" } })).json.allowed).toBe(true);
    const truthy = await testBridge({ authorize: () => "yes" as unknown as boolean });
    expect((await send(truthy.bridge, "/verify", { body: SEARCH })).status).toBe(401);
  });
});

describe("options", () => {
  it.each([
    ["gate", { gate: undefined }],
    ["context", { context: undefined }],
    ["context", { context: { principal: "" } }],
    ["authorize", { authorize: undefined }],
    ["authorize", { authorize: true }],
    ["contracts", { contracts: [{}] }],
    ["maxConcurrent", { maxConcurrent: 0 }],
    ["maxBodyBytes", { maxBodyBytes: 1_048_577 }],
    ["bodyTimeoutMs", { bodyTimeoutMs: 60_001 }],
    ["debug", { debug: "no" }],
    ["health.audit", { health: { audit: true } }],
    ["clock", { clock: { now: 1 } }],
  ])("that lack or bend %s are refused", async (place, over) => {
    const { gate } = await testBridge();
    const options = { gate, context, authorize: "none", ...over } as never;
    expect(() => createBridge(options)).toThrow(expect.objectContaining({ name: "ConfigurationError", place }));
  });

  it("that are unknown are refused", async () => {
    const { gate } = await testBridge();
    expect(() => createBridge({ gate, context, authorize: "none", authorise: "none" } as never)).toThrow(TypeError);
  });
});
