import type { ToolRule } from "./policy.js";
import type { Question } from "./question.js";

/** The glass that is broken for an action: whose rule, and with which keys. */
export interface BrokenGlass {
  readonly rule: string;
  readonly keyIds: readonly string[];
}

const OWNERS = 2;

/**
 * Two owners' break-glass keys raised trust while the tool's rule has not ended (spec/policy.md#break-glass); null otherwise.
 * In interop nobody tests what a key is for, so there is nothing to break.
 */
export function brokenGlass({ breakGlass }: ToolRule, { profile, raisers, now }: Question): BrokenGlass | null {
  if (breakGlass === null || !profile.keyScope || now >= breakGlass.until) return null;
  const keys = raisers.filter((raiser) => raiser.breaksGlass && raiser.owner !== null);
  if (new Set(keys.map(({ owner }) => owner)).size < OWNERS) return null;
  return { rule: breakGlass.id, keyIds: keys.map(({ keyId }) => keyId) };
}
