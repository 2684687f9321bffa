import { describe, expect, it } from "vitest";
import { MUTANTS } from "./list.js";
import { runMutants, staleMutants } from "./run-mutants.js";

// All of them take minutes: `npm run mutants`, a step of .ci/run.
describe("mutants of the sources", () => {
  it("still have their text, once, and a name of their own", () => {
    expect(staleMutants(MUTANTS)).toEqual([]);
    expect(MUTANTS.length).toBeGreaterThan(200);
  });

  it("are told from the sources as they are", async () => {
    const results = await runMutants([null, MUTANTS.find(({ name }) => name === "key: a revoked id passes") ?? null]);
    expect(results.map(({ killedBy }) => killedBy === null)).toEqual([true, false]);
  });

  it("are caught when their text is gone, or their name is used twice", () => {
    const [first] = MUTANTS;
    if (first === undefined) throw new Error("no mutants");
    expect(staleMutants([first, first])).toHaveLength(1);
    expect(staleMutants([{ ...first, find: "no such text" }])).toHaveLength(1);
    expect(staleMutants([{ ...first, replace: first.find }])).toHaveLength(1);
    expect(staleMutants([{ ...first, file: "src/no-such-file.ts" }])).toHaveLength(1);
  });
});
