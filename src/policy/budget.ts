/** What one action adds to a running limit, and how much the limit holds (spec/policy.md#limits). Plain data for a ledger. */
export interface BudgetEntry {
  /** The operator's id of the limit. */
  readonly rule: string;
  /** SHA-256 (hex) of the canonical form of `{by, rule, tool}`: one running total. */
  readonly key: string;
  /** A safe integer, 0 or more: the amount in its smallest unit, or 1 for a count. */
  readonly amount: number;
  /** A safe integer: most that the window may hold with this action in it. */
  readonly max: number;
  /** The window reaches back this many seconds: what was consumed at `t` counts while `now - t < windowSeconds`. */
  readonly windowSeconds: number;
}
