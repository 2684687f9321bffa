import { describe, expect, it } from "vitest";
import type { Impact } from "../../../src/decision/impact.js";
import { INTEROP, STRICT } from "../../../src/decision/profile.js";
import { requirementsFor } from "../../../src/policy/requirements.js";
import { policyOf } from "./policies.js";

const ours = policyOf({
  version: 1,
  max_attestation_lifetime: 900,
  tools: {
    pay: { impact: "money", max_attestation_lifetime: 60 },
    search: { impact: "read" },
    post: { impact: "external", evidence: "required" },
    loose: { impact: "money", allow_unscoped_keys: true },
  },
});
const reference = policyOf({ impact_by_tool: { pay: "money", search: "read" } });
const EMPTY_LISTS = policyOf({ impact_by_tool: {}, require_pic_for_impacts: [], require_evidence_for_impacts: [] });

describe("requirements in strict", () => {
  it.each<[string, Impact, { impact: Impact; known: boolean; evidence: boolean; chain: boolean; scoped: boolean }]>([
    ["pay", "money", { impact: "money", known: true, evidence: true, chain: true, scoped: true }],
    ["pay", "read", { impact: "money", known: true, evidence: true, chain: true, scoped: true }],
    ["search", "read", { impact: "read", known: true, evidence: false, chain: false, scoped: false }],
    ["search", "money", { impact: "read", known: true, evidence: true, chain: true, scoped: true }],
    ["post", "external", { impact: "external", known: true, evidence: true, chain: false, scoped: false }],
    ["loose", "money", { impact: "money", known: true, evidence: true, chain: true, scoped: false }],
    ["other", "money", { impact: "money", known: false, evidence: true, chain: true, scoped: true }],
    ["other", "read", { impact: "read", known: false, evidence: false, chain: false, scoped: false }],
    ["constructor", "read", { impact: "read", known: false, evidence: false, chain: false, scoped: false }],
  ])("%s proposed as %s", (tool, declared, expected) => {
    const found = requirementsFor(ours, tool, declared, STRICT);
    expect(found).toMatchObject({
      tool,
      declaredImpact: declared,
      impact: expected.impact,
      toolKnown: expected.known,
      evidenceRequired: expected.evidence,
      trustedChainRequired: expected.chain,
      scopedKeysRequired: expected.scoped,
    });
    expect(Object.isFrozen(found)).toBe(true);
  });

  it("takes the tool's lifetime, else the file's", () => {
    expect(requirementsFor(ours, "pay", "money", STRICT).maxAttestationLifetime).toBe(60);
    expect(requirementsFor(ours, "search", "read", STRICT).maxAttestationLifetime).toBe(900);
    expect(requirementsFor(ours, "other", "read", STRICT).maxAttestationLifetime).toBe(900);
  });

  it("asks no written scope of keys under the reference's form (S8)", () => {
    expect(requirementsFor(reference, "pay", "money", STRICT)).toMatchObject({ evidenceRequired: true, scopedKeysRequired: false });
  });
});

describe("requirements in interop", () => {
  it("judges the causal rule by the proposal's impact and evidence by either", () => {
    expect(requirementsFor(reference, "pay", "read", INTEROP)).toMatchObject({
      impact: "money",
      evidenceRequired: true,
      trustedChainRequired: false,
      scopedKeysRequired: false,
    });
    expect(requirementsFor(reference, "search", "money", INTEROP)).toMatchObject({ evidenceRequired: true, trustedChainRequired: true });
    expect(requirementsFor(reference, "search", "write", INTEROP)).toMatchObject({ evidenceRequired: false, trustedChainRequired: false });
  });

  it("takes the proposal's impact for a tool that the policy does not name", () => {
    expect(requirementsFor(EMPTY_LISTS, "any", "money", INTEROP)).toMatchObject({
      impact: "money",
      toolKnown: false,
      evidenceRequired: false,
      trustedChainRequired: true,
    });
  });
});
