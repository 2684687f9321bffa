import { describe, expect, it } from "vitest";
import type { Impact } from "../../../src/decision/impact.js";
import { approverEntries } from "../../../src/policy/approver-entries.js";
import type { ApprovalsRule, Policy } from "../../../src/policy/policy.js";

function policyOf(approvals: readonly Omit<ApprovalsRule, "id">[], impact: Impact = "money", evidenceRequired = false): Policy {
  const rule = { impact, evidenceRequired, approvals: approvals.map((one, at) => ({ id: `rule-${at}`, ...one })) };
  return { tools: new Map([["pay", rule]]), evidenceImpacts: new Set(["money"]) } as never;
}

describe("approverEntries", () => {
  it.each<[string, Policy, readonly object[]]>([
    ["two of anybody", policyOf([{ count: 2, role: null }]), [{ id: "approval-1" }, { id: "approval-2" }]],
    ["one of a role", policyOf([{ count: 1, role: "cfo" }]), [{ id: "approval-1", role: "cfo" }]],
    [
      "two people, one of them in a role",
      policyOf([
        { count: 2, role: null },
        { count: 1, role: "cfo" },
      ]),
      [{ id: "approval-1", role: "cfo" }, { id: "approval-2" }],
    ],
    [
      "fewer of anybody than of the roles",
      policyOf([
        { count: 1, role: "cfo" },
        { count: 1, role: "legal" },
        { count: 1, role: null },
      ]),
      [
        { id: "approval-1", role: "cfo" },
        { id: "approval-2", role: "legal" },
      ],
    ],
    [
      "one role asked for twice: the higher count",
      policyOf([
        { count: 1, role: "cfo" },
        { count: 2, role: "cfo" },
      ]),
      [
        { id: "approval-1", role: "cfo" },
        { id: "approval-2", role: "cfo" },
      ],
    ],
    ["a high impact without such a rule", policyOf([]), [{ id: "approval-1" }]],
    ["a low impact that needs evidence", policyOf([], "write", true), [{ id: "approval-1" }]],
    ["a low impact", policyOf([], "read"), []],
  ])("%s", (_, policy, entries) => {
    expect(approverEntries(policy, "pay")).toEqual(entries);
  });

  it("has none for a tool that the policy does not name", () => {
    expect(approverEntries(policyOf([{ count: 2, role: null }]), "constructor")).toEqual([]);
  });
});
