import { canonicalText } from "../../../json/canonical-text.js";
import { valueAt } from "../../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../../json/value.js";
import type { RuleVariables, ToolRule } from "../../../policy/policy.js";
import { judgeLimits } from "../../../policy/rules/limits.js";
import { amountText } from "./amount-text.js";
import { pickFor } from "./pick.js";
import { sampleValue } from "./sample-value.js";
import { withValueAt } from "./with-value-at.js";

/** Different arguments that are made up before it is given up. */
const ATTEMPTS = 400;

export interface ArgsQuestion {
  readonly tool: string;
  readonly rule: ToolRule;
  /** As the policy writes it; null where it takes any arguments. */
  readonly schema: JsonObject | null;
  /** What conditions see, but for the arguments. */
  readonly variables: Omit<RuleVariables, "args">;
}

/** Arguments that the policy's schema, conditions and limits take; null where none were found. */
export function findArgs(question: ArgsQuestion): JsonObject | null {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const args of drafts(question, attempt)) if (fits(args, question)) return args;
  }
  return null;
}

/** Others that the schema takes, or else the same with a member more. */
export function findOtherArgs(args: JsonObject, question: ArgsQuestion): JsonObject {
  const known = canonicalText(args);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const other of drafts(question, attempt)) if (fits(other, question) && canonicalText(other) !== known) return other;
  }
  return { ...args, countersign_doctor: "altered" };
}

export function fits(args: JsonObject, { tool, rule, variables }: ArgsQuestion): boolean {
  if (rule.args !== null && !rule.args(args).fits) return false;
  const { uncountable, over, budgets } = judgeLimits(rule, tool, args);
  // An amount of nothing would show nothing of a limit.
  if (uncountable.length > 0 || over.length > 0 || budgets.some(({ amount, max }) => amount === 0 && max > 0)) return false;
  return rule.when.every((condition) => holds(() => condition.holds({ ...variables, args })));
}

function holds(judge: () => unknown): boolean {
  try {
    return judge() === true;
  } catch {
    return false;
  }
}

/** What the schema suggests with the least amounts that count, and as it suggests it. */
function drafts({ rule, schema }: ArgsQuestion, attempt: number): readonly JsonObject[] {
  const value = schema === null ? {} : sampleValue(schema, schema, pickFor(attempt));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const sampled = value as JsonObject;
  const missing = rule.limits.flatMap(({ by }) => by).filter((pointer) => valueAt(sampled, pointer) === undefined);
  const grouped = putAll(
    sampled,
    missing.map((pointer) => [pointer, "x"]),
  );
  const amounts = rule.limits.flatMap(({ amount, scale }) => (amount === null ? [] : ([[amount, amountText(1, scale)]] as const)));
  return [putAll(grouped, amounts), grouped, sampled];
}

function putAll(args: JsonObject, values: readonly (readonly [string, JsonValue | null])[]): JsonObject {
  return values.reduce((changed, [pointer, value]) => withValueAt(changed, pointer, value) ?? changed, args);
}
