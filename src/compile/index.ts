/** `countersign/compile`: operators' files become policies and contracts here. The schema engine lives in this subpath only. */
export { compilePolicyModule, type ModuleOptions } from "./compile-policy-module.js";
export { loadContract } from "./load-contract.js";
export { loadPolicy } from "./load-policy.js";
export { type ContractTest, type FixtureTest, type NearMissTest, testContract } from "./test-contract.js";
