import { codeOf } from "./catalogue.js";
import type { Decision } from "./decision.js";
import type { DecisionFacts } from "./facts.js";
import type { Failure } from "./issue.js";

/** What a decision says whichever way it falls. */
export interface DecisionFrame {
  readonly binding: Decision["binding"];
  readonly single_use: Decision["single_use"];
  readonly audience: Decision["audience"];
  readonly profile: Decision["profile"];
  readonly facts: DecisionFacts;
}

export function allow(frame: DecisionFrame): Decision {
  return Object.freeze({ verdict: "allow", code: "PIC_OK", reason: null, path: null, issues: Object.freeze([]), more_issues: 0, ...frame });
}

/** A block; the first issue in order names it, and what the failing stage saw joins the facts. */
export function block(failure: Failure, frame: DecisionFrame): Decision {
  const [first] = failure.issues;
  const { digests, ...seen } = failure.facts ?? {};
  const facts: DecisionFacts = { ...frame.facts, ...seen, digests: { ...frame.facts.digests, ...digests } };
  return Object.freeze({
    verdict: "block",
    code: codeOf(first.reason),
    reason: first.reason,
    path: first.path,
    issues: Object.freeze(failure.issues),
    more_issues: failure.more,
    ...frame,
    facts,
  });
}
