import type { Reason } from "./catalogue.js";
import type { Impact } from "./impact.js";

type EffectiveTrust = "trusted" | "untrusted";

export interface ProvenanceFact {
  readonly id: string;
  /** What the proposal says. */
  readonly declared: EffectiveTrust;
  /** What verified evidence made of it, for this decision alone. */
  readonly effective: EffectiveTrust;
  /** Key ids of the signatures that raised it, in proposal order. */
  readonly raised_by: readonly string[];
}

export interface EvidenceFact {
  readonly type: "hash" | "sig";
  /** How it was read; `unread` where an earlier check ended the entry. */
  readonly mode: "file" | "legacy" | "canonical" | "receipt" | "malformed" | "unread";
  readonly status: "verified" | "failed";
  /** Only where the keyring has the key. */
  readonly key_id?: string;
  /** SHA-256 (hex) of the raw public key, then the canonical bytes; only where the signature verified. */
  readonly attestation_id?: string;
  /** Of the result that a receipt is of: the same in the result's own record. */
  readonly request_id?: string;
}

export interface ActionDigests {
  readonly args?: string;
  readonly claims?: string;
  readonly intent?: string;
}

export interface RuleFact {
  readonly reason: Reason;
  readonly id: string;
}

/** What an action counts against a limit of the policy. */
export interface LimitFact {
  /** The operator's id. */
  readonly rule: string;
  /** In the smallest unit; 1 for a count. */
  readonly amount: number;
  readonly max: number;
  /** Null: judged by each call alone. */
  readonly window_seconds: number | null;
}

export interface BreakGlassFact {
  /** The operator's id. */
  readonly rule: string;
  readonly key_ids: readonly string[];
  /** Ids of the rules that would have blocked, or were not asked. */
  readonly set_aside: readonly string[];
}

/** What the stages saw, for the operator. Never shown to a model. */
export interface StageFacts {
  /** Names of members outside PIC/1.0, ASCII-escaped, at most 64 characters each. */
  readonly unknown_members?: readonly string[];
  /** The operator's id of the rule that blocked, the first in order where there are several. */
  readonly rule?: string;
  /** All of the operator's rules that blocked, in the order of their reasons. */
  readonly rules?: readonly RuleFact[];
  /** Rules that two break-glass keys set aside (spec/policy.md#break-glass). */
  readonly break_glass?: BreakGlassFact;
  /** Limits that the policy has for the tool, as far as the amounts can be counted. */
  readonly limits?: readonly LimitFact[];
  readonly provenance?: readonly ProvenanceFact[];
  readonly evidence?: readonly EvidenceFact[];
  /** Set once a signature entry reaches its bindings. */
  readonly digests?: ActionDigests;
}

export interface DecisionFacts extends StageFacts {
  readonly tool?: string;
  /** The policy is being tried out until then (RFC 3339): what it blocks is recorded, and does not bind at a live gate. */
  readonly observe?: { readonly until: string };
  readonly impact?: { readonly declared: Impact | null; readonly operator: Impact | null };
  readonly digests: ActionDigests & { readonly policy: string; readonly keyring: string };
}
