import type { ApprovalsRule } from "../../policy/policy.js";
import { isListed } from "../../trust/is-listed.js";
import { keyState } from "../../trust/key-state.js";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";
import type { Lint, LintedTool, LintQuestion } from "./lint.js";

/** Approvals that nobody in the keyring can give, and a separation that has nothing to keep apart. */
export function lintApprovals(tool: LintedTool, { keyring, now }: LintQuestion): readonly Lint[] {
  const { rule, place } = tool;
  if (rule.deny !== null) return [];
  const alone: readonly Lint[] =
    rule.separation !== null && rule.approvals.length === 0
      ? [
          {
            lint: "separation-alone",
            place: `${place}/separation`,
            message: "keeps asking and approving apart, and no approvals are asked for; add approvals",
          },
        ]
      : [];
  if (keyring === null) return alone;
  const short = rule.approvals.flatMap((each, at): readonly Lint[] => {
    const message = shortOf(each, tool, keyring, now);
    return message === null ? [] : [{ lint: "approvals-unreachable", place: `${place}/approvals/${at}`, message }];
  });
  return [...alone, ...short];
}

function shortOf({ count, role }: ApprovalsRule, tool: LintedTool, keyring: Keyring, now: bigint): string | null {
  const able = [...keyring.keys.values()].filter((key) => mayApprove(key, tool) && keyState(key, keyring, key.id, now) === "ok");
  const owners = new Set(able.filter(({ roles }) => role === null || isListed(role, roles)).map(({ owner }) => owner));
  if (owners.size >= count) return null;
  const asked = `${count} ${count === 1 ? "owner" : "owners"}${role === null ? "" : ` in the role ${role}`}`;
  const held = owners.size === 0 ? "none" : [...owners].join(", ");
  return `asks for ${asked}, and the keyring has ${held} with a key in force that may approve this tool; every call blocks`;
}

/** Only keys whose written purpose has `approve`, and that have an owner, count (spec policy#approvals). */
function mayApprove({ purpose, purposeWritten, owner, tools, impacts }: KeyEntry, { name, rule }: LintedTool): boolean {
  const covers = (scope: readonly string[] | null, value: string) =>
    scope === null ? rule.allowUnscopedKeys : isListed("*", scope) || isListed(value, scope);
  return purposeWritten && isListed("approve", purpose) && owner !== null && covers(tools, name) && covers(impacts, rule.impact);
}
