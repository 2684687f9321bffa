import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../../src/compile/index.js";
import { ConfigurationError, loadKeyring } from "../../../src/index.js";
import { createGate, type Gate } from "../../../src/node/index.js";

async function gateOf(profile: "strict" | "interop" = "strict"): Promise<Gate> {
  const tools = {
    read: { impact: "read", pic: "optional" },
    noted: { impact: "write", evidence: "required" },
    pay: { impact: "money", approvals: [{ id: "two", count: 2, role: "finance" }] },
    gone: { impact: "read", deny: "never" },
  };
  return createGate({ policy: await loadPolicy({ version: 1, tools }), keyring: loadKeyring({}), audience: "a", ledger: "none", profile });
}

describe("assertCovered", () => {
  it("gives nothing where each tool has its guard", async () => {
    const gate = await gateOf();
    gate.guard("read", () => 1);
    gate.guard("pay", () => 1);
    expect(gate.assertCovered(["pay", "read"])).toEqual([]);
    expect(gate.assertCovered(new Set())).toEqual([]);
  });

  it("lists what no guard wraps, and in strict refuses it", async () => {
    const gate = await gateOf();
    gate.guard("read", () => 1);
    expect(() => gate.assertCovered(["shell\u202e", "read", "pay", "pay"])).toThrow(
      new ConfigurationError("no guard wraps pay, shell\\u202e: such a call never asks the gate", { place: "tools" }),
    );
    expect((await gateOf("interop")).assertCovered(["b", "a"])).toEqual(["a", "b"]);
  });

  it("tells sixteen names and how many more there are", async () => {
    const many = Array.from({ length: 20 }, (_, at) => `t${at + 10}`);
    const gate = await gateOf();
    expect(() => gate.assertCovered(many)).toThrow(/ t25, and 4 more: /);
  });

  it.each([[null], [["a", ""]], [[1]], ["read"]])("takes %j for misuse", async (tools) => {
    const gate = await gateOf();
    expect(() => gate.assertCovered(tools as never)).toThrow(TypeError);
  });
});

describe("needs", () => {
  it("says what the policy asks, and null for what it does not name", async () => {
    const gate = await gateOf();
    expect(gate.needs("read")).toEqual({
      impact: "read",
      proposal: "optional",
      evidence: "none",
      approvals: [],
      approvers: [],
      denied: false,
    });
    expect(gate.needs("noted")).toMatchObject({ proposal: "required", evidence: "any", approvers: [{ id: "approval-1" }] });
    expect(gate.needs("pay")).toEqual({
      impact: "money",
      proposal: "required",
      evidence: "signature",
      approvals: [{ count: 2, role: "finance" }],
      approvers: [
        { id: "approval-1", role: "finance" },
        { id: "approval-2", role: "finance" },
      ],
      denied: false,
    });
    expect(gate.needs("gone")?.denied).toBe(true);
    for (const name of ["unheard-of", "constructor", "__proto__"]) expect(gate.needs(name)).toBeNull();
  });
});
