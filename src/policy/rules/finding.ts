import type { Reason } from "../../decision/catalogue.js";
import type { JsonPointer } from "../../decision/issue.js";

/** A rule of the operator's that blocks. */
export interface Finding {
  readonly reason: Reason;
  readonly path: JsonPointer;
  /** The operator's id of the rule. */
  readonly id: string;
}

export const NO_FINDINGS: readonly never[] = Object.freeze([]);
