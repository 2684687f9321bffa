import { codeOf } from "./catalogue.js";
import type { Decision } from "./decision.js";
import type { DecisionFacts, StageFacts } from "./facts.js";
import type { Failure, Issue } from "./issue.js";

/** What a decision says whichever way it falls. */
export interface DecisionFrame {
  readonly binding: Decision["binding"];
  readonly single_use: Decision["single_use"];
  readonly audience: Decision["audience"];
  readonly profile: Decision["profile"];
  readonly facts: DecisionFacts;
}

const NO_ISSUES: readonly never[] = Object.freeze([]);

/** An allow; what the policy's rules saw joins the facts. */
export function allow({ binding, single_use, audience, profile, facts }: DecisionFrame, seen: StageFacts | null = null): Decision {
  return Object.freeze({
    verdict: "allow",
    code: "PIC_OK",
    reason: null,
    path: null,
    issues: NO_ISSUES,
    more_issues: 0,
    binding,
    single_use,
    audience,
    profile,
    facts: seen === null ? facts : { ...facts, ...seen, digests: facts.digests },
  });
}

/** A block; the first issue in order names it, and what the failing stage saw joins the facts. */
export function block(failure: Failure, { binding, single_use, audience, profile, facts }: DecisionFrame): Decision {
  const first = failure.issues[0];
  return Object.freeze({
    verdict: "block",
    code: codeOf(first.reason),
    reason: first.reason,
    path: first.path,
    issues: Object.freeze(failure.issues),
    more_issues: failure.more,
    binding,
    single_use,
    audience,
    profile,
    facts: failure.facts === undefined ? facts : withSeen(facts, failure.facts),
  });
}

function withSeen(facts: DecisionFacts, { digests, ...seen }: StageFacts): DecisionFacts {
  return { ...facts, ...seen, digests: { ...facts.digests, ...digests } };
}

const FAULT: readonly Issue[] = Object.freeze([Object.freeze({ reason: "internal.error", path: "" })]);

/** The block that stands where a decision could not even be put together. Asks nothing that could throw again. */
export function blockFault(binding: Decision["binding"], profile: Decision["profile"], digests: DecisionFacts["digests"]): Decision {
  return Object.freeze({
    verdict: "block",
    code: "PIC_INTERNAL_ERROR",
    reason: "internal.error",
    path: "",
    issues: FAULT,
    more_issues: 0,
    binding,
    single_use: "unchecked",
    audience: "unchecked",
    profile,
    facts: { digests },
  });
}
