import { describe, expect, it } from "vitest";
import { explainTool } from "../../../src/cli/explain-policy.js";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import { rankOf } from "../../../src/decision/catalogue.js";

const policy = (tools: object, more: object = {}) => loadPolicy({ version: 1, tools, ...more });
const lines = async (entry: object, more: object = {}) =>
  explainTool(await policy({ t: entry }, more), "t").map(({ text, reason, rule }) => [text, reason, rule]);

describe("explainTool", () => {
  it("tells a denied tool and one that is not named in a sentence", async () => {
    expect(await lines({ impact: "money", deny: "frozen" })).toEqual([
      ["it is denied outright, so every call is blocked", "policy.denied", "frozen"],
    ]);
    expect(explainTool(await policy({}), "t")).toMatchObject([{ reason: "policy.tool_unknown", rule: null }]);
  });

  it("tells every rule, with its id, in the order in which reasons stand", async () => {
    const told = await lines({
      impact: "money",
      args: { type: "object", properties: { amount: { type: "string" } }, required: ["amount"] },
      principals: { id: "who", allow: ["agent-7", "agent-8"] },
      facts: [
        { id: "rate", contract: "fx.rate", max_age_seconds: 60, optional: true },
        { id: "read", contract: "erp.invoice", max_age_seconds: 300, versions: ["2", "3"], refetch: true },
      ],
      when: [
        { id: "cond", cel: "args.amount != ''" },
        { id: "as-read", cel: "facts['erp.invoice'].bound.id == args.amount && facts['fx.rate'].bound.id == args.amount" },
      ],
      approvals: [
        { id: "two", count: 2, role: "finance" },
        { id: "one", count: 1 },
      ],
      separation: { id: "apart" },
      check: [{ id: "fraud", deadline_ms: 250 }],
      limits: [
        { id: "each", amount: "/amount", scale: 2, max: "500.05" },
        { id: "day", sum: "/amount", scale: 2, max: "2000", by: ["/to", "/currency"], window_seconds: 86_400 },
        { id: "calls", count: true, max: 3, window_seconds: 90 },
      ],
      break_glass: { id: "glass", until: "2027-01-01T00:00:00Z", max_lifetime: 600 },
    });
    const rules = told.filter(([, , rule]) => rule !== null);
    expect(rules).toEqual([
      ["the principal is agent-7 or agent-8", "policy.principal", "who"],
      [
        "the proposal carries a receipt of erp.invoice, of version 2 or 3, at most 300 s old, fetched after the last approval",
        "policy.fact_missing",
        "read",
      ],
      ["the proposal carries, where there is one, a receipt of fx.rate, at most 60 s old", "policy.fact_stale", "rate"],
      ["this is true: args.amount != ''", "policy.when", "cond"],
      ["this is true: facts['erp.invoice'].bound.id == args.amount && facts['fx.rate'].bound.id == args.amount", "policy.when", "as-read"],
      ["2 different owners in the role finance approved, each by a key of purpose approve", "policy.approvals", "two"],
      ["1 owner approved, each by a key of purpose approve", "policy.approvals", "one"],
      ["the principal owns none of the keys that approved, and each of those has an owner", "policy.separation", "apart"],
      ["the operator's check answers allow within 250 ms", "policy.check", "fraud"],
      ["/amount is at most 500.05", "policy.limit", "each"],
      ["/amount adds up to at most 2000.00 in 1 day for each /to and /currency", "policy.limit", "day"],
      ["there are at most 3 calls in 90 seconds", "policy.limit", "calls"],
      [
        "until 2027-01-01T00:00:00Z two owners with keys of purpose break_glass set aside principals, facts, conditions, approvals, checks and limits; their signatures live at most 10 minutes",
        null,
        "glass",
      ],
    ]);
    const ranks = told.flatMap(([, reason]) => (reason === null ? [] : [rankOf(reason as "policy.when")]));
    // What is asked of the whole stage stands by its first reason.
    expect(ranks.slice(4)).toEqual([...ranks.slice(4)].sort((a, b) => a - b));
  });

  it("says what a low impact is spared, and what observation means", async () => {
    const low = (
      await lines({ impact: "read", pic: "optional" }, { audit_best_effort: ["read"], observe: { until: "2027-01-01T00:00:00Z" } })
    ).map(([text]) => text);
    expect(low).toContain("the call may come without a proposal; its arguments are judged all the same");
    expect(low).toContain("it is recorded if that can be done");
    expect(low.at(-1)).toBe(
      "until 2027-01-01T00:00:00Z all this is judged and recorded, and a live gate lets the call pass all the same (observe)",
    );
    expect(low.some((text) => (text as string).includes("evidence"))).toBe(true);
    expect(low).not.toContain("the proposal has evidence");
  });
});
