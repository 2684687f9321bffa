import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Contract } from "../contract/contract.js";
import { type ContractSet, contractSet } from "../contract/contract-set.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { toldWithFile } from "./load-files.js";
import { readOperatorFile } from "./read-operator-file.js";

const SUFFIX = ".contract.json";
const MAX_CONTRACTS = 1000;

/**
 * Reads and loads a contract file, its fixtures run. ConfigurationError with file and place otherwise.
 *
 * @example const contract = await loadContractFile("contracts/ci.run_status.contract.json");
 */
export async function loadContractFile(file: string): Promise<Contract> {
  const bytes = await readOperatorFile(file, "contract");
  return toldWithFile(file, async () => {
    // The schema compilers are heavy, and a process without contracts has no need of them.
    const { loadContract } = await import("../compile/load-contract.js");
    return loadContract(bytes);
  });
}

/**
 * Loads every contract of a folder (spec/results.md#versions): `<tool>.contract.json`, and beside it `<tool>.v<version>.contract.json`, with `_`
 * for `/` and `:`. ConfigurationError with file and place for one that does not load, for a `.json` file of another name, and for two
 * contracts of a tool that cannot stand side by side. What is no `.json` file is left alone, folders too.
 *
 * @example const contracts = await loadContracts("contracts");
 */
export async function loadContracts(folder: string): Promise<ContractSet> {
  const names = await namesIn(folder);
  const contracts: Contract[] = [];
  // One after the other: which fault is told must not hang on which file is read first.
  for (const name of names) {
    const file = join(folder, name);
    const contract = await loadContractFile(file);
    checkName(name, contract, file);
    contracts.push(contract);
  }
  return toldWithFile(folder, async () => contractSet(contracts));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    const words = isMissing(error) ? "does not exist; check the path" : "cannot be listed; check that it is a folder, and its permissions";
    throw new ConfigurationError(`the folder of contracts ${words}`, { file: folder }, { cause: error });
  });
  const names = found.filter((entry) => !entry.isDirectory() && entry.name.endsWith(".json")).map(({ name }) => name);
  const stray = names.find((name) => !name.endsWith(SUFFIX));
  if (stray !== undefined)
    throw new ConfigurationError(`is no contract's name; write <tool>${SUFFIX}, or move it to another folder`, {
      file: join(folder, stray),
    });
  if (names.length > MAX_CONTRACTS) throw new ConfigurationError(`has more than ${MAX_CONTRACTS} contracts`, { file: folder });
  return names.sort();
}

/** What a name says is what a reader goes by. */
function checkName(name: string, { tool, version }: Contract, file: string): void {
  const stem = inName(tool);
  const allowed = [`${stem}${SUFFIX}`, `${stem}.v${inName(version)}${SUFFIX}`];
  if (!allowed.includes(name))
    throw new ConfigurationError(`holds version ${version} of ${tool}; call it ${allowed.join(" or ")}`, { file, place: "/tool" });
}

function inName(name: string): string {
  return name.replace(/[/:]/g, "_");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
