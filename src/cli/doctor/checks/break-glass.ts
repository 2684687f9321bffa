import type { Policy } from "../../../policy/policy.js";
import { breaksGlass } from "../../../trust/authority.js";
import { keyState } from "../../../trust/key-state.js";
import type { Keyring } from "../../../trust/keyring.js";
import { timeText } from "../../key-words.js";
import { note, type Remark } from "../report.js";

const OWNERS = 2;

/** Who could set rules aside, where and for how long. `now` is in epoch nanoseconds. */
export function checkBreakGlass(policy: Policy, keyring: Keyring, now: bigint): readonly Remark[] {
  const holders = [...keyring.keys.values()].filter((key) => breaksGlass(key) && keyState(key, keyring, key.id, now) === "ok");
  const owners = [...new Set(holders.flatMap(({ owner }) => owner ?? []))];
  return [...policy.tools].flatMap(([tool, { breakGlass }]) => {
    if (breakGlass === null) return [];
    const { id, until } = breakGlass;
    if (now >= until) return [note(tool, `the rule ${id} ended at ${timeText(until)}: no glass can be broken any more`)];
    if (owners.length < OWNERS)
      return [
        note(
          tool,
          `the rule ${id} stands until ${timeText(until)}, and fewer than two owners hold a break_glass key in force: nobody can use it`,
        ),
      ];
    return [note(tool, `until ${timeText(until)} two of ${owners.join(", ")} can set its rules aside (rule ${id})`)];
  });
}
