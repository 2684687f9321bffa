import type { Contract } from "../../contract/contract.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { MAX_OPERATOR_FILE_BYTES } from "../../node/read-operator-file.js";
import { UnreadableError } from "../faults.js";
import { readBytes } from "../read-bytes.js";

/** The contracts by the tool that each names. ConfigurationError with the file for one that does not hold, or a tool with two. */
export async function loadContracts(files: readonly string[]): Promise<ReadonlyMap<string, Contract>> {
  const { loadContract } = await import("../../compile/load-contract.js");
  const contracts = new Map<string, Contract>();
  for (const file of files) {
    const contract = await loadedFrom(file, loadContract);
    if (contracts.has(contract.tool)) throw new ConfigurationError(`is a second contract of ${contract.tool}`, { file });
    contracts.set(contract.tool, contract);
  }
  return contracts;
}

async function loadedFrom(file: string, load: (bytes: Uint8Array) => Promise<Contract>): Promise<Contract> {
  try {
    return await load(readBytes(file, MAX_OPERATOR_FILE_BYTES));
  } catch (error) {
    if (error instanceof UnreadableError) throw new ConfigurationError(error.message, { file });
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
}
