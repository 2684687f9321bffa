import { canonicalText } from "../../json/canonical-text.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonValue } from "../../json/value.js";
import { timeText } from "../key-words.js";
import type { Lint, LintedTool, LintQuestion } from "./lint.js";
import { isDeclared, isRequired } from "./lint-args.js";

const DAY = 86_400_000_000_000n;
const SOON = 30n * DAY;

/** Limits whose amount a call may leave out: they block it, but the caller is told of a limit and not of the argument. */
export function lintLimits({ entry, rule, place }: LintedTool): readonly Lint[] {
  if (rule.deny !== null) return [];
  return rule.limits.flatMap(({ amount, by }, at) =>
    [...(amount === null ? [] : [amount]), ...by]
      .filter((pointer) => !isRequired(entry.args, pointer))
      .map((pointer) => ({
        lint: "limit-optional",
        place: `${place}/limits/${at}`,
        message: `counts ${pointer}, which args does not require, so a call without it blocks; make it required in args`,
      })),
  );
}

/** Windows that have ended, or end soon. */
export function lintWindows(tools: readonly LintedTool[], { policy, now }: LintQuestion): readonly Lint[] {
  const observed = [
    { place: "/observe", until: policy.observe?.until },
    ...tools.map(({ place, rule }) => ({ place: `${place}/observe`, until: rule.observe?.until })),
  ].flatMap(({ place, until }) => windowLint("observe", "the rules bind", place, until, now));
  const glass = tools.flatMap(({ place, rule }) =>
    windowLint("break-glass", "nothing breaks the glass", `${place}/break_glass`, rule.breakGlass?.until, now),
  );
  return [...observed, ...glass];
}

function windowLint(what: string, then: string, place: string, until: bigint | undefined, now: bigint): readonly Lint[] {
  if (until === undefined || until - now > SOON) return [];
  if (until <= now) return [{ lint: `${what}-ended`, place, message: `ended on ${timeText(until)}: ${then}; remove it` }];
  return [{ lint: `${what}-ends-soon`, place, message: `ends on ${timeText(until)}; from then on ${then}` }];
}

/** What is written and can never matter. */
export function lintUnused({ entry, rule, place }: LintedTool): readonly Lint[] {
  return rule.auditArgs.flatMap((pointer, at): readonly Lint[] =>
    isDeclared(entry.args, pointer)
      ? []
      : [
          {
            lint: "audit-args-unknown",
            place: `${place}/audit_args/${at}`,
            message: `args declares no ${pointer}, so nothing is ever recorded there`,
          },
        ],
  );
}

/** An id that stands for different rules leads whoever reads the audit to the wrong one. */
export function lintSharedIds(tools: readonly LintedTool[]): readonly Lint[] {
  const seen = new Map<string, { readonly place: string; readonly rule: string }>();
  const lints: Lint[] = [];
  for (const { id, place, rule } of tools.flatMap(idsOf)) {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, { place, rule });
    else if (first.rule !== rule)
      lints.push({ lint: "id-shared", place, message: `"${id}" is another rule at ${first.place}; give each its own id` });
  }
  return lints;
}

function idsOf({ entry, place }: LintedTool) {
  const found: { readonly id: string; readonly place: string; readonly rule: string }[] = [];
  if (entry.deny !== undefined) found.push({ id: entry.deny, place: `${place}/deny`, rule: "deny" });
  for (const [kind, value] of Object.entries(entry)) {
    const each: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const [at, rule] of each.entries()) {
      const id: unknown = typeof rule === "object" && rule !== null && Object.hasOwn(rule, "id") ? (rule as { id: unknown }).id : undefined;
      if (typeof id !== "string" || kind === "args") continue;
      const where = Array.isArray(value) ? joinPointer(place, kind, at, "id") : joinPointer(place, kind, "id");
      found.push({ id, place: where, rule: `${kind} ${canonicalText(rule as JsonValue)}` });
    }
  }
  return found;
}
