import type { Contract } from "../../contract/contract.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { loadContractFile } from "../../node/load-contracts.js";

/** The contracts by the tool that each names. ConfigurationError with the file for one that does not hold, or a tool with two. */
export async function contractsByTool(files: readonly string[]): Promise<ReadonlyMap<string, Contract>> {
  const contracts = new Map<string, Contract>();
  for (const file of files) {
    const contract = await loadContractFile(file);
    if (contracts.has(contract.tool)) throw new ConfigurationError(`is a second contract of ${contract.tool}`, { file });
    contracts.set(contract.tool, contract);
  }
  return contracts;
}
