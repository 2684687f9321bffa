import type { Impact } from "../decision/impact.js";
import type { JsonObject } from "../json/value.js";

export interface ProvenanceEntry {
  readonly id: string;
  readonly trust: "trusted" | "untrusted";
  readonly source?: string;
}

export interface Claim {
  readonly text: string;
  /** Provenance ids. */
  readonly evidence: readonly string[];
}

export interface HashEvidence {
  readonly id: string;
  readonly type: "hash";
  readonly ref: string;
  readonly sha256: string;
  readonly attestor?: string;
}

export interface SignatureEvidence {
  readonly id: string;
  readonly type: "sig";
  readonly ref: string;
  readonly payload: string;
  readonly alg: "ed25519";
  readonly signature: string;
  readonly key_id: string;
  readonly signer?: string;
  readonly attestor?: string;
}

export type Evidence = HashEvidence | SignatureEvidence;

/** The wire form of PIC/1.0 (spec/schemas/proposal.schema.json). */
export interface ProposalData {
  readonly protocol: "PIC/1.0";
  readonly intent: string;
  readonly impact: Impact;
  readonly provenance: readonly ProvenanceEntry[];
  readonly claims: readonly Claim[];
  readonly action: { readonly tool: string; readonly args: JsonObject };
  readonly evidence?: readonly Evidence[];
}

declare const checked: unique symbol;
/** A proposal that passed the schema. Only check-proposal.ts makes one. */
export type Proposal = ProposalData & { readonly [checked]: true };
