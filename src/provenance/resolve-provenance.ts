import { IssueList, type Outcome, ok } from "../decision/issue.js";
import type { Profile } from "../decision/profile.js";
import type { Proposal } from "../wire/proposal.js";
import { IdIndex } from "./id-index.js";
import type { Resolved } from "./resolved.js";

/**
 * Ties each reference to exactly one provenance entry (spec/provenance.md). Ids are compared code point by code point, with
 * no trimming, case folding or normalisation. Fails with `provenance.duplicate_id` and, where the profile wants unique
 * evidence ids (S9), `evidence.duplicate_id`, at the id of every later entry. A reference that names no entry is a fact
 * here; the causal rule judges it.
 *
 * @example resolveProvenance(proposal, STRICT) // { ok: true, value: { proposal, ids, dangling: ["/claims/0/evidence/1"] } }
 */
export function resolveProvenance(proposal: Proposal, profile: Profile): Outcome<Resolved> {
  const issues = new IssueList();
  let unique = true;

  const { provenance, claims } = proposal;
  const ids = new IdIndex();
  for (let at = 0; at < provenance.length; at += 1) {
    if (ids.add((provenance[at] as (typeof provenance)[number]).id)) continue;
    unique = false;
    issues.add("provenance.duplicate_id", `/provenance/${at}/id`);
  }

  const { evidence } = proposal;
  if (profile.uniqueEvidenceIds && evidence !== undefined) {
    const seen = new IdIndex();
    for (let at = 0; at < evidence.length; at += 1) {
      if (seen.add((evidence[at] as (typeof evidence)[number]).id)) continue;
      unique = false;
      issues.add("evidence.duplicate_id", `/evidence/${at}/id`);
    }
  }
  // Our own flag, not the list's emptiness: the list relies on array methods that a host may have replaced.
  if (!unique) return issues.fail();

  const dangling: string[] = [];
  for (let claim = 0; claim < claims.length; claim += 1) {
    const { evidence } = claims[claim] as (typeof claims)[number];
    for (let at = 0; at < evidence.length; at += 1) {
      if (ids.positionOf(evidence[at] as string) < 0) dangling[dangling.length] = `/claims/${claim}/evidence/${at}`;
    }
  }
  return ok(Object.freeze({ proposal, ids, dangling }) as unknown as Resolved);
}
