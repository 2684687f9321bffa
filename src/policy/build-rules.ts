import type { JsonPointer } from "../decision/issue.js";
import { readOnlySet } from "../decision/read-only.js";
import { parseTimestamp } from "../trust/timestamp.js";
import { readAmount } from "./amount.js";
import type { LimitRule, Observation, RuleVariables, ToolRule } from "./policy.js";
import type { LimitEntry, ObserveEntry, RuleEntries } from "./policy-file.js";

/** Whether a condition holds: true, or anything else, a throw included, for no. */
export type Holds = (variables: RuleVariables) => unknown;

/** Turns the text of a condition into what judges it; `place` is the text's pointer in the file. */
export type CompileWhen = (cel: string, place: JsonPointer) => Holds;

/** What rules make of a tool. */
export type Rules = Pick<
  ToolRule,
  "principals" | "when" | "approvals" | "separation" | "checks" | "limits" | "breakGlass" | "observe" | "auditArgs"
>;

const NONE: readonly never[] = Object.freeze([]);

/** Milliseconds that a check has where the policy does not say. */
const CHECK_MS = 200;
/** Seconds that a break-glass attestation lives at most where the policy does not say. */
const GLASS_LIFETIME = 900;

export const NO_RULES: Rules = Object.freeze({
  principals: null,
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
  return {
    principals: principals === undefined ? null : Object.freeze({ id: principals.id, allow: readOnlySet(new Set(principals.allow)) }),
    when: each(entry.when, ({ id, cel }, at) => ({ id, cel, holds: compileWhen(cel, `${place}/when/${at}/cel`) })),
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
