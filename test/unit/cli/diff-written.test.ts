import { describe, expect, it } from "vitest";
import { diffWritten } from "../../../src/cli/policy-diff/diff-written.js";
import type { PolicyFile } from "../../../src/policy/policy-file.js";

const diff = (before: object, after: object) =>
  diffWritten(before as PolicyFile, after as PolicyFile).map(({ place, change }) => `${change} ${place}`);

describe("diffWritten", () => {
  it("tells tools, members and rules one by one, and neither order nor what is the same", () => {
    const tool = {
      impact: "money",
      args: { type: "object" },
      limits: [
        { id: "a", max: 1 },
        { id: "b", max: 2 },
      ],
    };
    const before = { version: 1, tools: { gone: { impact: "read" }, pay: tool, same: { impact: "read", pic: "optional" } } };
    const after = {
      tools: {
        pay: {
          limits: [
            { max: 2, id: "b" },
            { id: "a", max: 9 },
            { id: "c", max: 1 },
          ],
          impact: "money",
          args: { type: "object", required: [] },
        },
        same: { pic: "optional", impact: "read" },
        new: { impact: "read" },
      },
      version: 1,
      observe: { until: "2027-01-01T00:00:00Z" },
    };
    expect(diff(before, before)).toEqual([]);
    expect(diff(before, after)).toEqual([
      "added /observe",
      "removed /tools/gone",
      "added /tools/new",
      "changed /tools/pay/args",
      "changed /tools/pay/limits/a",
      "added /tools/pay/limits/c",
    ]);
  });

  it("tells a list of rules that is new rule by rule, and the reference's form tool by tool", () => {
    expect(diff({ version: 1, tools: { t: {} } }, { version: 1, tools: { t: { when: [{ id: "w", cel: "true" }] } } })).toEqual([
      "added /tools/t/when/w",
    ]);
    expect(diff({ impact_by_tool: { a: "read" } }, { impact_by_tool: { a: "write" } })).toEqual(["changed /impact_by_tool/a"]);
  });
});
