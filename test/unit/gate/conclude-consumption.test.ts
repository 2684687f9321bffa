import { describe, expect, test } from "vitest";
import { allow } from "../../../src/decision/conclude-decision.js";
import { concludeConsumption, consumptionOf, NO_ANSWER } from "../../../src/gate/conclude-consumption.js";
import type { Verified } from "../../../src/verify-action.js";
import { budget, id, request } from "./ledger-contract.js";

const ALLOW = allow({
  binding: "full",
  single_use: "unchecked",
  audience: "checked",
  profile: "strict",
  facts: { tool: "payments.transfer", digests: { policy: id("p"), keyring: id("k") } },
});
const ASKED = request({ ids: ["a"], budgets: [budget("daily", 1), budget("hourly", 1)] });

describe("an allow and what the ledger says", () => {
  test("consumed: the allow, single use consumed", () => {
    expect(concludeConsumption(ALLOW, ASKED, { outcome: "consumed" })).toEqual({ ...ALLOW, single_use: "consumed" });
  });

  test.each([
    ["already_used", "policy.already_used", "PIC_POLICY_VIOLATION"],
    ["clock_skew", "internal.clock_skew", "PIC_INTERNAL_ERROR"],
  ])("%s: %s", (outcome, reason, code) => {
    const decision = concludeConsumption(ALLOW, ASKED, { outcome });
    expect(decision).toMatchObject({ verdict: "block", reason, code, path: "", single_use: "unchecked", binding: "full" });
    expect(decision.facts).toEqual(ALLOW.facts);
  });

  test("over budget: policy.limit, with the operator's rule in the facts", () => {
    const decision = concludeConsumption(ALLOW, ASKED, { outcome: "over_budget", rule: "hourly" });
    expect(decision).toMatchObject({ verdict: "block", reason: "policy.limit", code: "PIC_POLICY_VIOLATION" });
    expect(decision.facts).toEqual({ ...ALLOW.facts, rule: "hourly", rules: [{ reason: "policy.limit", id: "hourly" }] });
  });

  test.each([
    [NO_ANSWER],
    [undefined],
    [null],
    ["consumed"],
    [true],
    [{}],
    [{ outcome: "CONSUMED" }],
    [{ outcome: ["consumed"] }],
    [Object.create({ outcome: "consumed" })],
    [{ outcome: "over_budget" }],
    [{ outcome: "over_budget", rule: "not asked" }],
    [Object.assign(Object.create({ rule: "hourly" }), { outcome: "over_budget" })],
  ])("odd answer %#: the ledger is unavailable", (answer) => {
    expect(concludeConsumption(ALLOW, ASKED, answer)).toMatchObject({ verdict: "block", reason: "internal.ledger_unavailable" });
  });

  test("a block stays a block", () => {
    const block = concludeConsumption(ALLOW, ASKED, { outcome: "already_used" });
    expect(concludeConsumption(block, ASKED, { outcome: "consumed" })).toBe(block);
  });
});

describe("what an allow uses", () => {
  const verified = (attestations: unknown[], nonce: string | null, budgets: unknown[]) =>
    ({
      decision: ALLOW,
      action: null,
      trusted: { attestations, nonce },
      judged: { budgets, checks: [], breakGlass: null },
    }) as unknown as Verified;

  test("nothing is no request", () => {
    expect(consumptionOf(verified([], null, []), 1, null)).toBeNull();
    expect(consumptionOf({ decision: ALLOW, action: null, trusted: null, judged: null }, 1, null)).toBeNull();
  });

  test.each([
    [[{ id: id("a"), expiresAt: 5 }], null, []],
    [[], "n", []],
    [[], null, [budget("r", 1)]],
  ])("anything is one: %#", (attestations, nonce, budgets) => {
    const head = { log: "l", seq: 1, hash: "h" };
    expect(consumptionOf(verified(attestations, nonce, budgets), 7, head)).toEqual({ attestations, nonce, budgets, head, now: 7 });
  });
});
