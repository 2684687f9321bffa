import type { AuditHead } from "../gate/ledger.js";

/** A ledger that is only looked at: nothing is made, migrated or used up. */
export interface LedgerView {
  /** Steps that its schema has; 0 where no gate has used it yet. */
  readonly schema: number;
  /** Steps that this version knows. */
  readonly known: number;
  /** Its own time, in epoch milliseconds. */
  readonly now: number;
  head(log: string): Promise<AuditHead | null>;
  close(): Promise<void>;
}
