import { describe, expect, it } from "vitest";
import { contractSet } from "../../../src/result.js";
import { send, testBridge } from "../../support/bridge.js";
import { CONTRACT, DATA, envelope, failureEnvelope, INVALID, REQUEST } from "../contract/contracts.js";

const OURS = /^req_[0-9a-f]{32}$/;
const { id, tool, args, context } = REQUEST;
const asked = (answer: object) => ({ tool, request_id: id, args, context, answer });
const text = (value: unknown) => ({ kind: "json", text: JSON.stringify(value) });

async function verify(body: object) {
  const { bridge } = await testBridge({ contracts: contractSet([CONTRACT]) });
  return send(bridge, "/v1/results/verify", { body });
}

describe("POST /v1/results/verify", () => {
  it("gives what the contract selects, and nothing else", async () => {
    const { status, json } = await verify(asked(text(envelope())));
    expect(status).toBe(200);
    expect(json).toEqual({
      outcome: "success",
      code: "RESULT_OK",
      request_id: expect.stringMatching(OURS),
      result: {
        tool,
        request_id: id,
        outcome: "success",
        data: { project_id: "bluebird", run_id: "run_4f1c8d2e9a70", state: "failed", observed_at: "2026-10-01T11:59:30Z" },
        untrusted_text: { note: "2 of 140 tests failed" },
      },
    });
  });

  it("takes bytes as base64, which may be no text", async () => {
    const bytes = Buffer.from(JSON.stringify(envelope()));
    const good = await verify(asked({ kind: "json", base64: bytes.toString("base64") }));
    expect([good.status, good.json.outcome]).toEqual([200, "success"]);
    const bad = Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff])]);
    const refused = await verify(asked({ kind: "json", base64: bad.toString("base64") }));
    expect([refused.status, refused.json.result]).toEqual([422, INVALID]);
  });

  it.each([
    ["another request's answer", text({ ...envelope(), request_id: "req.00000000" })],
    ["a member nobody declared", text({ ...envelope(), more: 1 })],
    ["another run", text(envelope({ ...DATA, run_id: "run_000000000002" }))],
    ["no JSON", { kind: "json", text: "<html>" }],
    ["an undeclared failure", text(failureEnvelope("SECRET"))],
  ])("gives the one fixed failure for %s", async (_, answer) => {
    const { status, json } = await verify(asked(answer));
    expect([status, json.outcome, json.code, json.result]).toEqual([422, "failure", "INVALID_RESPONSE", INVALID]);
  });

  it.each([
    ["a tool without a contract", { ...asked(text(envelope())), tool: "ci.other" }],
    ["both forms of an answer", asked({ kind: "json", text: "{}", base64: "e30=" })],
    ["neither form", asked({ kind: "json" })],
    ["another kind", asked({ kind: "xml", text: "{}" })],
    ["base64 of another alphabet", asked({ kind: "json", base64: "_-==" })],
    ["an id that is none of ours", { ...asked(text(envelope())), request_id: "short" }],
    ["a contract of the caller's", { ...asked(text(envelope())), contract: {} }],
  ])("refuses %s with 400", async (_, body) => {
    const { status, json, text: sent } = await verify(body);
    expect([status, json.verdict, json.code]).toEqual([400, "block", "PIC_INVALID_REQUEST"]);
    expect(sent).not.toContain("ci.other");
  });

  it("judges freshness by the bridge's clock", async () => {
    const { bridge, clock } = await testBridge({ contracts: contractSet([CONTRACT]) });
    clock.advance(3_600_000);
    expect((await send(bridge, "/v1/results/verify", { body: asked(text(envelope())) })).json.code).toBe("INVALID_RESPONSE");
  });
});

describe("a contract set", () => {
  it("has one contract for a tool", async () => {
    await expect(testBridge({ contracts: [CONTRACT] as never })).rejects.toMatchObject({ name: "ConfigurationError", place: "contracts" });
  });
});
