// The example requests and answers of the reference's own description of its bridge (its OpenAPI document, version 1): the same requests must get
// answers of the same members, types and codes from a gate in the interop profile. Words, ids and times are each implementation's own.
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../../src/compile/index.js";
import { createBridge } from "../../../src/http/index.js";
import { loadKeyring } from "../../../src/index.js";
import { createGate } from "../../../src/node/index.js";
import { request, send } from "../../support/bridge.js";

// The vectors' policy: one that names a high impact asks for evidence here, before the causal rule of the second example.
const policy = await loadPolicy({ impact_by_tool: {}, require_pic_for_impacts: [], require_evidence_for_impacts: [] });

async function bridge() {
  const keyring = loadKeyring({ trusted_keys: {} });
  const gate = await createGate({ policy, keyring, audience: "none", ledger: "none", profile: "interop" });
  return createBridge({ gate, context: { principal: "reference" }, authorize: "none" });
}

const proposal = (tool: string, impact: string, trust: string, args: object) => ({
  protocol: "PIC/1.0",
  intent: "An example",
  impact,
  provenance: [{ id: "source_1", trust, source: "unit-test" }],
  claims: [{ text: "An example", evidence: ["source_1"] }],
  action: { tool, args },
});
const READ = { query: "PIC canonicalization" };
const PAY = { amount: 500 };
const ID = "[A-Za-z0-9._:-]{1,128}";
const envelope = (allowed: boolean, code: string | null) => ({
  allowed,
  error: code === null ? null : { code, message: expect.any(String) },
  eval_ms: expect.any(Number),
  request_id: expect.stringMatching(new RegExp(`^${ID}$`)),
});

describe("the reference's examples", () => {
  it.each([
    [
      "allow_low_impact",
      { tool_name: "docs_search", tool_args: { ...READ, __pic: proposal("docs_search", "read", "trusted", READ) } },
      true,
      null,
    ],
    [
      "block_untrusted_high_impact",
      { tool_name: "payments_send", tool_args: { ...PAY, __pic: proposal("payments_send", "money", "untrusted", PAY) } },
      false,
      "PIC_VERIFIER_FAILED",
    ],
    ["post_parse_invalid_request", { tool_name: "docs_search", tool_args: 1 }, false, "PIC_INVALID_REQUEST"],
  ])("%s", async (_, body, allowed, code) => {
    const { status, json, headers } = await send(await bridge(), "/verify", { body });
    expect([status, json]).toEqual([200, envelope(allowed, code)]);
    expect(headers.get("x-request-id")).toBe(json.request_id);
  });

  it("malformed_json", async () => {
    const response = await (await bridge()).fetch(request("/verify", { body: "not json" }));
    expect([response.status, await response.json()]).toEqual([400, envelope(false, "PIC_INVALID_REQUEST")]);
  });

  it.each(["/verify", "/health", "/v1/version", "/nowhere"])("invalid_x_request_id at %s", async (path) => {
    const { status, json } = await send(await bridge(), path, { method: "GET", headers: { "x-request-id": "no blanks" } });
    expect([status, json]).toEqual([400, envelope(false, "PIC_INVALID_REQUEST")]);
    expect(json.request_id).not.toContain("blanks");
  });

  it("a method that is not allowed, and a path that is not there", async () => {
    const told = { error: expect.any(String), request_id: expect.any(String) };
    const put = await send(await bridge(), "/verify", { method: "PUT" });
    expect([put.status, put.json]).toEqual([405, told]);
    const nowhere = await send(await bridge(), "/nowhere", { method: "GET" });
    expect([nowhere.status, nowhere.json]).toEqual([404, told]);
  });

  it("health and version", async () => {
    const health = await send(await bridge(), "/health", { method: "GET", headers: { "x-request-id": "caller:1" } });
    expect([health.status, health.json]).toEqual([200, { status: "ok", request_id: "caller:1" }]);
    const version = await send(await bridge(), "/v1/version", { method: "GET" });
    expect(version.json).toEqual({
      pic_version: "1.0",
      package_version: expect.any(String),
      commit: expect.any(String),
      policy_version: expect.any(String),
      impl_name: "countersign",
      impl_version: expect.any(String),
      pic_protocol_version: "PIC/1.0",
      conformance_manifest_ref: { path: expect.any(String), sha256: expect.any(String), commit: expect.any(String) },
      supported_modes: expect.any(Array),
      request_id: expect.any(String),
    });
  });
});
