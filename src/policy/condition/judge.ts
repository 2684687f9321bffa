import type { RuleVariables } from "../policy.js";
import type { Steps } from "./steps.js";
import { give, type Value } from "./value.js";

/** One judging of one condition. */
export interface Run {
  readonly variables: RuleVariables;
  readonly steps: Steps;
  /** Values of bound names, by how deep they are bound. */
  readonly bound: Value[];
}

export type Judge = (run: Run) => Value;

export function bool(value: Value): boolean {
  return typeof value === "boolean" ? value : give("no bool");
}
