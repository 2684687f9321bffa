import type { Code, Reason } from "./catalogue.js";
import type { Impact } from "./impact.js";
import type { FailureFacts, Issue, JsonPointer } from "./issue.js";
import type { ProfileName } from "./profile.js";

export interface DecisionFacts extends FailureFacts {
  readonly tool?: string;
  readonly impact?: { readonly declared: Impact | null; readonly operator: Impact | null };
  readonly digests: {
    readonly policy: string;
    readonly keyring: string;
    readonly args?: string;
    readonly claims?: string;
    readonly intent?: string;
  };
  readonly provenance?: readonly {
    readonly id: string;
    readonly declared: "trusted" | "untrusted";
    readonly effective: "trusted" | "untrusted";
    readonly raised_by: readonly string[];
  }[];
  readonly evidence?: readonly {
    readonly type: "hash" | "sig";
    readonly mode: "file" | "legacy" | "canonical" | "malformed";
    readonly status: "verified" | "failed";
    readonly key_id?: string;
    readonly attestation_id?: string;
  }[];
}

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
