import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../src/decision/catalogue.js";
import { type Issue, IssueList, MAX_ISSUES } from "../../../src/decision/issue.js";

const reasons = CATALOGUE.map(({ reason }) => reason);
const issue = fc.record({
  reason: fc.constantFrom(...reasons),
  path: fc.constantFrom("", "/a", "/a/0", "/b", "/evidence/10", "/evidence/2"),
});

function collect(issues: readonly Pick<Issue, "reason" | "path">[]) {
  const list = new IssueList();
  for (const { reason, path } of issues) list.add(reason, path);
  return list;
}

/** The order of the catalogue, then of pointers, without repeats: worked out from the whole list at once. */
function inOrder(issues: readonly Pick<Issue, "reason" | "path">[]) {
  const distinct = new Map(issues.map((one) => [`${one.reason} ${one.path}`, one]));
  return [...distinct.values()].sort(
    (a, b) => reasons.indexOf(a.reason) - reasons.indexOf(b.reason) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}

describe("IssueList", () => {
  const { splice, push, sort } = Array.prototype;
  afterEach(() => Object.assign(Array.prototype, { splice, push, sort }));

  it("keeps the first issues in order, whatever order they come in, and counts the others", () => {
    fc.assert(
      fc.property(fc.uniqueArray(issue, { minLength: 1, maxLength: 90, selector: ({ reason, path }) => `${reason} ${path}` }), (issues) => {
        const { issues: kept, more } = collect(issues).fail();
        expect(kept).toEqual(inOrder(issues).slice(0, MAX_ISSUES));
        expect(kept.length + more).toBe(issues.length);
      }),
      { numRuns: 300 },
    );
  });

  it("lists 32 issues and counts the thirty-third", () => {
    const paths = Array.from({ length: 33 }, (_, at) => `/claims/${100 + at}`);
    const under = collect(paths.slice(0, 32).map((path) => ({ reason: "wire.type", path }))).fail();
    expect([under.issues.length, under.more]).toEqual([32, 0]);
    const over = collect(paths.map((path) => ({ reason: "wire.type", path }))).fail();
    expect([over.issues.length, over.more, over.issues[31]?.path]).toEqual([32, 1, "/claims/131"]);
  });

  it("drops a repeat", () => {
    const { issues, more } = collect([
      { reason: "wire.type", path: "/a" },
      { reason: "wire.required", path: "/b" },
      { reason: "wire.type", path: "/a" },
    ]).fail();
    expect([issues.map(({ reason }) => reason), more]).toEqual([["wire.required", "wire.type"], 0]);
  });

  it("holds an issue whatever is done to Array.prototype", () => {
    Object.assign(Array.prototype, { splice: () => [], push: () => 0, sort: () => [] });
    const list = collect([{ reason: "policy.denied", path: "" }]);
    const { empty } = list;
    const { issues } = list.fail();
    Object.assign(Array.prototype, { splice, push, sort });
    expect(empty).toBe(false);
    expect(issues).toEqual([{ reason: "policy.denied", path: "" }]);
  });
});
