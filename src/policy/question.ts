import type { ProvenanceFact } from "../decision/facts.js";
import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { JsonObject } from "../json/value.js";
import type { Approver, Raiser } from "../trust/authority.js";
import type { CarriedReceipt } from "../trust/receipt.js";
import type { Policy, RuleVariables } from "./policy.js";

/** What the policy stage judges. */
export interface Question {
  readonly policy: Policy;
  readonly profile: Profile;
  readonly requirements: Requirements;
  /** The proposal's arguments, equal to the live ones where the call was bound; the live ones where there is no proposal. */
  readonly args: JsonObject;
  /** Who asks, as the host says it; empty where it does not. */
  readonly context: JsonObject;
  readonly claims: RuleVariables["claims"];
  readonly provenance: readonly ProvenanceFact[];
  readonly raisers: readonly Raiser[];
  readonly approvers: readonly Approver[];
  /** Facts, of one contract at most one. */
  readonly receipts: readonly CarriedReceipt[];
  /** Epoch nanoseconds of the last word that raised trust. */
  readonly raisedAt: bigint | null;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  /** What checks answered, by rule id. */
  readonly checks: ReadonlyMap<string, boolean>;
  /** A check without an answer blocks, or is left to whoever can ask. */
  readonly unanswered: "block" | "defer";
}
