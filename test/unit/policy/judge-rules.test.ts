import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { conclude, prepare, verifyAction } from "../../../src/verify-action.js";
import { KEYRING, PAYMENT, signedProposal } from "../../support/signed-proposal.js";

const TOOL = "payments.transfer";
const policy = await loadPolicy({
  version: 1,
  allow_unscoped_keys: true,
  tools: {
    [TOOL]: {
      impact: "money",
      principals: { id: "who", allow: ["agent-7"] },
      check: [{ id: "desk" }, { id: "sanctions", deadline_ms: 50 }],
      limits: [{ id: "per-day", sum: "/amount_minor", window_seconds: 60, max: 48200 }],
    },
  },
});
const options = {
  policy,
  keyring: loadKeyring(KEYRING),
  now: "2026-10-01T12:00:00Z",
  call: { tool: TOOL, args: PAYMENT },
  context: { principal: "agent-7" },
};
const both = new Map([
  ["desk", true],
  ["sanctions", true],
]);

describe("checks", () => {
  it("block where nobody answers, and where conclude is not told to leave them", () => {
    expect(verifyAction(signedProposal(), options)).toMatchObject({
      verdict: "block",
      reason: "policy.check",
      facts: {
        rule: "desk",
        rules: [
          { reason: "policy.check", id: "desk" },
          { reason: "policy.check", id: "sanctions" },
        ],
      },
    });
    expect(conclude(prepare(signedProposal(), options), new Map()).decision.verdict).toBe("block");
    expect(verifyAction(signedProposal(), { ...options, checks: both }).verdict).toBe("allow");
  });

  it("are left to whoever can ask, with what is left to be counted", () => {
    const { decision, judged } = conclude(prepare(signedProposal(), options), new Map(), "defer");
    expect(decision.verdict).toBe("allow");
    expect(judged?.checks).toEqual([
      { id: "desk", deadlineMs: 200 },
      { id: "sanctions", deadlineMs: 50 },
    ]);
    expect(judged?.budgets).toMatchObject([{ rule: "per-day", amount: 48200, max: 48200, windowSeconds: 60 }]);
  });

  it("that were answered are not left, and a refusal blocks though the rest is left", () => {
    const some = prepare(signedProposal(), { ...options, checks: new Map([["desk", true]]) });
    expect(conclude(some, new Map(), "defer").judged?.checks.map(({ id }) => id)).toEqual(["sanctions"]);
    const refused = prepare(signedProposal(), { ...options, checks: new Map([["desk", false]]) });
    expect(conclude(refused, new Map(), "defer").decision.reason).toBe("policy.check");
  });

  it.each([[1], ["true"], [{ allow: true }], [null], [[true]]])("do not pass by the answer %j", (answer) => {
    const checks = new Map([...both, ["desk", answer as never]]);
    expect(verifyAction(signedProposal(), { ...options, checks }).reason).toBe("policy.check");
  });

  it("are told in a Map", () => {
    expect(() => verifyAction(signedProposal(), { ...options, checks: { desk: true } as never })).toThrow(TypeError);
  });
});

describe("the context", () => {
  it("is read by its own members, once", () => {
    const withInherited = Object.create({ principal: "agent-7" }) as object;
    expect(() => verifyAction(signedProposal(), { ...options, context: withInherited })).toThrow(/plain data/);
    const live = {
      get principal() {
        return "agent-7";
      },
    };
    expect(() => verifyAction(signedProposal(), { ...options, context: live })).toThrow(/plain data/);
  });

  it.each([[null], ["agent-7"], [["agent-7"]]])("is an object, not %j", (context) => {
    expect(() => verifyAction(signedProposal(), { ...options, context: context as never })).toThrow(TypeError);
  });

  it("does not come from Object.prototype", () => {
    (Object.prototype as Record<string, unknown>).principal = "agent-7";
    try {
      expect(verifyAction(signedProposal(), { ...options, context: {}, checks: both }).reason).toBe("policy.principal");
    } finally {
      delete (Object.prototype as Record<string, unknown>).principal;
    }
  });
});
