import { describe, expect, it } from "vitest";
import { type ProposalParts, proposalFor } from "../../../src/sign/proposal-for.js";

const parts: ProposalParts = {
  tool: "payments.transfer",
  args: {},
  intent: "Pay",
  impact: "money",
  sources: [{ id: "inv-204" }],
  claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
};

describe("proposalFor with approvers", () => {
  it("lays down an entry for each after the sources, and a claim that rests on all of them", () => {
    const { provenance, claims } = proposalFor({ ...parts, approvers: 2 });
    expect(provenance).toEqual([
      { id: "inv-204", trust: "untrusted" },
      { id: "approval-1", trust: "untrusted", source: "approver" },
      { id: "approval-2", trust: "untrusted", source: "approver" },
    ]);
    expect(claims).toEqual([
      { text: "INV-204 is due", evidence: ["inv-204"] },
      { text: "This action is approved by those who sign for it", evidence: ["approval-1", "approval-2"] },
    ]);
  });

  it("names the role as the source", () => {
    const approvers = [{ id: "cfo-1", role: "cfo" }, { id: "anybody" }];
    expect(proposalFor({ ...parts, approvers }).provenance.slice(1)).toEqual([
      { id: "cfo-1", trust: "untrusted", source: "approver:cfo" },
      { id: "anybody", trust: "untrusted", source: "approver" },
    ]);
  });

  it("adds no claim where one names an approver already", () => {
    const claims = [{ text: "Approved", evidence: ["inv-204", "approval-2"] }];
    expect(proposalFor({ ...parts, claims, approvers: 2 }).claims).toEqual(claims);
  });

  it("changes nothing for none", () => {
    for (const approvers of [0, []]) expect(proposalFor({ ...parts, approvers })).toEqual(proposalFor(parts));
  });

  it.each<[string, unknown, RegExp]>([
    ["half an approver", 1.5, /0 to 64/],
    ["a negative number", -1, /0 to 64/],
    ["more than a proposal holds", 65, /0 to 64/],
    ["text", "2", /array/],
    ["an id that a source has", [{ id: "inv-204" }], /two sources have one id/],
    ["one id twice", [{ id: "a" }, { id: "a" }], /two sources have one id/],
    ["an empty role", [{ id: "a", role: "" }], /approvers\[0\]\.role/],
    ["an unknown member", [{ id: "a", trust: "trusted" }], /approvers\[0\] has the unknown member trust/],
  ])("refuses %s", (_, approvers, message) => {
    expect(() => proposalFor({ ...parts, approvers } as never)).toThrow(message);
  });
});
