import type { Observation, Policy } from "../../../policy/policy.js";
import { timeText } from "../../key-words.js";
import { finding, note, type Remark } from "../report.js";

/** What is only observed: loud while it lasts, since what is blocked runs all the same. `now` is in epoch nanoseconds. */
export function checkTrials(policy: Policy, now: bigint): readonly Remark[] {
  return [
    ...remarkOn(null, "EVERY TOOL is only OBSERVED", policy.observe, now),
    ...[...policy.tools].flatMap(([tool, { observe }]) => remarkOn(tool, "only OBSERVED", observe, now)),
  ];
}

function remarkOn(about: string | null, what: string, window: Observation | null, now: bigint): readonly Remark[] {
  if (window === null) return [];
  const until = timeText(window.until);
  if (now >= window.until) return [note(about, `was observed until ${until}: its rules bind, and observe may be removed`)];
  return [finding(about, `${what} until ${until}: what its rules block is LET RUN until then, and blocked from then on`)];
}
