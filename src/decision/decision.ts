import type { Code, Reason } from "./catalogue.js";
import type { DecisionFacts } from "./facts.js";
import type { Issue, JsonPointer } from "./issue.js";
import type { ProfileName } from "./profile.js";

/** The answer, as JSON. A decision is an object and always truthy: test `verdict`, or use `gate.enforce`. */
export interface Decision {
  readonly verdict: "allow" | "block";
  readonly code: Code;
  /** Null on allow. */
  readonly reason: Reason | null;
  readonly path: JsonPointer | null;
  readonly issues: readonly Issue[];
  /** Issues beyond those listed. */
  readonly more_issues: number;
  readonly binding: "full" | "tool" | "none";
  readonly single_use: "consumed" | "unchecked";
  readonly audience: "checked" | "unchecked";
  readonly profile: ProfileName;
  readonly facts: DecisionFacts;
}
