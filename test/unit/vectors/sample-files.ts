import type { Decision } from "../../../src/decision/decision.js";
import type { VectorSource } from "../../../src/vectors/vector-file.js";

const HEADER = { keyring: {}, policy: {}, now: 0, call: "proposal-only" };
export const ALLOW = { verdict: "allow", code: "PIC_OK", reasons: [] };
export const BLOCK = { verdict: "block", code: "PIC_SCHEMA_INVALID", reasons: ["wire.type"] };

/** A case of a decision file, with members replaced or added. */
export function decisionCase(id: string, members: object = {}): object {
  return { id, title: "a case", spec: "wire.md#wire-1", input: { utf8: "{}" }, expect: ALLOW, ...members };
}

export function decisionFile(cases: readonly object[], members: object = {}, name = "wire/sample.json"): VectorSource {
  return {
    name,
    value: { $schema: "../vector.schema.json", rule: "A rule", spec: "wire.md", kind: "decision", header: HEADER, cases, ...members },
  };
}

export function plainFile(kind: "json" | "canonical", cases: readonly object[]): VectorSource {
  return { name: `${kind}/sample.json`, value: { $schema: "../vector.schema.json", rule: "A rule", spec: "json.md", kind, cases } };
}

export function decision(members: Partial<Decision> = {}): Decision {
  return {
    verdict: "allow",
    code: "PIC_OK",
    reason: null,
    path: null,
    issues: [],
    more_issues: 0,
    binding: "none",
    single_use: "unchecked",
    audience: "unchecked",
    profile: "strict",
    facts: { digests: { policy: "", keyring: "" } },
    ...members,
  };
}

export const BLOCKED: Partial<Decision> = {
  verdict: "block",
  code: "PIC_SCHEMA_INVALID",
  reason: "wire.type",
  path: "/intent",
  issues: [{ reason: "wire.type", path: "/intent" }],
};
