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
});
