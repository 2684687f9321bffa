import type { HostData } from "../json/value.js";
import { buildPolicy } from "../policy/build-policy.js";
import { ownMembers } from "../policy/own-members.js";
import type { Policy } from "../policy/policy.js";
import { isVersion1, type PolicyFile } from "../policy/policy-file.js";
import { checkPolicyFile } from "./check-policy-file.js";
import { readOperatorInput } from "./read-operator-input.js";

/**
 * Loads a policy file of either form (spec/policy.md). The engines are imported only where a tool
 * has `args` or `when`.
 *
 * @param input the file's bytes; its text; or its content as plain data
 * @throws (rejects) ConfigurationError with the place for anything but a policy: an absent, empty or broken file, an unknown
 * or duplicate name, a wrong value, a schema that is refused. `{}` is a policy that names no tool, so every tool blocks.
 * @example const policy = await loadPolicy({ version: 1, tools: { "docs.search": { impact: "read", pic: "optional" } } });
 */
export async function loadPolicy(input: Uint8Array | string | HostData): Promise<Policy> {
  const file = readPolicyFile(input);
  const [args, when] = await Promise.all([
    some(file, "args") ? import("./compile-args-schema.js") : null,
    some(file, "when") ? import("./compile-condition.js") : null,
  ]);
  return buildPolicy(file, { args: args?.argsCompiler() ?? nothing, when: when?.compileConditions ?? nothing });
}

/** The parsed file, its shape checked. */
export function readPolicyFile(input: unknown): PolicyFile {
  return checkPolicyFile(ownMembers(readOperatorInput(input, "policy", "loadPolicy")));
}

function some(file: PolicyFile, member: "args" | "when"): boolean {
  return isVersion1(file) && Object.values(file.tools ?? {}).some((tool) => tool[member] !== undefined);
}

function nothing(): never {
  throw new TypeError("what the policy does not have needs no compiler");
}
