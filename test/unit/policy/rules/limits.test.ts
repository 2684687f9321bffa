import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { judgeLimits } from "../../../../src/policy/rules/limits.js";
import { policyOf } from "../policies.js";

const limits = [
  { id: "per-call", amount: "/amount", max: 10 },
  { id: "per-day", sum: "/amount", by: ["/currency", "/to"], window_seconds: 86_400, max: 20 },
  { id: "calls", count: true, window_seconds: 60, max: 3 },
] as const;
const rule = policyOf({ version: 1, tools: { pay: { impact: "money", limits } } }).tools.get("pay");
if (rule === undefined) throw new Error("no rule");

// The canonical form is written out by hand: an independent implementation must come to the same key.
const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

describe("judgeLimits", () => {
  it("names each running total by tool, rule and group", () => {
    expect(judgeLimits(rule, "pay", { to: "x\u00e9", currency: "EUR", amount: 7 })).toEqual({
      uncountable: [],
      over: [],
      budgets: [
        {
          rule: "per-day",
          key: sha256('{"by":["EUR","x\u00e9"],"rule":"per-day","tool":"pay"}'),
          amount: 7,
          max: 20,
          windowSeconds: 86_400,
        },
        { rule: "calls", key: sha256('{"by":[],"rule":"calls","tool":"pay"}'), amount: 1, max: 3, windowSeconds: 60 },
      ],
      facts: [
        { rule: "per-call", amount: 7, max: 10, window_seconds: null },
        { rule: "per-day", amount: 7, max: 20, window_seconds: 86_400 },
        { rule: "calls", amount: 1, max: 3, window_seconds: 60 },
      ],
    });
  });

  it("tells group values of two types apart", () => {
    const key = (to: string | number | null) => judgeLimits(rule, "pay", { to, currency: "EUR", amount: 1 }).budgets[0]?.key;
    expect(new Set([key("1"), key(1), key(null), key("null")]).size).toBe(4);
  });

  it("tells groups apart whose values meet at another place", () => {
    const key = (currency: string, to: string) => judgeLimits(rule, "pay", { to, currency, amount: 1 }).budgets[0]?.key;
    expect(key('EUR","', "x")).not.toBe(key("EUR", '","x'));
  });

  it("gives no budget for what cannot be counted", () => {
    const { uncountable, over, budgets } = judgeLimits(rule, "pay", { to: [], currency: "EUR", amount: -1 });
    expect(budgets.map(({ rule: id }) => id)).toEqual(["calls"]);
    expect(over).toEqual([]);
    expect(uncountable).toEqual([
      { reason: "policy.limit", path: "/action/args/amount", id: "per-call" },
      { reason: "policy.limit", path: "/action/args/amount", id: "per-day" },
      { reason: "policy.limit", path: "/action/args/to", id: "per-day" },
    ]);
  });
});
