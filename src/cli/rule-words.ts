import type { FactRule, LimitRule, Policy, ToolRule } from "../policy/policy.js";
import { formatTimestamp } from "../trust/timestamp.js";
import { escapeText } from "./escape.js";

/** One rule of a tool as the commands show it. */
export interface RuleWords {
  readonly kind: "principals" | "facts" | "when" | "approvals" | "separation" | "check" | "limits" | "break_glass";
  readonly id: string;
  readonly says: string;
}

/** The rules of a tool in the order of their reasons. Holds the operator's text as written: escape it where it is printed. */
export function ruleWords(rule: ToolRule): readonly RuleWords[] {
  const { principals, facts, when, approvals, separation, checks, limits, breakGlass } = rule;
  const words: RuleWords[] = [];
  if (principals !== null) words.push({ kind: "principals", id: principals.id, says: `only ${[...principals.allow].join(", ")}` });
  for (const fact of facts) words.push({ kind: "facts", id: fact.id, says: factWords(fact) });
  for (const { id, cel } of when) words.push({ kind: "when", id, says: cel });
  for (const { id, count, role } of approvals) words.push({ kind: "approvals", id, says: `${ownersOf(count)}${roleOf(role)}` });
  if (separation !== null) words.push({ kind: "separation", id: separation, says: "who asks holds no key that raised trust" });
  for (const { id, deadlineMs } of checks) words.push({ kind: "check", id, says: `passes within ${deadlineMs} ms` });
  for (const limit of limits) words.push({ kind: "limits", id: limit.id, says: limitWords(limit) });
  if (breakGlass !== null) {
    const says = `two owners' keys until ${timeOf(breakGlass.until)}, each word for at most ${breakGlass.maxLifetime} s`;
    words.push({ kind: "break_glass", id: breakGlass.id, says });
  }
  return words;
}

/** A trial that the operator must not lose sight of: of the whole gate where the tool is null. */
interface TrialWords {
  readonly tool: string | null;
  readonly until: string;
}

export function trialsOf(policy: Policy): readonly TrialWords[] {
  const own = [...policy.tools].flatMap(([tool, { observe }]) => (observe === null ? [] : [{ tool, until: timeOf(observe.until) }]));
  return policy.observe === null ? own : [{ tool: null, until: timeOf(policy.observe.until) }, ...own];
}

/** Loud, since what is tried out does not bind. */
export function trialLines(policy: Policy): readonly string[] {
  return trialsOf(policy).map(
    ({ tool, until }) => `OBSERVED until ${until}: ${tool === null ? "every tool" : escapeText(tool, 128)}; what is blocked may run`,
  );
}

function timeOf(nanos: bigint): string {
  return formatTimestamp(Number(nanos / 1_000_000n));
}

function ownersOf(count: number): string {
  return count === 1 ? "one owner approves" : `${count} owners approve`;
}

function roleOf(role: string | null): string {
  return role === null ? "" : `, of the role ${role}`;
}

export function factWords({ contract, maxAge, versions, refetch, optional }: FactRule): string {
  const taken = versions === null ? "" : `, of version ${versions.join(" or ")}`;
  const age = `at most ${maxAge / 1_000_000_000n} s old`;
  return `${optional ? "where there is one, " : ""}a receipt of ${contract}${taken}, ${age}${refetch ? ", fetched after the last approval" : ""}`;
}

function limitWords({ amount, scale, max, windowSeconds, by }: LimitRule): string {
  const counted = amount === null ? "calls" : windowSeconds === null ? amount : `sum of ${amount}`;
  const groups = by.length === 0 ? "" : ` by ${by.join(", ")}`;
  const window = windowSeconds === null ? "a call" : `${windowSeconds} s`;
  return `${counted}${groups}: at most ${decimal(max, scale)} in ${window}`;
}

/** In the unit that the arguments are written in. */
function decimal(units: number, scale: number): string {
  if (scale === 0) return String(units);
  const digits = String(units).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
