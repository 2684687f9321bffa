import type { Resolved } from "../provenance/resolved.js";

/**
 * What is about to run. Stated, never forgotten (S12): tool and arguments, the tool alone, or the words
 * "proposal-only" where the caller has neither.
 */
export type Call = { readonly tool: string; readonly args: unknown } | { readonly tool: string } | "proposal-only";

/** How much of the live call was compared with the proposal. */
export type BindingLevel = "full" | "tool" | "none";

/** The call as it was read. `level` says what was stated; it is asked, never `"args" in`, which a prototype could answer. */
export interface StatedCall {
  readonly level: BindingLevel;
  /** Null where nothing was stated. */
  readonly tool: string | null;
  readonly args: unknown;
}

declare const bound: unique symbol;
/** A proposal that is for the live call. Only bind-call.ts makes one. */
export interface Bound {
  readonly resolved: Resolved;
  readonly level: BindingLevel;
  readonly [bound]: true;
}
