/** `countersign/compile`: operators' files become policies here. The schema engine lives in this subpath only. */
export { compilePolicyModule, type ModuleOptions } from "./compile-policy-module.js";
export { loadPolicy } from "./load-policy.js";
