import type { JsonPointer } from "../../decision/issue.js";

/** Stable names of what `contract check` finds, in the order of spec/cli.md#contract-check. */
export type ContractLint =
  | "open-object"
  | "free-form-map"
  | "all-optional"
  | "additional-beside-allof"
  | "metadata-unversioned"
  | "unbounded-string"
  | "unbounded-array"
  | "unbounded-number"
  | "format-not-asserted"
  | "unmapped-errors"
  | "selected-string"
  | "unbound";

/** What a contract may say, and a reviewer should not let pass. */
export interface ContractFinding {
  readonly lint: ContractLint;
  /** Pointer into the contract file. */
  readonly place: JsonPointer;
  readonly says: string;
  /** What to write instead. */
  readonly remedy: string;
}
