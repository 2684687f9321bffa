import { describe, expect, it } from "vitest";
import type { Impact } from "../../../src/decision/impact.js";
import { INTEROP, type Profile, STRICT } from "../../../src/decision/profile.js";
import { judgePolicy } from "../../../src/policy/judge-policy.js";
import type { ArgsCheck, Policy } from "../../../src/policy/policy.js";
import { requirementsFor } from "../../../src/policy/requirements.js";
import { policyOf } from "./policies.js";

function judge(policy: Policy, tool: string, declared: Impact, profile: Profile = STRICT) {
  const requirements = requirementsFor(policy, tool, declared, profile);
  return judgePolicy({ ...NOBODY, policy, profile, requirements, args: { amount: 1 } });
}

const NOBODY = {
  context: {},
  claims: [],
  provenance: [],
  raisers: [],
  approvers: [],
  receipts: [],
  raisedAt: null,
  now: 0n,
  checks: new Map<string, boolean>(),
  unanswered: "block",
} as const;

const unfit: ArgsCheck = () => ({ fits: false, places: ["", "/to"] });
const policy = policyOf(
  {
    version: 1,
    tools: { pay: { impact: "money" }, stop: { impact: "write", deny: "freeze-2026", args: {} }, form: { impact: "read", args: {} } },
  },
  unfit,
);

describe("judgePolicy", () => {
  it("permits a known tool under its impact", () => {
    expect(judge(policy, "pay", "money")).toEqual({
      ok: true,
      value: { budgets: [], checks: [], breakGlass: null, factsEnd: null, facts: null },
    });
  });

  it("blocks a tool that the policy does not name, only where the profile says so (S2)", () => {
    const blocked = { ok: false, issues: [{ reason: "policy.tool_unknown", path: "/action/tool" }], more: 0 };
    expect(judge(policy, "payments.transfer_v2", "read")).toEqual(blocked);
    expect(judge(policy, "constructor", "read")).toEqual(blocked);
    expect(judge(policyOf({}), "shell.run", "compute")).toEqual(blocked);
    expect(judge(policyOf({ impact_by_tool: {} }), "shell.run", "compute")).toEqual(blocked);
    expect(judge(policy, "unheard", "read", INTEROP).ok).toBe(true);
  });

  it.each<[string, Impact]>([
    ["pay", "read"],
    ["pay", "irreversible"],
    ["form", "money"],
  ])("blocks %s proposed as %s, over and under (S3)", (tool, declared) => {
    const judged = judge(policy, tool, declared);
    expect(judged).toMatchObject({ ok: false });
    expect(judged.ok ? [] : judged.issues).toContainEqual({ reason: "policy.impact_mismatch", path: "/impact" });
    const interop = judge(policy, tool, declared, INTEROP);
    expect(interop.ok ? [] : interop.issues.map(({ reason }) => reason)).not.toContain("policy.impact_mismatch");
  });

  it("blocks what does not fit though no place is told", () => {
    const silent = policyOf({ version: 1, tools: { form: { impact: "read", args: {} } } }, () => ({ fits: false, places: [] }));
    expect(judge(silent, "form", "read")).toMatchObject({ ok: false, issues: [{ reason: "policy.args_invalid", path: "/action/args" }] });
  });

  it("collects every reason in catalogue order, with the operator's id of the refusal", () => {
    expect(judge(policy, "stop", "read")).toEqual({
      ok: false,
      issues: [
        { reason: "policy.impact_mismatch", path: "/impact" },
        { reason: "policy.denied", path: "/action/tool" },
        { reason: "policy.args_invalid", path: "/action/args" },
        { reason: "policy.args_invalid", path: "/action/args/to" },
      ],
      more: 0,
      facts: { rule: "freeze-2026", rules: [{ reason: "policy.denied", id: "freeze-2026" }] },
    });
  });

  it("judges arguments and refusals under interop too", () => {
    const judged = judge(policy, "stop", "write", INTEROP);
    expect(judged.ok ? [] : judged.issues.map(({ reason }) => reason)).toEqual([
      "policy.denied",
      "policy.args_invalid",
      "policy.args_invalid",
    ]);
  });

  it("states no rule where none denied", () => {
    expect(judge(policy, "form", "read")).not.toHaveProperty("facts");
  });
});
