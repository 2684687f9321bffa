import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadContracts } from "../../src/node/index.js";
import { filesBelow, ROOT } from "../pins/sources.js";
import type { Anything } from "../unit/contract/contracts.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const FILES = filesBelow("examples", ".contract.json").map((path) => `${ROOT}examples/${path}`);
const json = (file: string): Anything => JSON.parse(readFileSync(file, "utf8"));

it("the examples have the contracts that a reader looks for", () => {
  expect(FILES.map((file) => file.slice(`${ROOT}examples/`.length).replace(".contract.json", ""))).toEqual([
    "ask-three-tools/contracts/ci.run_status",
    "ask-three-tools/contracts/release.health",
    "ask-three-tools/contracts/review_status",
    "contracts/ci.run_status",
    "contracts/release.health.v1",
    "contracts/release.health.v2",
    "contracts/review_status.v1",
    "contracts/review_status.v2",
    "pay-an-invoice/billing.invoice",
  ]);
});

describe.each(FILES)("%s", (file) => {
  it("has no gap that `contract check` finds", () => {
    expect(cli.run(["contract", "check", file])).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^nothing found\n/), stderr: "" });
  });

  it("refuses every near miss of every answer that it takes", () => {
    const { exit, stdout } = cli.run(["contract", "test", file, "--json"]);
    const { fixtures, near_misses } = JSON.parse(stdout);
    expect([...fixtures, ...near_misses].filter(({ ok }: Anything) => !ok)).toEqual([]);
    expect(exit).toBe(0);
    expect(near_misses.length).toBeGreaterThan(10);
  });
});

it.each([...new Set(FILES.map((file) => dirname(file)))])("%s holds its contracts side by side", async (folder) => {
  const { contracts } = await loadContracts(folder);
  expect(contracts).toHaveLength(FILES.filter((file) => dirname(file) === folder).length);
});

describe("beside the first answer that is taken", () => {
  let pairs: [string, Anything, Anything][];
  beforeAll(() => {
    pairs = FILES.filter((file) => file.startsWith(`${ROOT}examples/contracts/`)).map((file) => {
      const [taken, refused] = json(file).fixtures;
      return [file, taken, refused];
    });
  });

  it("stands the same with nothing but members that nobody expected", () => {
    for (const [file, taken, refused] of pairs) {
      expect(refused.answer.json, file).toMatchObject(taken.answer.json);
      expect(Object.keys(refused.answer.json.data).length, file).toBeGreaterThan(Object.keys(taken.answer.json.data).length);
      expect([taken.expect.outcome, refused.expect], file).toEqual([
        "success",
        { outcome: "failure", code: "INVALID_RESPONSE", reason: "result.schema" },
      ]);
    }
  });
});
