import { describe, expect, it } from "vitest";
import { amountText } from "../../../../src/cli/doctor/sample/amount-text.js";
import { type ArgsQuestion, findArgs, findOtherArgs, fits } from "../../../../src/cli/doctor/sample/find-args.js";
import { pickFor } from "../../../../src/cli/doctor/sample/pick.js";
import { samplePattern } from "../../../../src/cli/doctor/sample/sample-pattern.js";
import { withValueAt } from "../../../../src/cli/doctor/sample/with-value-at.js";
import { loadPolicy } from "../../../../src/compile/load-policy.js";
import type { JsonObject } from "../../../../src/json/value.js";
import type { ToolRule } from "../../../../src/policy/policy.js";

/** What the policy's own engine says of the arguments that were made up for a tool. */
async function question(entry: JsonObject, variables: Partial<ArgsQuestion["variables"]> = {}): Promise<ArgsQuestion> {
  const policy = await loadPolicy({ version: 1, tools: { t: { impact: "money", ...entry } } });
  return {
    tool: "t",
    rule: policy.tools.get("t") as ToolRule,
    schema: (entry.args as JsonObject) ?? null,
    variables: { tool: "t", impact: "money", provenance: [], claims: [], facts: {}, context: { principal: "p" }, now: 0, ...variables },
  };
}
const object = (properties: JsonObject) => ({ type: "object", properties, required: Object.keys(properties) });

describe("a text for a pattern", () => {
  it.each([
    "^acct_[0-9]{4,12}$",
    "^(?:GB|DE)\\d{2}[A-Z0-9]{10,}$",
    "^[^a-z\\s]+$",
    "^\\x41\\x{42}\\.\\-\\w?\\S*$",
    "^\\p{Lu}\\p{L}+(?: [A-Z])?$",
    "^(a|b(c|d)){2}.$",
    "^[\\w.+-]+@[a-z]{2,}\\.com$",
    "^$",
  ])("fits %s at every attempt", (pattern) => {
    const whole = new RegExp(pattern.replaceAll("\\x{42}", "B"), "u".repeat(Number(/\\p/.test(pattern))));
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const text = samplePattern(pattern, pickFor(attempt));
      expect(text).toMatch(whole);
    }
  });

  it.each(["a$", "^a", "^(a$", "^\\q$", "^[^\\d\\D]$", "^\\p{Nowhere}$"])("is not made up for %s", (pattern) => {
    expect(samplePattern(pattern, pickFor(0))).toBeNull();
  });
});

describe("arguments for a tool", () => {
  it.each<[string, JsonObject]>([
    ["no schema", {}],
    [
      "the usual payment",
      { args: object({ amount: { type: "integer", minimum: 5, maximum: 9 }, to: { type: "string", pattern: "^acct_[0-9]{4}$" } }) },
    ],
    ["references", { args: { $defs: { id: { type: "string", format: "uuid" } }, ...object({ id: { $ref: "#/$defs/id" } }) } }],
    ["branches", { args: object({ v: { oneOf: [{ type: "integer", minimum: 3 }, { const: "all" }] } }) }],
    ["lists", { args: object({ l: { type: "array", items: { enum: ["a", "b"] }, minItems: 2, uniqueItems: true } }) }],
    [
      "open ends",
      {
        args: object({
          n: { type: "integer", exclusiveMinimum: 10, exclusiveMaximum: 12 },
          m: { type: "number", multipleOf: 0.01, minimum: 0.05 },
        }),
      },
    ],
    [
      "a time",
      {
        args: object({
          at: { type: "string", format: "date-time" },
          on: { type: "string", format: "date" },
          ok: { type: "boolean" },
          no: { type: "null" },
        }),
      },
    ],
    ["a tight text", { args: object({ t: { type: "string", minLength: 3, maxLength: 3 } }) }],
    ["an example of its writer", { args: object({ code: { type: "string", examples: ["K-9"], not: { pattern: "^[xa1]$" } } }) }],
    [
      "a limit below the schema's plainest",
      { args: object({ n: { type: "integer", minimum: 1, maximum: 900 } }), limits: [{ id: "l", amount: "/n", max: 2 }] },
    ],
    ["a limit without a schema", { limits: [{ id: "l", sum: "/deep/n", by: ["/to"], window_seconds: 60, max: 5 }] }],
    ["a decimal limit", { limits: [{ id: "l", amount: "/n", scale: 2, max: "0.05" }] }],
  ])("are found with %s", async (_, entry) => {
    const asked = await question(entry);
    const args = findArgs(asked);
    expect(args).not.toBeNull();
    expect(fits(args as JsonObject, asked)).toBe(true);
    const other = findOtherArgs(args as JsonObject, asked);
    expect(other).not.toEqual(args);
  });

  it("are sought until a condition holds", async () => {
    const entry = { args: object({ to: { enum: ["a", "b", "c"] }, n: { type: "integer", minimum: 1, maximum: 50 } }) };
    const asked = await question({ ...entry, when: [{ id: "only-c", cel: 'args.to == "c" && args.n > 40' }] });
    expect(findArgs(asked)).toMatchObject({ to: "c" });
  });

  it("are told as not found where a condition cannot be met, or throws", async () => {
    for (const cel of ['context.principal == "somebody else"', "args.absent == 1"]) {
      expect(findArgs(await question({ args: object({ n: { const: 1 } }), when: [{ id: "w", cel }] }))).toBeNull();
    }
  });

  it("are told as not found where the schema takes what nobody thinks of", async () => {
    expect(findArgs(await question({ args: object({ t: { type: "string", not: { pattern: "^[xa1]$" } } }) }))).toBeNull();
  });
});

describe("small parts", () => {
  it("puts a value at a pointer, and goes through nothing that is no object", () => {
    expect(withValueAt({ a: { b: 1 }, c: 2 }, "/a/x~1y", 3)).toEqual({ a: { b: 1, "x/y": 3 }, c: 2 });
    expect(withValueAt({}, "/a/b", 1)).toEqual({ a: { b: 1 } });
    expect(withValueAt({ a: [1] }, "/a/0", 2)).toBeUndefined();
    expect(withValueAt({}, "", 1)).toBeUndefined();
  });

  it("writes an amount in its notation", () => {
    expect([amountText(7, 0), amountText(7, 2), amountText(1234, 2), amountText(2 ** 53, 0)]).toEqual([7, "0.07", "12.34", null]);
  });
});
