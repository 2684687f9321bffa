import { loadPolicy, readPolicyFile } from "../compile/load-policy.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { readOperatorFile } from "../node/read-operator-file.js";
import type { Policy } from "../policy/policy.js";
import type { PolicyFile } from "../policy/policy-file.js";

/** A policy as it is written and as it is judged by. */
export interface WrittenPolicy {
  readonly written: PolicyFile;
  readonly policy: Policy;
}

/** Reads a policy file for commands that talk about what is written in it; ConfigurationError that names the file. */
export async function readWrittenPolicy(path: string): Promise<WrittenPolicy> {
  const bytes = await readOperatorFile(path, "policy");
  try {
    const policy = await loadPolicy(bytes);
    // A policy that names nothing blocks everything in strict and nothing in interop: neither is what was meant.
    if (policy.tools.size === 0) throw new ConfigurationError("names no tool", { file: path });
    return { written: readPolicyFile(bytes), policy };
  } catch (error) {
    throw error instanceof ConfigurationError && error.file === undefined ? error.inFile(path) : error;
  }
}
