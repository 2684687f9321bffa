import { type Impact, isHighImpact } from "../decision/impact.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { Policy } from "./policy.js";

/**
 * What must hold for one action (spec/policy.md#requirements): S2, S3, S8. Pure; an unknown tool takes the proposal's
 * impact until the policy stage judges it. Either impact, the operator's or the proposal's, can ask for more and neither for
 * less; only in interop the causal rule goes by the proposal's alone.
 */
export function requirementsFor(policy: Policy, tool: string, declaredImpact: Impact, profile: Profile): Requirements {
  const rule = policy.tools.get(tool);
  const impact = rule?.impact ?? declaredImpact;
  const trustedChainRequired = isHighImpact(declaredImpact) || (profile.operatorImpact && isHighImpact(impact));
  // In interop too: where the reference is not told the tool, it goes by the proposal's impact (POLICY-13).
  const evidenceByImpact = policy.evidenceImpacts.has(impact) || policy.evidenceImpacts.has(declaredImpact);
  return Object.freeze({
    tool,
    toolKnown: rule !== undefined,
    impact,
    declaredImpact,
    evidenceRequired: evidenceByImpact || rule?.evidenceRequired === true,
    trustedChainRequired,
    maxAttestationLifetime: rule?.maxAttestationLifetime ?? policy.maxAttestationLifetime,
    breakGlass: profile.keyScope ? (rule?.breakGlass ?? null) : null,
    scopedKeysRequired: profile.keyScope && trustedChainRequired && !(rule?.allowUnscopedKeys ?? policy.allowUnscopedKeys),
  });
}
