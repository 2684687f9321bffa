import { isHighImpact } from "../../decision/impact.js";
import { joinPointer } from "../../json/pointer.js";
import type { ToolRule } from "../../policy/policy.js";
import { isVersion1 } from "../../policy/policy-file.js";
import type { Keyring } from "../../trust/keyring.js";
import type { WrittenPolicy } from "../read-policy.js";
import type { Lint, LintedTool, LintQuestion } from "./lint.js";
import { lintApprovals } from "./lint-approvals.js";
import { lintArgs } from "./lint-args.js";
import { lintLimits, lintSharedIds, lintUnused, lintWindows } from "./lint-rules.js";

/** Longest life that spec/policy.md gives an attestation where nothing is written, in seconds. */
const DAY_SECONDS = 86_400;

/**
 * What may be written and is probably not meant, in the order of the file (spec/cli.md#lints). The reference's form has nothing
 * to write better. `now` is in epoch nanoseconds.
 */
export function lintPolicy({ written, policy }: WrittenPolicy, keyring: Keyring | null, now: bigint): readonly Lint[] {
  if (!isVersion1(written)) return [];
  const tools = Object.entries(written.tools ?? {}).map(([name, entry]): LintedTool => {
    return { name, place: joinPointer("/tools", name), entry, rule: policy.tools.get(name) as ToolRule };
  });
  const question: LintQuestion = { file: written, policy, tools, keyring, now };
  return [
    ...lintFile(question),
    ...tools.flatMap((tool) => [
      ...lintArgs(tool),
      ...lintTerms(tool),
      ...lintApprovals(tool, question),
      ...lintLimits(tool),
      ...lintUnused(tool),
    ]),
    ...lintWindows(tools, question),
    ...lintSharedIds(tools),
    ...lintKeyTools(question),
  ];
}

function lintFile({ file }: LintQuestion): readonly Lint[] {
  const impacts = file.audit_best_effort ?? [];
  return impacts.length === 0
    ? []
    : [
        {
          lint: "audit-best-effort",
          place: "/audit_best_effort",
          message: `actions of impact ${impacts.join(", ")} may run without a record of them`,
        },
      ];
}

function lintTerms({ entry, rule, place }: LintedTool): readonly Lint[] {
  if (rule.deny !== null || !isHighImpact(rule.impact)) return [];
  return [
    ...(rule.allowUnscopedKeys
      ? [
          {
            lint: "unscoped-keys",
            place,
            message: "takes keys without written scope, though its impact is high; scope the keys and remove allow_unscoped_keys",
          },
        ]
      : []),
    ...(rule.maxAttestationLifetime > DAY_SECONDS
      ? [
          {
            lint: "lifetime-long",
            place: entry.max_attestation_lifetime === undefined ? "/max_attestation_lifetime" : `${place}/max_attestation_lifetime`,
            message: "lets an approval stand for more than a day",
          },
        ]
      : []),
  ];
}

/** Names in the keyring that lead nowhere: a key that was meant for a tool of another spelling approves nothing. */
function lintKeyTools({ keyring, policy }: LintQuestion): readonly Lint[] {
  if (keyring === null) return [];
  return [...keyring.keys.values()].flatMap(({ id, tools }) =>
    (tools ?? [])
      .filter((tool) => tool !== "*" && !policy.tools.has(tool))
      .map((tool) => ({
        lint: "key-tool-unknown",
        place: "/tools",
        message: `the key ${id} is for ${tool}, which this policy does not name`,
      })),
  );
}
