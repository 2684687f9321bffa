import type { Keyring } from "../../../trust/keyring.js";
import { lintPolicy } from "../../policy-lint/lint-policy.js";
import type { WrittenPolicy } from "../../read-policy.js";
import type { Draft } from "../draft-action.js";
import { finding, type Remark } from "../report.js";

/** Tools that nobody can approve as things stand: every call of them blocks. `now` is in epoch nanoseconds. */
export function checkApprovals(policy: WrittenPolicy, keyring: Keyring, drafts: readonly Draft[], now: bigint): readonly Remark[] {
  const short = lintPolicy(policy, keyring, now).filter(({ lint }) => lint === "approvals-unreachable");
  return drafts
    .filter(({ signers, rule }) => signers === null && rule.deny === null)
    .map(({ tool, audience }) => {
      const place = `/tools/${tool.replaceAll("~", "~0").replaceAll("/", "~1")}/`;
      const why = short.filter((lint) => lint.place.startsWith(place)).map(({ message }) => message);
      const plain = `no keys in force can give what the policy asks for at the gate ${audience}; every call blocks`;
      return finding(tool, why.length > 0 ? why.join("; ") : plain);
    });
}
