import type { Proposal } from "../wire/proposal.js";
import type { IdIndex } from "./id-index.js";

declare const resolved: unique symbol;
/** A proposal whose ids are unique and whose references are looked up. Only resolve-provenance.ts makes one. */
export interface Resolved {
  readonly proposal: Proposal;
  /** Where each id stands in `proposal.provenance`. */
  readonly ids: Pick<IdIndex, "positionOf">;
  /** Pointers of references that name no entry (`/claims/0/evidence/1`): a fact here, judged with the causal rule. */
  readonly dangling: readonly string[];
  readonly [resolved]: true;
}
