import { sha256 } from "#crypto";
import type { LimitFact } from "../../decision/facts.js";
import type { JsonPointer } from "../../decision/issue.js";
import { canonicalText } from "../../json/canonical-text.js";
import { valueAt } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { readAmount } from "../amount.js";
import type { BudgetEntry } from "../budget.js";
import type { LimitRule, ToolRule } from "../policy.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

export interface LimitsJudged {
  /** Amounts and groups that cannot be counted: nothing sets these aside. */
  readonly uncountable: readonly Finding[];
  /** More than a limit holds. */
  readonly over: readonly Finding[];
  readonly budgets: readonly BudgetEntry[];
  readonly facts: readonly LimitFact[];
}

const REASON = "policy.limit";
const NONE: LimitsJudged = Object.freeze({ uncountable: NO_FINDINGS, over: NO_FINDINGS, budgets: NO_FINDINGS, facts: NO_FINDINGS });

/**
 * What the action counts against each limit (spec/policy.md#limits). An amount that cannot be counted blocks, and so does one
 * that alone is more than the limit holds; what is left in a window only a ledger can say.
 */
export function judgeLimits({ limits }: ToolRule, tool: string, args: JsonObject): LimitsJudged {
  if (limits.length === 0) return NONE;
  const uncountable: Finding[] = [];
  const over: Finding[] = [];
  const budgets: BudgetEntry[] = [];
  const facts: LimitFact[] = [];
  for (const { id, amount: place, scale, max, windowSeconds, by } of limits) {
    const finding = (pointer: JsonPointer): Finding => ({ reason: REASON, path: `/action/args${pointer}`, id });
    const amount = place === null ? 1 : readAmount(valueAt(args, place), scale);
    const alien = by.filter((pointer) => !isScalar(valueAt(args, pointer)));
    if (amount === null) uncountable.push(finding(place ?? ""));
    for (const pointer of alien) uncountable.push(finding(pointer));
    if (amount === null) continue;
    facts.push({ rule: id, amount, max, window_seconds: windowSeconds });
    if (amount > max) over.push(finding(place ?? ""));
    if (windowSeconds !== null && alien.length === 0) {
      const values = by.map((pointer) => valueAt(args, pointer) as JsonValue);
      budgets.push({ rule: id, key: budgetKey(values, id, tool), amount, max, windowSeconds });
    }
  }
  return { uncountable, over, budgets, facts };
}

/** One running total: a tool's limit, for one group of values. */
function budgetKey(by: readonly JsonValue[], rule: LimitRule["id"], tool: string): string {
  return sha256(canonicalText({ by, rule, tool }));
}

function isScalar(value: JsonValue | undefined): boolean {
  return value !== undefined && (typeof value !== "object" || value === null);
}
