import type { Reason } from "../decision/catalogue.js";
import { isHighImpact } from "../decision/impact.js";
import { STRICT } from "../decision/profile.js";
import { proposalNeeded } from "../policy/pic-need.js";
import type { FactRule, LimitRule, Policy, ToolRule } from "../policy/policy.js";
import { timeText } from "./key-words.js";
import { factWords } from "./rule-words.js";

/** One thing that must hold before a call is allowed, in the order judged. */
export interface Demand {
  readonly text: string;
  /** Where it does not hold: the reason of the block, or the first of several. Null for what is said, not demanded. */
  readonly reason: Reason | null;
  /** The operator's id. */
  readonly rule: string | null;
}

/**
 * What must hold for a call of a tool to be allowed by a live gate in strict (spec/gate.md#order). A tool that the policy does not
 * name is blocked.
 */
export function explainTool(policy: Policy, tool: string): readonly Demand[] {
  const rule = policy.tools.get(tool);
  if (rule === undefined) return [say("the policy does not name it, so every call is blocked", "policy.tool_unknown")];
  if (rule.deny !== null) return [say("it is denied outright, so every call is blocked", "policy.denied", rule.deny)];
  return [...beforePolicy(policy, tool, rule), ...rules(rule), ...afterPolicy(policy, rule)];
}

function say(text: string, reason: Reason | null, rule: string | null = null): Demand {
  return { text, reason, rule };
}

function beforePolicy(policy: Policy, tool: string, rule: ToolRule): readonly Demand[] {
  const needed = proposalNeeded(policy, tool, STRICT);
  const evidence = rule.evidenceRequired || policy.evidenceImpacts.has(rule.impact);
  const high = isHighImpact(rule.impact);
  return [
    needed
      ? say("the call brings a proposal", "request.missing")
      : say("the call may come without a proposal; its arguments are judged all the same", null),
    say(`${needed ? "the proposal's" : "a proposal's"} tool and arguments are those of the call`, "binding.args_mismatch"),
    ...(evidence ? [say("the proposal has evidence", "evidence.required")] : []),
    say(`every piece of evidence verifies; a signature lives at most ${seconds(rule.maxAttestationLifetime)}`, "trust.signature_invalid"),
    ...(high && !rule.allowUnscopedKeys
      ? [say(`each key is written to be for this tool and for ${rule.impact}, in \`tools\` and \`impacts\``, "trust.key_unscoped")]
      : []),
    ...(high ? [say("a claim rests on a source that such a signature vouches for", "trust.no_trusted_chain")] : []),
  ];
}

function rules(rule: ToolRule): readonly Demand[] {
  return [
    say(`the proposal says impact ${rule.impact}, no other`, "policy.impact_mismatch"),
    ...(rule.args === null ? [] : [say("the arguments fit the schema in `args`, which is closed", "policy.args_invalid")]),
    ...(rule.principals === null
      ? []
      : [say(`the principal is ${[...rule.principals.allow].join(" or ")}`, "policy.principal", rule.principals.id)]),
    ...factDemands(
      rule.facts.filter(({ optional }) => !optional),
      "policy.fact_missing",
    ),
    ...factDemands(
      rule.facts.filter(({ optional }) => optional),
      "policy.fact_stale",
    ),
    ...rule.when.map(({ id, cel }) => say(`this is true: ${cel}`, "policy.when", id)),
    ...rule.approvals.map(({ id, count, role }) =>
      say(
        `${count} ${count === 1 ? "owner" : "different owners"}${role === null ? "" : ` in the role ${role}`} approved, each by a key of purpose approve`,
        "policy.approvals",
        id,
      ),
    ),
    ...(rule.separation === null
      ? []
      : [say("the principal owns none of the keys that approved, and each of those has an owner", "policy.separation", rule.separation)]),
    ...rule.checks.map(({ id, deadlineMs }) => say(`the operator's check answers allow within ${deadlineMs} ms`, "policy.check", id)),
    ...rule.limits.map((limit) => say(limitWords(limit), "policy.limit", limit.id)),
  ];
}

/** One that may be absent blocks by its age at the soonest. */
function factDemands(facts: readonly FactRule[], reason: Reason): readonly Demand[] {
  return facts.map((fact) => say(`the proposal carries${fact.optional ? "," : ""} ${factWords(fact)}`, reason, fact.id));
}

function afterPolicy(policy: Policy, rule: ToolRule): readonly Demand[] {
  const until = latest(rule.observe?.until ?? null, policy.observe?.until ?? null);
  const bestEffort = policy.auditBestEffort.has(rule.impact);
  return [
    say("neither a signature nor the action was used before", "policy.already_used"),
    bestEffort
      ? say("it is recorded if that can be done", null)
      : say("the decision is recorded, where the gate has an audit", "internal.audit_unavailable"),
    ...(rule.breakGlass === null
      ? []
      : [
          say(
            `until ${timeText(rule.breakGlass.until)} two owners with keys of purpose break_glass set aside principals, facts, conditions, approvals, checks and limits; their signatures live at most ${seconds(rule.breakGlass.maxLifetime)}`,
            null,
            rule.breakGlass.id,
          ),
        ]),
    ...(until === null
      ? []
      : [say(`until ${timeText(until)} all this is judged and recorded, and a live gate lets the call pass all the same (observe)`, null)]),
  ];
}

/** Under observation by its own window or by the policy's, whichever ends later. */
function latest(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function limitWords({ amount, scale, max, windowSeconds, by }: LimitRule): string {
  const most = scale === 0 ? String(max) : decimal(max, scale);
  if (amount === null) return `there are at most ${most} calls in ${seconds(windowSeconds ?? 0)}${groups(by)}`;
  if (windowSeconds === null) return `${amount} is at most ${most}`;
  return `${amount} adds up to at most ${most} in ${seconds(windowSeconds)}${groups(by)}`;
}

function groups(by: readonly string[]): string {
  return by.length === 0 ? "" : ` for each ${by.join(" and ")}`;
}

function decimal(units: number, scale: number): string {
  const digits = String(units).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** In the largest unit that says it whole. */
function seconds(count: number): string {
  for (const [size, unit] of [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ] as const) {
    if (count % size === 0) return `${count / size} ${unit}${count === size ? "" : "s"}`;
  }
  return `${count} second${count === 1 ? "" : "s"}`;
}
