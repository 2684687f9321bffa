import { buildPolicy } from "../../../src/policy/build-policy.js";
import type { ArgsCheck } from "../../../src/policy/policy.js";
import type { PolicyFile } from "../../../src/policy/policy-file.js";

/** Builds a policy whose args checks are the given one. */
export function policyOf(file: PolicyFile, check: ArgsCheck = () => ({ fits: true, places: [] })) {
  return buildPolicy(file, () => check);
}
