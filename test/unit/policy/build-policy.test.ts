import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { buildPolicy, type CompileArgs, isPolicy } from "../../../src/policy/build-policy.js";
import type { PolicyFile } from "../../../src/policy/policy-file.js";
import { policyOf } from "./policies.js";

describe("the reference's form", () => {
  it("takes its defaults: money, privacy and irreversible need a proposal and evidence", () => {
    const policy = policyOf({ impact_by_tool: { "payments.transfer": "money", "docs.search": "read" } });
    expect(policy.form).toBe("reference");
    expect([...policy.evidenceImpacts]).toEqual(["money", "privacy", "irreversible"]);
    expect(policy.tools.get("payments.transfer")).toMatchObject({ impact: "money", pic: "required", deny: null, args: null });
    expect(policy.tools.get("docs.search")).toMatchObject({ impact: "read", pic: "optional", evidenceRequired: false });
    expect(policy.maxAttestationLifetime).toBe(86_400);
    expect(policy.requireProfile).toBeNull();
  });

  it("takes the lists as written", () => {
    const policy = policyOf({
      impact_by_tool: { pay: "money", read: "read" },
      require_pic_for_impacts: ["read"],
      require_evidence_for_impacts: ["write"],
    });
    expect(policy.tools.get("pay")?.pic).toBe("optional");
    expect(policy.tools.get("read")?.pic).toBe("required");
    expect([...policy.evidenceImpacts]).toEqual(["write"]);
  });

  it("takes an empty list for none written where the file names a tool (POLICY-7)", () => {
    const policy = policyOf({
      impact_by_tool: { pay: "money", export: "privacy", wipe: "irreversible", read: "read" },
      require_pic_for_impacts: [],
      require_evidence_for_impacts: [],
    });
    for (const tool of ["pay", "export", "wipe"]) expect(policy.tools.get(tool)?.pic).toBe("required");
    expect(policy.tools.get("read")?.pic).toBe("optional");
    expect([...policy.evidenceImpacts]).toEqual(["money", "privacy", "irreversible"]);
  });

  it.each([[{ impact_by_tool: {} }], [{}]])("takes an empty list as written where the file names no tool: %j", (file) => {
    expect(policyOf({ ...file, require_evidence_for_impacts: [] }).evidenceImpacts.size).toBe(0);
    expect(policyOf(file).evidenceImpacts.size).toBe(3);
  });

  it("names no tool where it is empty", () => {
    expect(policyOf({}).tools.size).toBe(0);
    expect(policyOf({}).tools.get("constructor")).toBeUndefined();
  });
});

describe("version 1", () => {
  it("takes its defaults", () => {
    const policy = policyOf({ version: 1, tools: { pay: { impact: "money" } } });
    expect(policy.form).toBe("version-1");
    expect(policy.allowUnscopedKeys).toBe(false);
    expect(policy.tools.get("pay")).toEqual({
      impact: "money",
      pic: "required",
      evidenceRequired: false,
      deny: null,
      args: null,
      maxAttestationLifetime: 86_400,
      allowUnscopedKeys: false,
      principals: null,
      facts: [],
      when: [],
      approvals: [],
      separation: null,
      checks: [],
      limits: [],
      breakGlass: null,
      observe: null,
      auditArgs: [],
      hasRules: false,
    });
  });

  it("hands a tool the file's settings unless it has its own", () => {
    const policy = policyOf({
      version: 1,
      max_attestation_lifetime: 600,
      allow_unscoped_keys: true,
      require_profile: "strict",
      tools: {
        a: { impact: "read", pic: "optional" },
        b: { impact: "write", evidence: "required", max_attestation_lifetime: 60, allow_unscoped_keys: false, deny: "freeze-2026" },
      },
    });
    expect(policy.requireProfile).toBe("strict");
    expect(policy.tools.get("a")).toMatchObject({ pic: "optional", maxAttestationLifetime: 600, allowUnscopedKeys: true });
    expect(policy.tools.get("b")).toMatchObject({
      evidenceRequired: true,
      maxAttestationLifetime: 60,
      allowUnscopedKeys: false,
      deny: "freeze-2026",
    });
  });

  it("gives the compiler each schema with its place and tool", () => {
    const seen: unknown[] = [];
    const file: PolicyFile = { version: 1, tools: { "ns/pay": { impact: "money", args: { type: "object" } }, plain: { impact: "read" } } };
    const args: CompileArgs = (...call) => {
      seen.push(call);
      return () => ({ fits: true, places: [] });
    };
    buildPolicy(file, { args, when: (texts) => texts.map(() => () => true) });
    expect(seen).toEqual([[{ type: "object" }, "/tools/ns~1pay/args", "ns/pay"]]);
  });

  it.each(["money", "privacy", "irreversible"] as const)("refuses an optional proposal on %s (S15)", (impact) => {
    const load = () => policyOf({ version: 1, tools: { t: { impact, pic: "optional" } } });
    expect(load).toThrow(ConfigurationError);
    expect(load).toThrow(expect.objectContaining({ place: "/tools/t/pic" }));
  });

  it("refuses an optional proposal beside required evidence (S15)", () => {
    const load = () => policyOf({ version: 1, tools: { t: { impact: "read", pic: "optional", evidence: "required" } } });
    expect(load).toThrow(expect.objectContaining({ place: "/tools/t/pic" }));
    expect(() => policyOf({ version: 1, tools: { t: { impact: "read", pic: "optional", evidence: "by-impact" } } })).not.toThrow();
  });
});

describe("a policy", () => {
  it("is named by the SHA-256 of its file's canonical form", () => {
    const file: PolicyFile = { version: 1, tools: { b: { impact: "read" }, a: { impact: "write" } } };
    const digest = createHash("sha256")
      .update(canonicalize(file) as string)
      .digest("hex");
    expect(policyOf(file).digest).toBe(digest);
    expect(policyOf({ tools: { a: { impact: "write" }, b: { impact: "read" } }, version: 1 }).digest).toBe(digest);
    expect(policyOf({ version: 1 }).digest).not.toBe(digest);
  });

  it("is known by identity: a look-alike is none", () => {
    const policy = policyOf({});
    expect(isPolicy(policy)).toBe(true);
    expect(isPolicy({ ...policy })).toBe(false);
    expect(isPolicy(Object.create(policy))).toBe(false);
    for (const other of [null, undefined, {}, "policy", 1]) expect(isPolicy(other)).toBe(false);
  });

  it("is frozen", () => {
    const policy = policyOf({ version: 1, tools: { t: { impact: "read" } } });
    expect(Object.isFrozen(policy)).toBe(true);
    expect(Object.isFrozen(policy.tools.get("t"))).toBe(true);
  });
});
