import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigurationError, loadContractFile, loadContracts } from "../../../src/node/index.js";
import { type Anything, contractFile } from "../contract/contracts.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contracts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, changes: Anything = {}): string {
  const file = contractFile(changes);
  for (const { answer } of file.fixtures) answer.json.tool = file.tool;
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(file));
  return path;
}

async function fault(run: Promise<unknown>): Promise<ConfigurationError> {
  const error = await run.then(
    () => new Error("it loads"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConfigurationError) return error;
  throw error;
}

describe("a contract file", () => {
  it("is loaded, its fixtures run", async () => {
    expect(await loadContractFile(write("any name.json"))).toMatchObject({ tool: "ci.run_status", version: "3" });
  });

  it("is told with its name and place", async () => {
    const file = write("a.contract.json", { owner: "" });
    expect(await fault(loadContractFile(file))).toMatchObject({ file, place: "/owner" });
    expect(await fault(loadContractFile(join(folder, "b")))).toMatchObject({ what: "the contract file does not exist; check the path" });
    expect(await fault(loadContractFile(folder))).toMatchObject({ what: "the contract file is a directory; name a file in it" });
  });
});

describe("a folder of contracts", () => {
  it("holds versions side by side", async () => {
    write("ci.run_status.contract.json", { version: "1", ends: "2026-12-01T00:00:00Z" });
    write("ci.run_status.v2.contract.json", { version: "2" });
    write("files_read.contract.json", { tool: "files/read" });
    writeFileSync(join(folder, "README.md"), "# Contracts");
    mkdirSync(join(folder, "old.json"));
    const set = await loadContracts(folder);
    expect(set.tools).toEqual(["ci.run_status", "files/read"]);
    expect(set.contractFor("ci.run_status", "2026-10-01T12:00:00Z")?.version).toBe("1");
    expect(set.contractFor("ci.run_status", "2026-12-01T00:00:00Z")?.version).toBe("2");
  });

  it("may be empty, and then no tool has results", async () => {
    expect((await loadContracts(folder)).tools).toEqual([]);
  });

  it.each<readonly [title: string, name: string, changes: object, words: string]>([
    ["another tool's name", "ci.builds.contract.json", {}, "holds version 3 of ci.run_status; call it ci.run_status.contract.json or"],
    ["another version's name", "ci.run_status.v2.contract.json", {}, "or ci.run_status.v3.contract.json"],
    ["a .json file of another name", "ci.run_status.json", {}, "is no contract's name"],
    ["a contract that does not load", "ci.run_status.contract.json", { owner: "" }, "one line of 1 to 256"],
  ])("is refused: %s", async (_title, name, changes, words) => {
    const file = write(name, changes);
    const error = await fault(loadContracts(folder));
    expect([error.file, error.what]).toEqual([file, expect.stringContaining(words)]);
  });

  it("is refused where two contracts cannot stand side by side", async () => {
    write("ci.run_status.contract.json");
    write("ci.run_status.v4.contract.json", { version: "4" });
    const error = await fault(loadContracts(folder));
    expect([error.file, error.what]).toEqual([folder, expect.stringContaining("versions 3 and 4 of ci.run_status have no end")]);
  });

  it("must be there, and be one", async () => {
    expect((await fault(loadContracts(join(folder, "none")))).what).toContain("does not exist");
    expect((await fault(loadContracts(write("a")))).what).toContain("cannot be listed");
  });
});
