import type { BreakGlassFact, StageFacts } from "../decision/facts.js";
import type { BudgetEntry } from "./budget.js";
import type { CheckRule } from "./policy.js";

/** What the policy leaves to be done where nothing in it blocks. */
export interface Judged {
  /** To be consumed with the action, in the policy's order. */
  readonly budgets: readonly BudgetEntry[];
  /** To be asked before the action runs; where nobody can ask, they block. */
  readonly checks: readonly CheckRule[];
  readonly breakGlass: BreakGlassFact | null;
  /** Epoch milliseconds when the first fact that conditions read is no longer good; null where they read none. */
  readonly factsEnd: number | null;
  /** What the rules saw, for the decision; null where there was nothing to see. */
  readonly facts: StageFacts | null;
}
