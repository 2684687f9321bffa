import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { gateWith, send, testBridge } from "../../support/bridge.js";
import { PAYMENT, readProposal, signedProposal } from "../../support/signed-proposal.js";

const GET = { method: "GET" };

describe("GET /v1/version", () => {
  it("has the members of the reference", async () => {
    const { json } = await send((await testBridge()).bridge, "/v1/version", GET);
    expect(json).toEqual({
      pic_version: "1.0",
      package_version: JSON.parse(readFileSync("package.json", "utf8")).version,
      commit: "unknown",
      policy_version: "1.0",
      impl_name: "countersign",
      impl_version: JSON.parse(readFileSync("package.json", "utf8")).version,
      pic_protocol_version: "PIC/1.0",
      conformance_manifest_ref: { path: "conformance/manifest.json", sha256: "unknown", commit: "unknown" },
      supported_modes: ["canonicalization", "core", "evidence", "trust_sanitization"],
      request_id: expect.stringMatching(/^req_/),
    });
  });
});

describe("GET /v1/ready", () => {
  it("is 200 where calls can be decided, also under a slash", async () => {
    const { bridge } = await testBridge();
    for (const path of ["/v1/ready", "/v1/ready/"]) {
      const { status, json } = await send(bridge, path, GET);
      expect([status, json.ready, json.reasons]).toEqual([200, true, []]);
    }
  });

  it("says which part does not work, in fixed words", async () => {
    const health = {
      ledger: () => false,
      audit: () => {
        throw new Error("secret");
      },
    };
    const { gate } = await testBridge();
    const stale = gateWith(gate, { status: () => ({ ...gate.status(), closed: true, staleFor: 60_000 }) });
    const { status, json, text } = await send((await testBridge({ gate: stale, health })).bridge, "/v1/ready", GET);
    expect([status, json.ready, json.reasons]).toEqual([503, false, ["closed", "configuration_stale", "ledger", "audit"]]);
    expect(text).not.toContain("secret");
  });

  it("waits a minute for a configuration that cannot be read", async () => {
    const { gate } = await testBridge();
    const stale = gateWith(gate, { status: () => ({ ...gate.status(), staleFor: 59_999 }) });
    expect((await send((await testBridge({ gate: stale })).bridge, "/v1/ready", GET)).status).toBe(200);
  });
});

describe("GET /metrics", () => {
  const lines = async (bridge: Parameters<typeof send>[0]) => (await send(bridge, "/metrics", GET)).text.split("\n");

  it("counts decisions by code and by tools that the policy names", async () => {
    const { bridge } = await testBridge();
    await send(bridge, "/verify", { body: { tool_name: "docs.search", tool_args: { query: "invoice", __pic: readProposal() } } });
    for (let n = 0; n < 50; n += 1) await send(bridge, "/verify", { body: { tool_name: `made.up${n}`, tool_args: {} } });
    await send(bridge, "/verify", { body: "{" });
    await send(bridge, `/${"x".repeat(20)}`, GET);
    const seen = await lines(bridge);
    expect(seen).toContain('countersign_decisions_total{code="PIC_OK",tool="docs.search"} 1');
    expect(seen).toContain('countersign_decisions_total{code="PIC_INVALID_REQUEST",tool="other"} 51');
    expect(seen).toContain('countersign_http_requests_total{route="/verify",status="200"} 51');
    expect(seen).toContain('countersign_http_requests_total{route="/verify",status="400"} 1');
    expect(seen).toContain('countersign_http_requests_total{route="other",status="404"} 1');
    expect(seen.filter((line) => line.startsWith("countersign_decisions_total{")).length).toBe(2);
    expect(seen.join("\n")).not.toMatch(/made\.up|xxxx/);
  });

  it("sums latency in buckets that include the smaller ones", async () => {
    const { gate } = await testBridge();
    const taken = [0.5, 3, 2000];
    const { bridge, clock } = await testBridge({
      gate: gateWith(gate, {
        decide: async (asked) => {
          clock.stall(taken.shift() ?? 0);
          return gate.decide(asked);
        },
      }),
    });
    for (let n = 0; n < 3; n += 1) await send(bridge, "/v1/actions/verify", { body: { tool: "docs.list", args: {} } });
    const seen = await lines(bridge);
    for (const [bound, count] of [
      ["0.0005", 1],
      ["0.0025", 1],
      ["0.005", 2],
      ["1", 2],
      ["+Inf", 3],
    ])
      expect(seen).toContain(`countersign_verification_seconds_bucket{le="${bound}"} ${count}`);
    expect(seen).toContain("countersign_verification_seconds_sum 2.0035");
    expect(seen).toContain("countersign_verification_seconds_count 3");
  });

  it("tells how ledger, audit and reload are", async () => {
    const { gate } = await testBridge();
    const reasons = ["internal.ledger_unavailable", "internal.audit_unavailable"];
    const failing = gateWith(gate, {
      decide: async (asked) => ({ ...(await gate.decide(asked)), verdict: "block", reason: reasons.shift() }) as never,
    });
    const { bridge } = await testBridge({ gate: failing });
    expect(await lines(bridge)).toEqual(
      expect.arrayContaining(["countersign_ledger_up 1", "countersign_audit_up 1", "countersign_reload_ok 1"]),
    );
    await send(bridge, "/v1/actions/verify", { body: { tool: "docs.list", args: {} } });
    expect(await lines(bridge)).toEqual(expect.arrayContaining(["countersign_ledger_up 0", "countersign_audit_up 1"]));
    await send(bridge, "/v1/actions/verify", { body: { tool: "docs.list", args: {} } });
    expect(await lines(bridge)).toEqual(expect.arrayContaining(["countersign_ledger_up 0", "countersign_audit_up 0"]));
    // What decisions met makes nothing unready: nobody would ask again.
    expect((await send(bridge, "/v1/ready", GET)).status).toBe(200);
  });

  it("sees a ledger come back", async () => {
    const { gate } = await testBridge();
    let broken = true;
    const failing = gateWith(gate, {
      decide: async (asked) =>
        broken ? ({ ...(await gate.decide(asked)), verdict: "block", reason: "internal.ledger_unavailable" } as never) : gate.decide(asked),
    });
    const { bridge } = await testBridge({ gate: failing });
    await send(bridge, "/v1/actions/verify", { body: { tool: "docs.list", args: {} } });
    expect(await lines(bridge)).toContain("countersign_ledger_up 0");
    broken = false;
    await send(bridge, "/v1/actions/verify", { body: { tool: "payments.transfer", args: PAYMENT, proposal: signedProposal() } });
    expect(await lines(bridge)).toContain("countersign_ledger_up 1");
  });

  it("is in the text format of Prometheus", async () => {
    const { headers, text } = await send((await testBridge()).bridge, "/metrics", GET);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text.endsWith("\n")).toBe(true);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) countersign_\w+ .+|countersign_\w+(?:\{(?:\w+="[^"]*",?)+\})? [0-9.e+-]+)$/);
  });
});

describe("GET /openapi.json", () => {
  it("holds the schemas that the routes are compiled from", async () => {
    const { json } = await send((await testBridge()).bridge, "/openapi.json", GET);
    expect(json.openapi).toBe("3.1.0");
    for (const [name, what] of [
      ["VerifyRequest", "verify"],
      ["ActionRequest", "action"],
      ["ResultRequest", "result"],
    ]) {
      const { $schema: _, ...written } = JSON.parse(readFileSync(`spec/schemas/bridge-${what}-request.schema.json`, "utf8"));
      expect(json.components.schemas[name as string]).toEqual(written);
    }
    expect(Object.keys(json.paths)).toEqual([
      "/verify",
      "/v1/actions/verify",
      "/v1/results/verify",
      "/health",
      "/v1/version",
      "/v1/ready",
      "/metrics",
      "/openapi.json",
    ]);
  });

  it("names every status that a route answers with, and every answer is of its schema", async () => {
    const { bridge } = await testBridge();
    const document = (await send(bridge, "/openapi.json", GET)).json;
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, "bridge");
    const json = (body: unknown) => ({ body });
    const read = readProposal();
    const asked: readonly [path: string, sent: object][] = [
      ["/verify", json({ tool_name: "docs.search", tool_args: { query: "invoice", __pic: read } })],
      ["/verify", json({ tool_name: "docs.search", tool_args: {} })],
      ["/verify", json("{")],
      ["/verify", { method: "PUT" }],
      ["/v1/actions/verify", json({ tool: "docs.search", args: { query: "invoice" }, proposal: read })],
      ["/v1/actions/verify", json({ tool: "docs.search", args: {}, proposal: read })],
      ["/v1/actions/verify", json({ tool: "nope", args: {}, proposal: { ...read, action: { tool: "nope", args: {} } } })],
      ["/v1/actions/verify", json("{")],
      ["/v1/results/verify", json({})],
      ["/health", GET],
      ["/v1/version", GET],
      ["/v1/ready", GET],
      ["/health", { method: "GET", headers: { "x-request-id": "b d" } }],
    ];
    for (const [path, sent] of asked) {
      const { status, json: answer } = await send(bridge, path, sent);
      const method = (sent as { method?: string }).method ?? "POST";
      const operation = document.paths[path][method.toLowerCase()] ?? Object.values(document.paths[path])[0];
      const ref = operation.responses[String(status)]?.content["application/json"].schema.$ref;
      expect(ref, `${method} ${path} ${status}`).toBeDefined();
      const check = ajv.compile({ $ref: `bridge${ref}` });
      expect(check(answer) ? [] : check.errors, `${path} ${status}`).toEqual([]);
    }
  });
});
