import { describe, expect, it } from "vitest";
import { INTEROP, STRICT } from "../../../src/decision/profile.js";
import { proposalNeeded } from "../../../src/policy/pic-need.js";
import { policyOf } from "./policies.js";

describe("proposalNeeded", () => {
  const ours = policyOf({ version: 1, tools: { search: { impact: "read", pic: "optional" }, write: { impact: "write" } } });
  const reference = policyOf({ impact_by_tool: { search: "read", pay: "money" } });

  it.each([STRICT, INTEROP])("$name", (profile) => {
    expect(proposalNeeded(ours, "search", profile)).toBe(false);
    expect(proposalNeeded(ours, "write", profile)).toBe(true);
    expect(proposalNeeded(ours, "unknown", profile)).toBe(true);
    expect(proposalNeeded(ours, "constructor", profile)).toBe(true);
    expect(proposalNeeded(reference, "search", profile)).toBe(false);
    expect(proposalNeeded(reference, "pay", profile)).toBe(true);
    expect(proposalNeeded(reference, "unknown", profile)).toBe(true);
  });

  // POLICY-8: in strict a high impact, and evidence, need a proposal whatever the file lists.
  const listed = policyOf({
    impact_by_tool: { pay: "money", export: "privacy", wipe: "irreversible", note: "write", search: "read" },
    require_pic_for_impacts: ["external"],
    require_evidence_for_impacts: ["write"],
  });

  it.each<[string, boolean, boolean]>([
    ["pay", true, false],
    ["export", true, false],
    ["wipe", true, false],
    ["note", true, false],
    ["search", false, false],
  ])("%s: strict %s, interop %s", (tool, strict, interop) => {
    expect(proposalNeeded(listed, tool, STRICT)).toBe(strict);
    expect(proposalNeeded(listed, tool, INTEROP)).toBe(interop);
  });
});
