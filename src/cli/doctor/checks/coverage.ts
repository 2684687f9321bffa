import { isHighImpact } from "../../../decision/impact.js";
import type { Draft } from "../draft-action.js";
import { finding, note, type Remark } from "../report.js";

/** What could not be tried. Of a high impact that is a finding: silence about it would read as a pass. */
export function checkCoverage(drafts: readonly Draft[], audience: string | null, exampled: ReadonlySet<string>): readonly Remark[] {
  return drafts.flatMap(({ tool, rule, args, signers, audience: tried }) => {
    if (rule.deny !== null) return [];
    const level = isHighImpact(rule.impact) ? finding : note;
    if (args === null) {
      const next = exampled.has(tool) ? "the policy does not take those of --example" : "give a call that it takes with --example FILE";
      return [level(tool, `no arguments were found that the policy takes, so nothing was tried with them; ${next}`)];
    }
    if (signers === null || signers.length === 0 || audience !== null) return [];
    return [note(tool, `no --audience: tried as the gate ${tried}`)];
  });
}
