import { describe, expect, it } from "vitest";
import { readCondition } from "../../../src/compile/compile-condition.js";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";

const fault = (cel: string): ConfigurationError => {
  try {
    readCondition(cel, "/at");
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error(`${cel} is read`);
};

describe("readCondition", () => {
  it("gives what the expression says, as data", () => {
    expect(readCondition("has(args.a) && args['b'][0] + 1.5 != 2.5 || !(tool in ['x', null])", "")).toEqual([
      "or",
      [
        "and",
        ["has", ["name", "args"], "a"],
        [
          "call",
          "!=",
          [
            [
              "call",
              "+",
              [
                ["index", ["index", ["name", "args"], ["value", "b"]], ["int", "0"]],
                ["double", 1.5],
              ],
            ],
            ["double", 2.5],
          ],
        ],
      ],
      [
        "call",
        "!",
        [
          [
            "call",
            "in",
            [
              ["name", "tool"],
              [
                "list",
                [
                  ["value", "x"],
                  ["value", null],
                ],
              ],
            ],
          ],
        ],
      ],
    ]);
    expect(readCondition("args.l.map(x, x > 1, -x) == [{'k': true}]", "")).toEqual([
      "call",
      "==",
      [
        [
          "over",
          "map",
          ["select", ["name", "args"], "l"],
          "x",
          [
            "call",
            ">",
            [
              ["name", "x"],
              ["int", "1"],
            ],
          ],
          ["call", "-", [["name", "x"]]],
        ],
        ["list", [["map", [["k", ["value", true]]]]]],
      ],
    ]);
  });

  it.each([
    ["arg.a == 1", 'has the name "arg", which is none here; did you mean "args"? (character 1)'],
    ["args.a.startWith('x')", "did you mean"],
    ["args.a.matches('x')", "write a `pattern` in the tool's args"],
    ["args.urgent", "gives any value, and must give a bool; compare it, as in `args.urgent == true`"],
    ["1 + 1", "gives a int, and must give a bool"],
    ["now < timestamp('2027-02-30T00:00:00Z')", 'has "2027-02-30T00:00:00Z", which is no timestamp (character 17)'],
    ["args.a ==", "is no condition: Unexpected token: EOF at character 10"],
    ["impact == 1", "is no condition: no such overload: string == int at character 1"],
  ])("tells what is wrong with %s, and where", (cel, message) => {
    const { what, place } = fault(cel);
    expect(what).toContain(message);
    expect(what).not.toContain("\n");
    expect(place).toBe("/at");
  });

  it("ends for whatever is written", () => {
    for (const cel of [
      "!".repeat(4095),
      "-".repeat(4095),
      "[".repeat(4095),
      "(".repeat(4095),
      "a.".repeat(2047),
      "1?".repeat(2047),
      "'".repeat(4095),
    ]) {
      expect(fault(cel)).toBeInstanceOf(ConfigurationError);
    }
  });
});

describe("loadPolicy", () => {
  const tool = (rules: object) => loadPolicy({ version: 1, tools: { pay: { impact: "money", ...rules } } });

  it.each([
    [{ principal: { id: "x", allow: ["a"] } }, 'did you mean "principals"?'],
    [{ limits: [{ id: "x", amuont: "/a", max: 1 }] }, 'did you mean "amount"?'],
    [{ limits: [{ id: "x", amount: "/a", max: "5.00" }] }, 'a decimal text needs "scale"'],
    [{ limits: [{ id: "x", max: 1 }] }, 'must have one of "amount" (one call), "sum" and "count" (a window)'],
    [{ observe: {} }, "is missing"],
    [{ approvals: [{ id: "x", count: 1 }], separation: { id: "x" } }, "is the id of another rule of this tool"],
  ])("tells what is wrong with %j", async (rules, message) => {
    await expect(tool(rules)).rejects.toThrow(message);
  });
});
