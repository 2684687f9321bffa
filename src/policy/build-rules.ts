import type { JsonPointer } from "../decision/issue.js";
import { readOnlySet } from "../decision/read-only.js";
import { parseTimestamp } from "../trust/timestamp.js";
import { readAmount } from "./amount.js";
import type { FactRule, LimitRule, Observation, RuleVariables, ToolRule } from "./policy.js";
import type { FactEntry, LimitEntry, ObserveEntry, RuleEntries } from "./policy-file.js";

/** Whether a condition holds: true, or anything else, a throw included, for no. */
export type Holds = (variables: RuleVariables) => unknown;

/** The text of a condition; `place` is its pointer in the file. */
export interface ConditionText {
  readonly cel: string;
  readonly place: JsonPointer;
}

/** A contract that conditions may read facts of; `place` is its pointer in the file. */
export interface DeclaredFact {
  readonly contract: string;
  readonly place: JsonPointer;
}

/** Turns a tool's conditions into what judges them. All at once: what one of them compares, the others may rest on. */
export type CompileWhen = (conditions: readonly ConditionText[], facts: readonly DeclaredFact[]) => readonly Holds[];

/** What rules make of a tool. */
export type Rules = Pick<
  ToolRule,
  "principals" | "facts" | "when" | "approvals" | "separation" | "checks" | "limits" | "breakGlass" | "observe" | "auditArgs"
>;

const NONE: readonly never[] = Object.freeze([]);

/** Milliseconds that a check has where the policy does not say. */
const CHECK_MS = 200;
/** Seconds that a break-glass attestation lives at most where the policy does not say. */
const GLASS_LIFETIME = 900;

export const NO_RULES: Rules = Object.freeze({
  principals: null,
  facts: NONE,
  when: NONE,
  approvals: NONE,
  separation: null,
  checks: NONE,
  limits: NONE,
  breakGlass: null,
  observe: null,
  auditArgs: NONE,
});

/** The rules of a tool whose entry's shape holds; `place` is the entry's pointer in the file. */
export function buildRules(entry: RuleEntries, place: JsonPointer, compileWhen: CompileWhen): Rules {
  const { principals, separation, break_glass: glass } = entry;
  const conditions = (entry.when ?? NONE).map(({ cel }, at) => ({ cel, place: `${place}/when/${at}/cel` }));
  const declared = (entry.facts ?? NONE).map(({ contract }, at) => ({ contract, place: `${place}/facts/${at}/contract` }));
  const holds = conditions.length === 0 ? NONE : compileWhen(conditions, declared);
  return {
    principals: principals === undefined ? null : Object.freeze({ id: principals.id, allow: readOnlySet(new Set(principals.allow)) }),
    facts: each(entry.facts, factRule),
    when: each(entry.when, ({ id, cel }, at) => ({ id, cel, holds: known(holds[at] ?? null) })),
    approvals: each(entry.approvals, ({ id, count, role }) => ({ id, count, role: role ?? null })),
    separation: separation?.id ?? null,
    checks: each(entry.check, ({ id, deadline_ms }) => ({ id, deadlineMs: deadline_ms ?? CHECK_MS })),
    limits: each(entry.limits, limitRule),
    breakGlass:
      glass === undefined
        ? null
        : Object.freeze({ id: glass.id, until: instant(glass.until), maxLifetime: glass.max_lifetime ?? GLASS_LIFETIME }),
    observe: observation(entry.observe),
    auditArgs: Object.freeze([...(entry.audit_args ?? NONE)]),
  };
}

export function observation(entry: ObserveEntry | undefined): Observation | null {
  return entry === undefined ? null : Object.freeze({ until: instant(entry.until) });
}

const SECOND = 1_000_000_000n;

function factRule({ id, contract, max_age_seconds, versions, refetch, optional }: FactEntry): FactRule {
  const maxAge = BigInt(max_age_seconds) * SECOND;
  const taken = versions === undefined ? null : Object.freeze([...versions]);
  return { id, contract, maxAge, versions: taken, refetch: refetch === true, optional: optional === true };
}

function limitRule({ id, amount, sum, by, window_seconds, scale = 0, max }: LimitEntry): LimitRule {
  return {
    id,
    amount: amount ?? sum ?? null,
    scale,
    max: known(readAmount(max, scale)),
    windowSeconds: window_seconds ?? null,
    by: Object.freeze([...(by ?? NONE)]),
  };
}

function each<Entry, Rule extends object>(
  entries: readonly Entry[] | undefined,
  make: (entry: Entry, at: number) => Rule,
): readonly Rule[] {
  return entries === undefined ? NONE : Object.freeze(entries.map((entry, at) => Object.freeze(make(entry, at))));
}

function instant(text: string): bigint {
  return known(parseTimestamp(text));
}

/** The shape was checked before; a file that nobody checked ends here. */
function known<T>(value: T | null): T {
  if (value === null) throw new TypeError("the policy's shape was not checked");
  return value;
}
