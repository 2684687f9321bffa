/** `countersign/compiled-policy/conditions`: what a module made by `compilePolicyModule` imports where its policy has a `when`. */
export { condition } from "./condition/condition.js";
