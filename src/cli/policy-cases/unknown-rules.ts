import { didYouMean } from "../../compile/did-you-mean.js";
import type { Policy } from "../../policy/policy.js";
import { CaseError, type PolicyCase } from "./policy-case.js";

/**
 * Refuses a case that answers a check, or fills a window, which no tool of the policy has: a misspelt id would leave out what was to be
 * tested (spec/cli.md#case-decision).
 *
 * @throws CaseError that names the id
 */
export function mustKnowRules({ checks, spent }: PolicyCase, { tools }: Policy): void {
  const rules = [...tools.values()];
  const windows = rules.flatMap(({ limits }) => limits).filter(({ windowSeconds }) => windowSeconds !== null);
  mustHave("checks", [...checks.keys()], new Set(rules.flatMap((tool) => tool.checks).map(({ id }) => id)), "check");
  mustHave("spent", [...spent.keys()], new Set(windows.map(({ id }) => id)), "limit over a window");
}

function mustHave(member: string, named: readonly string[], known: ReadonlySet<string>, kind: string): void {
  const id = named.find((one) => !known.has(one));
  if (id === undefined) return;
  throw new CaseError(`/${member}: the policy has no ${kind} ${JSON.stringify(id)}${didYouMean(id, known)}`);
}
