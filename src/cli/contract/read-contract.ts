import { readContract, type WrittenContract } from "../../compile/load-contract.js";
import { runFixtures } from "../../compile/run-fixtures.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { readOperatorFile } from "../../node/read-operator-file.js";

/** Reads a contract that holds, its fixtures run. ConfigurationError with file and place otherwise. */
export async function readSoundContract(path: string): Promise<WrittenContract> {
  return toldWithFile(path, async (bytes) => {
    const written = await readContract(bytes);
    runFixtures(written.contract, written.file.fixtures);
    return written;
  });
}

/** The same where a fixture may get something else than it expects: for commands that tell what each gets. */
export async function readDraftContract(path: string): Promise<WrittenContract> {
  return toldWithFile(path, readContract);
}

async function toldWithFile<T>(path: string, read: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  const bytes = await readOperatorFile(path, "contract");
  try {
    return await read(bytes);
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(path) : error;
  }
}
