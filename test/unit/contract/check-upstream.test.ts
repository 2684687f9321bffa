import { describe, expect, it } from "vitest";
import { loadContract } from "../../../src/compile/index.js";
import { type HostData, loadKeyring } from "../../../src/index.js";
import { verifyResult } from "../../../src/result.js";
import { testKey } from "../../keys/test-only-keys.js";
import { contractFile, DATA, envelope, NOW, REQUEST, verify } from "./contracts.js";

const HOST = testKey("test-receipts");
const file = contractFile();
const CONTRACT = await loadContract({ ...file, upstream: { ...file.upstream, signature: { keys: ["ci-1"] } } });
const KEYRING = loadKeyring({
  trusted_keys: { "ci-1": { public_key: Buffer.from(HOST.publicKey).toString("base64"), purpose: "upstream" } as HostData },
});

/** What the upstream signs, written by hand: RFC 8785 sorts the names. */
const SIGNED =
  '{"answer_version":"x-countersign-upstream/1","data":{"note":"2 of 140 tests failed","observed_at":"2026-10-01T11:59:30Z",' +
  '"project_id":"bluebird","run_id":"run_4f1c8d2e9a70","stage":{"attempt":2,"name":"test"},"state":"failed"},' +
  '"request_id":"req.J7q94MkP","tool":"ci.run_status"}';

const signature = (text = SIGNED) => ({ key_id: "ci-1", sig: Buffer.from(HOST.sign(Buffer.from(text))).toString("base64") });
const judged = (answer: object, options: object = { keyring: KEYRING }) =>
  verifyResult(
    { kind: "json", bytes: new TextEncoder().encode(JSON.stringify(answer)) },
    { contract: CONTRACT, request: REQUEST, now: NOW, ...options },
  );

describe("an upstream that signs", () => {
  it("is named to the operator, and the agent sees what it always saw", () => {
    const decision = judged({ ...envelope(), signature: signature() });
    expect(decision.facts.signed_by).toBe("ci-1");
    expect(decision.agent).toEqual(verify(envelope()).agent);
    expect(JSON.stringify(decision.agent)).not.toContain("sig");
    expect(decision.facts.upstream).not.toHaveProperty("signature");
  });

  it("is asked before the data is looked at", () => {
    const { facts, ...decision } = judged({ ...envelope({ ...DATA, extra: 1 }), signature: signature() });
    expect(decision).toMatchObject({ code: "INVALID_RESPONSE", reason: "result.signature", path: "/signature/sig" });
    expect(facts.signed_by).toBeUndefined();
  });

  it("signs for this request: the same answer to the next one does not hold", () => {
    const next = { ...envelope(), request_id: "req.aaaaaaaa", signature: signature() };
    expect(judged(next, { keyring: KEYRING, request: { ...REQUEST, id: "req.aaaaaaaa" } }).reason).toBe("result.signature");
  });

  it("is not asked without a keyring, which is the host's mistake", () => {
    expect(() => judged({ ...envelope(), signature: signature() }, {})).toThrow(/keyring is needed/);
    expect(() => judged({ ...envelope() }, { keyring: { keys: new Map() } })).toThrow(/must come from loadKeyring/);
    expect(() => verify(envelope())).not.toThrow();
  });

  it("cannot be replaced by what a page puts on Object.prototype", () => {
    Object.defineProperty(Object.prototype, "signature", { value: signature(), configurable: true });
    try {
      expect(judged(envelope()).reason).toBe("result.signature");
    } finally {
      Reflect.deleteProperty(Object.prototype, "signature");
    }
  });

  it("is part of what the contract's digest names", async () => {
    expect(CONTRACT.digest).not.toBe((await loadContract(file)).digest);
  });
});
