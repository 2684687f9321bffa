import { describe, expect, it } from "vitest";
import { loadContract } from "../../../src/compile/index.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { type Contract, contractSet } from "../../../src/result.js";
import { type Anything, CONTRACT, contractFile } from "./contracts.js";

async function version(name: string, ends?: string, tool = "ci.run_status"): Promise<Contract> {
  const file = contractFile({ version: name, tool, ...(ends !== undefined && { ends }) });
  for (const { answer } of file.fixtures as Anything[]) answer.json.tool = tool;
  return loadContract(file);
}

const [V1, V2, V3, OTHER] = await Promise.all([
  version("1", "2026-12-01T00:00:00Z"),
  version("2", "2027-03-01T00:00:00Z"),
  version("3"),
  version("1", "2026-12-01T00:00:00Z", "ci.builds"),
]);

describe("contracts side by side", () => {
  const set = contractSet([V3, OTHER, V1, V2]);

  it("are listed by tool, in the order in which they are in use", () => {
    expect(set.tools).toEqual(["ci.builds", "ci.run_status"]);
    expect(set.contracts).toEqual([OTHER, V1, V2, V3]);
    expect([set, set.tools, set.contracts].every(Object.isFrozen)).toBe(true);
  });

  it.each([
    ["2026-11-30T23:59:59.999999999Z", "1"],
    ["2026-12-01T00:00:00Z", "2"],
    ["2027-02-28T23:59:59Z", "2"],
    ["2027-03-01T00:00:00Z", "3"],
    ["9999-12-31T00:00:00Z", "3"],
  ])("are in use one at a time: at %s version %s", (now, wanted) => {
    expect(set.contractFor("ci.run_status", now)?.version).toBe(wanted);
  });

  it("are given by version until they end, before their turn too", () => {
    expect(set.contractFor("ci.run_status", "2026-10-01T12:00:00Z", "3")).toBe(V3);
    expect(set.contractFor("ci.run_status", "2026-12-01T00:00:00Z", "1")).toBeNull();
    expect(set.contractFor("ci.run_status", "2026-10-01T12:00:00Z", "4")).toBeNull();
  });

  it("are none for a tool that has none, or whose last has ended", () => {
    expect(set.contractFor("ci.runs", 0)).toBeNull();
    expect(set.contractFor("constructor", 0)).toBeNull();
    expect(set.contractFor("ci.builds", "2026-12-01T00:00:00Z")).toBeNull();
    expect(contractSet([]).contractFor("ci.run_status", 0)).toBeNull();
  });

  it("need a time", () => {
    expect(() => set.contractFor("ci.run_status", Number.NaN)).toThrow(TypeError);
  });

  it("cannot be of one version, or of one end", async () => {
    const fault = (contracts: readonly Contract[]) => () => contractSet(contracts);
    expect(fault([V3, CONTRACT])).toThrow(ConfigurationError);
    expect(fault([V3, CONTRACT])).toThrow("there are two contracts of ci.run_status of version 3");
    expect(fault([await version("4"), V3])).toThrow("versions 3 and 4 of ci.run_status have no end");
    expect(fault([await version("1b", "2026-12-01T01:00:00+01:00"), V1])).toThrow("end at the same moment");
    expect(fault([{ ...V1 } as Contract])).toThrow(TypeError);
  });
});
