import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema, TARGETS } from "../../../scripts/compile-schema.js";
import { ownMembersOnly } from "../../../src/wire/own-members.js";

const ROOT = new URL("../../../", import.meta.url);

/** Every member name that a schema mentions, at any depth. */
function memberNames(schema: unknown, into = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return into;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") for (const name of Object.keys(value as object)) into.add(name);
    memberNames(value, into);
  }
  return into;
}

describe("compiled schemas", () => {
  for (const target of TARGETS) {
    const code = readFileSync(new URL(target.module, ROOT), "utf8");

    it(`${target.module} is what its schema compiles to`, () => {
      expect(code).toBe(compileSchema(target));
    });

    it(`${target.module} imports nothing and builds no code`, () => {
      expect(code).not.toMatch(/\bimport\b|\brequire\b|\beval\b|\bFunction\b/);
    });

    it(`${target.module} calls no method that a host may replace on arrays`, () => {
      expect(code).not.toMatch(/\.(?:push|forEach|some|every|includes|indexOf|map|filter)\(|\bof\b Object/);
    });
  }

  it("the guard against a polluted prototype knows every name of the schema", () => {
    const schema = JSON.parse(readFileSync(new URL("spec/schemas/proposal.schema.json", ROOT), "utf8"));
    const names = memberNames(schema);
    expect(names.size).toBe(22);
    for (const name of names) {
      const value = {};
      Object.defineProperty(Object.prototype, name, { value: 1, configurable: true });
      const guarded = ownMembersOnly(value);
      Reflect.deleteProperty(Object.prototype, name);
      expect([name, guarded === value, Object.getPrototypeOf(guarded)]).toEqual([name, false, null]);
    }
    const value = {};
    expect(ownMembersOnly(value)).toBe(value);
  });
});
