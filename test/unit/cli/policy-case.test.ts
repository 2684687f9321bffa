import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CASE_SHAPES, CaseError, readCase } from "../../../src/cli/policy-cases/policy-case.js";
import type { JsonValue } from "../../../src/json/value.js";

const SCHEMA = JSON.parse(readFileSync(new URL("../../../spec/schemas/policy-case.schema.json", import.meta.url), "utf8"));
const fitsSchema = new Ajv2020({ strict: true, strictTypes: false }).compile(SCHEMA);

const LEAST = { title: "free", call: { tool: "a", args: {} }, now: "2026-10-01T12:00:00Z", expect: { verdict: "allow" } };
const SIGNED = {
  ...LEAST,
  proposal: {},
  call: "as-proposed",
  approved_by: ["a", { key: "b", vouches_for: ["x"], issued_at: "2026-10-01T12:00:00Z", expires_at: "2026-10-01T12:00:00.5+02:00" }],
};

describe("a policy case", () => {
  it.each([
    ["the least", LEAST],
    ["one that is signed", SIGNED],
    ["files", { ...SIGNED, proposal: "p.json", keyring: "k.json" }],
    [
      "every member",
      { ...SIGNED, context: { principal: "p" }, profile: "interop", audience: "g", checks: { c: "refuse" }, spent: { l: 0 }, keyring: {} },
    ],
    [
      "a block with its rule",
      { ...LEAST, expect: { verdict: "block", code: "PIC_POLICY_VIOLATION", reason: "policy.limit", rule: "cap" } },
    ],
  ])("may say %s", (_name, value) => {
    expect(readCase(value as JsonValue).title).toBe("free");
    expect(fitsSchema(value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["/expect", { ...LEAST, expect: undefined }],
    ["/title", { ...LEAST, title: "" }],
    ["/now", { ...LEAST, now: "yesterday" }],
    ["/call", { ...LEAST, call: "as proposed" }],
    ["/call/tool", { ...LEAST, call: { args: {} } }],
    ["/call/arguments", { ...LEAST, call: { tool: "a", arguments: {} } }],
    ["/expected", { ...LEAST, expected: {} }],
    ["/expect/verdict", { ...LEAST, expect: { verdict: "deny" } }],
    ["/expect/code", { ...LEAST, expect: { verdict: "block", code: "PIC_NO" } }],
    ["/expect/reasons", { ...LEAST, expect: { verdict: "block", reasons: [] } }],
    ["/expect", { ...LEAST, expect: { verdict: "allow", rule: "r" } }],
    ["/checks/c", { ...LEAST, checks: { c: true } }],
    ["/spent/l", { ...LEAST, spent: { l: -1 } }],
    ["/spent/l", { ...LEAST, spent: { l: 1.5 } }],
    ["/approved_by", { ...SIGNED, approved_by: [] }],
    ["/approved_by/0/kex", { ...SIGNED, approved_by: [{ kex: "a" }] }],
    ["/approved_by/0/expires_at", { ...SIGNED, approved_by: [{ key: "a", expires_at: null }] }],
    ["/context", { ...LEAST, context: [] }],
    ["/proposal", { ...SIGNED, proposal: 1 }],
    ["a case", []],
  ])("is refused at %s", (place, value) => {
    const json = JSON.parse(JSON.stringify(value)) as JsonValue;
    expect(() => readCase(json)).toThrow(CaseError);
    expect(() => readCase(json)).toThrow(new RegExp(`^${place}[: ]`));
    expect(fitsSchema(json)).toBe(false);
  });

  it.each<[string, unknown]>([
    ["/expect/reason", { ...LEAST, expect: { verdict: "block", reason: "policy.limits" } }],
    ["/call", { ...LEAST, call: "proposal-only" }],
    ["/approved_by", { ...LEAST, approved_by: ["a"] }],
  ])("is refused at %s, which no schema says", (place, value) => {
    expect(() => readCase(value as JsonValue)).toThrow(new RegExp(`^${place}: `));
  });

  it("has the members of its schema", () => {
    const members = (schema: { properties: object }) => Object.keys(schema.properties);
    expect(Object.keys(CASE_SHAPES.case)).toEqual(members(SCHEMA));
    for (const name of ["call", "approval", "expect"] as const) expect(Object.keys(CASE_SHAPES[name])).toEqual(members(SCHEMA.$defs[name]));
  });
});
