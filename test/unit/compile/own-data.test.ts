import { afterEach, describe, expect, it } from "vitest";
import { dataCompiler } from "../../../src/compile/compile-data-schema.js";
import type { DataFault } from "../../../src/contract/contract.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";

const INNER = {
  type: "object",
  properties: { b: { type: "string" }, c: { type: "string" } },
  required: ["b"],
  additionalProperties: false,
};
const COMPOSED = {
  type: "object",
  allOf: [{ type: "object", required: ["x"], properties: { x: { type: "string" } } }],
  unevaluatedProperties: false,
};
const BRANCHES = {
  type: "object",
  properties: { kind: { type: "string" }, size: { type: "integer" }, extra: { type: "string" } },
  // What is declared nowhere is asked for all the same.
  dependentRequired: { kind: ["size"], ghost: ["kind"] },
  dependentSchemas: { phantom: false, size: { type: "object", properties: { extra: { type: "string" } }, required: ["extra"] } },
  additionalProperties: false,
};
const SCHEMA: JsonObject = {
  type: "object",
  properties: { a: { type: "integer" }, list: { type: "array", items: INNER }, composed: COMPOSED, branches: BRANCHES },
  required: ["a"],
  additionalProperties: false,
};

const VALUES: readonly JsonValue[] = [
  { a: 1 },
  {},
  { a: 1, list: [{ b: "y" }, { b: "n", c: "n" }] },
  { a: 1, list: [{ c: "n" }] },
  { a: 1, composed: { x: "y" } },
  { a: 1, composed: {} },
  { a: 1, branches: {} },
  { a: 1, branches: { kind: "k", size: 1, extra: "e" } },
  { a: 1, branches: { kind: "k" } },
  { a: 1, branches: { size: 1 } },
  { a: 1, more: 2 },
];

/** As a parser gives it. */
function faultsOf(check: (data: JsonValue) => readonly DataFault[] | null): readonly (readonly DataFault[] | null)[] {
  return VALUES.map((value) => check(JSON.parse(JSON.stringify(value)) as JsonValue));
}

const NAMES = ["a", "list", "composed", "branches", "b", "c", "x", "kind", "size", "extra", "more", "ghost", "phantom"];

describe("data judged while Object.prototype holds members of others", () => {
  afterEach(() => {
    for (const name of NAMES) Reflect.deleteProperty(Object.prototype, name);
  });

  it("judges what the schema says", () => {
    const fits = faultsOf(dataCompiler()(SCHEMA, "/data")).map((faults) => faults === null);
    expect(fits).toEqual([true, false, true, false, true, false, true, true, false, false, false]);
  });

  it.each(NAMES.flatMap((name) => [true, false].map((enumerable) => ({ name, enumerable }))))("$name, enumerable: $enumerable", (lent) => {
    const check = dataCompiler()(SCHEMA, "/data");
    const clean = faultsOf(check);
    for (const value of ["lent", 1]) {
      Object.defineProperty(Object.prototype, lent.name, { value, enumerable: lent.enumerable, configurable: true, writable: true });
      const polluted = faultsOf(check);
      Reflect.deleteProperty(Object.prototype, lent.name);
      expect(polluted).toEqual(clean);
    }
  });

  it.each(["constructor", "toString", "valueOf", "hasOwnProperty"])("%s is a member only where the data has it", (name) => {
    const schema = { type: "object", properties: { [name]: { type: "string" } }, required: [name], additionalProperties: false };
    const check = dataCompiler()(schema, "/data");
    expect(check({})).not.toBeNull();
    expect(check({ [name]: "own" })).toBeNull();
    const optional = dataCompiler()({ ...schema, required: [] }, "/data");
    expect(optional({})).toBeNull();
    expect(optional({ [name]: 1 })).not.toBeNull();
  });

  it("judges every element where Object.prototype has an accessor of its index", () => {
    // A name that is always lent, so that a copy is judged.
    const properties = { toString: { type: "string" }, list: { type: "array", items: { type: "integer" } } };
    const check = dataCompiler()({ type: "object", properties, additionalProperties: false }, "/data");
    Object.defineProperty(Object.prototype, "0", { get: () => undefined, set: () => undefined, configurable: true });
    const fits = [["text"], [1, "text"], [1, 2]].map((list) => check(JSON.parse(JSON.stringify({ list })) as JsonValue) === null);
    Reflect.deleteProperty(Object.prototype, "0");
    expect(fits).toEqual([false, false, true]);
  });
});
