import { describe, expect, it } from "vitest";
import { HIGH_IMPACTS, IMPACTS } from "../../src/decision/impact.js";
import { MAX_ISSUES } from "../../src/decision/issue.js";
import { DEFAULT_LIMITS, resolveLimits } from "../../src/decision/limits.js";
import { INTEROP, resolveProfile, STRICT } from "../../src/decision/profile.js";
import { KEY_PURPOSES } from "../../src/trust/keyring.js";
import { readText } from "./sources.js";

const LIMITS = {
  maxBytes: 64_000,
  maxDepth: 32,
  maxProvenance: 64,
  maxClaims: 64,
  maxEvidence: 64,
  maxArtifactBytes: 5_242_880,
  maxArtifactsBytes: 16_777_216,
  maxPayloadBytes: 16_384,
};

const OPTIONS: readonly (readonly [option: string, strict: boolean, interop: boolean])[] = [
  ["strictTrust", true, true],
  ["verifyEvidence", true, true],
  ["blockUnknownTools", true, false],
  ["operatorImpact", true, false],
  ["legacyRaisesTrust", false, true],
  ["completeAttestations", true, false],
  ["signedExtensions", true, false],
  ["checkAudience", true, false],
  ["keyScope", true, false],
  ["uniqueEvidenceIds", true, false],
  ["receipts", true, false],
  ["resolveEveryReference", true, false],
];

describe("limits", () => {
  it("default to the pinned numbers", () => {
    expect(DEFAULT_LIMITS).toEqual(LIMITS);
    expect(resolveLimits(undefined)).toEqual(LIMITS);
    expect(Object.isFrozen(DEFAULT_LIMITS)).toBe(true);
    expect(MAX_ISSUES).toBe(32);
  });

  it("are those of spec/limits.md", () => {
    const page = readText("spec/limits.md");
    for (const [name, value] of Object.entries(LIMITS)) expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| ${value} \\|`));
  });

  it("refuse an unknown name", () => {
    expect(() => resolveLimits({ maxByte: 1 } as never)).toThrow(TypeError);
  });
});

describe("profiles", () => {
  it("have the pinned options", () => {
    expect(STRICT).toEqual({ name: "strict", ...Object.fromEntries(OPTIONS.map(([option, strict]) => [option, strict])) });
    expect(INTEROP).toEqual({ name: "interop", ...Object.fromEntries(OPTIONS.map(([option, , interop]) => [option, interop])) });
    expect(Object.isFrozen(STRICT) && Object.isFrozen(INTEROP)).toBe(true);
  });

  it("default to strict", () => {
    expect(resolveProfile(undefined)).toBe(STRICT);
  });

  it("are those of spec/profiles.md", () => {
    const page = readText("spec/profiles.md");
    const word = (on: boolean): string => (on ? "on" : "off");
    for (const [option, strict, interop] of OPTIONS)
      expect(page).toMatch(new RegExp(`\\| \`${option}\` \\| ${word(strict)} \\| ${word(interop)} \\|`));
  });
});

describe("lists", () => {
  it("are the pinned ones", () => {
    expect(IMPACTS).toEqual(["read", "write", "external", "compute", "money", "privacy", "irreversible"]);
    expect(HIGH_IMPACTS).toEqual(["money", "privacy", "irreversible"]);
    expect(KEY_PURPOSES).toEqual(["approve", "attest", "receipt", "upstream", "checkpoint", "agent", "break_glass"]);
  });
});
