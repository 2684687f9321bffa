import { ConfigurationError } from "../decision/configuration-error.js";
import type { Policy } from "../policy/policy.js";
import type { Keyring } from "../trust/keyring.js";
import { loadKeyring } from "../trust/load-keyring.js";
import { readOperatorFile } from "./read-operator-file.js";

/**
 * Reads and compiles a policy file. ConfigurationError with file and place otherwise.
 *
 * @example const policy = await loadPolicyFile("pic_policy.json");
 */
export async function loadPolicyFile(file: string): Promise<Policy> {
  return loadPolicyFrom(await readOperatorFile(file, "policy"), file);
}

/**
 * Reads a keyring file. ConfigurationError with file and place otherwise.
 *
 * @example const keyring = await loadKeyringFile("pic_keys.json");
 */
export async function loadKeyringFile(file: string): Promise<Keyring> {
  return loadKeyringFrom(await readOperatorFile(file, "keyring"), file);
}

/** @internal Bytes that were read from `file`. */
export function loadPolicyFrom(bytes: Uint8Array, file: string): Promise<Policy> {
  return toldWithFile(file, async () => {
    // The schema compilers are heavy, and a gate that is handed a loaded policy has no need of them.
    const { loadPolicy } = await import("../compile/load-policy.js");
    return loadPolicy(bytes);
  });
}

/** @internal Bytes that were read from `file`. */
export function loadKeyringFrom(bytes: Uint8Array, file: string): Promise<Keyring> {
  return toldWithFile(file, async () => loadKeyring(bytes));
}

/** @internal A fault of an operator file, told with its name. */
export async function toldWithFile<T>(file: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
}
