import type { Keyring } from "../../../trust/keyring.js";
import { lintPolicy } from "../../policy-lint/lint-policy.js";
import type { WrittenPolicy } from "../../read-policy.js";
import { note, type Remark } from "../report.js";

/** Told by checks of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set(["observe-ended", "break-glass-ended", "approvals-unreachable"]);

/** What the policy may say and probably does not mean (spec/cli.md#lints). `now` is in epoch nanoseconds. */
export function checkPolicy(policy: WrittenPolicy, keyring: Keyring, now: bigint): readonly Remark[] {
  return lintPolicy(policy, keyring, now)
    .filter(({ lint }) => !ELSEWHERE.has(lint))
    .map(({ lint, place, message }) => note(place, `${lint}: ${message}`));
}
