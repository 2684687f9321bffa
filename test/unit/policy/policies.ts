import { buildPolicy } from "../../../src/policy/build-policy.js";
import type { Holds } from "../../../src/policy/build-rules.js";
import type { ArgsCheck } from "../../../src/policy/policy.js";
import type { PolicyFile } from "../../../src/policy/policy-file.js";

/** Builds a policy whose args checks, and conditions, are the given ones. */
export function policyOf(file: PolicyFile, check: ArgsCheck = () => ({ fits: true, places: [] }), holds: Holds = () => true) {
  return buildPolicy(file, { args: () => check, when: (texts) => texts.map(() => holds) });
}
