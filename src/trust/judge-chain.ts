import type { ProvenanceFact } from "../decision/facts.js";
import { IssueList, type Outcome, ok } from "../decision/issue.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { Resolved } from "../provenance/resolved.js";

/**
 * The causal rule (spec/trust.md#causal-rule): for a high impact at least one claim rests on a trusted entry, and every
 * reference names one. A low impact needs neither.
 */
export function judgeChain(
  resolved: Resolved,
  provenance: readonly ProvenanceFact[],
  requirements: Requirements,
  profile: Profile,
): Outcome<true> {
  if (!requirements.trustedChainRequired) return ok(true);
  const issues = new IssueList();
  if (profile.resolveEveryReference) for (const path of resolved.dangling) issues.add("provenance.dangling_reference", path);

  if (!restsOnTrusted(resolved, provenance)) issues.add("trust.no_trusted_chain", "/claims");
  return issues.empty ? ok(true) : issues.fail();
}

function restsOnTrusted({ proposal, ids }: Resolved, provenance: readonly ProvenanceFact[]): boolean {
  for (const claim of proposal.claims) {
    for (const id of claim.evidence) {
      const at = ids.positionOf(id);
      if (at >= 0 && provenance[at]?.effective === "trusted") return true;
    }
  }
  return false;
}
