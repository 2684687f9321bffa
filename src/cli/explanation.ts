import type { Decision } from "../decision/decision.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { readInput } from "../json/read-input.js";
import { type KeyState, keyState } from "../trust/key-state.js";
import type { KeyEntry, Keyring } from "../trust/keyring.js";
import { memberOf } from "../trust/operator-object.js";
import { readPayload } from "../trust/read-payload.js";
import { checkProposal } from "../wire/check-proposal.js";
import type { Evidence, ProposalData } from "../wire/proposal.js";
import { type Finding, findingsOf } from "./formats/finding.js";

export interface KeyNode {
  readonly id: string;
  readonly state: KeyState;
  /** Null where the keyring has none. */
  readonly entry: KeyEntry | null;
}

export interface AttestationTerms {
  /** Null where it is absent or no text. */
  readonly issued_at: string | null;
  readonly expires_at: string | null;
  readonly audience: string | null;
  readonly has_nonce: boolean;
}

export interface EvidenceNode {
  readonly index: number;
  readonly type: "hash" | "sig";
  readonly mode: string;
  /** `unchecked` where the decision fell before the evidence. */
  readonly status: "verified" | "failed" | "unchecked";
  readonly ref: string;
  /** Null for a hash. */
  readonly key: KeyNode | null;
  /** What a signature with a readable attestation says of when and where it holds; the sender's words, to be escaped. */
  readonly attestation: AttestationTerms | null;
}

export interface SourceNode {
  readonly id: string;
  /** False: a claim names it and no provenance entry has it. */
  readonly listed: boolean;
  readonly source: string | null;
  readonly declared: string | null;
  /** Null where the decision fell before trust was worked out. */
  readonly effective: string | null;
  readonly raised_by: readonly string[];
  readonly evidence: readonly EvidenceNode[];
}

export interface ClaimNode {
  readonly text: string;
  readonly sources: readonly SourceNode[];
}

/** The claims down to their keys, what hangs on none of them, and every finding in order. */
export interface Explanation {
  readonly findings: readonly Finding[];
  /** Null where the input is no proposal. */
  readonly proposal: {
    readonly intent: string;
    readonly impact: string;
    readonly tool: string;
    readonly claims: readonly ClaimNode[];
    /** Provenance that no claim names. */
    readonly unused_sources: readonly SourceNode[];
    /** Evidence whose id is no provenance entry's: it raises nothing. */
    readonly unattached_evidence: readonly EvidenceNode[];
  } | null;
}

/** Lays a decision out beside the proposal it is about. `now` is in epoch nanoseconds. */
export function explain(bytes: Uint8Array, decision: Decision, keyring: Keyring, now: bigint): Explanation {
  const findings = findingsOf(decision);
  const value = readInput(bytes, DEFAULT_LIMITS);
  const proposal = value.ok ? checkProposal(value.value, DEFAULT_LIMITS) : value;
  return { findings, proposal: proposal.ok ? layOut(proposal.value, decision, keyring, now) : null };
}

function termsOf(payload: string): AttestationTerms | null {
  const read = readPayload(payload, DEFAULT_LIMITS, true);
  if (read.mode !== "canonical") return null;
  const textOf = (name: string): string | null => {
    const value = memberOf(read.attestation, name);
    return typeof value === "string" ? value : null;
  };
  return {
    issued_at: textOf("issued_at"),
    expires_at: textOf("expires_at"),
    audience: textOf("audience"),
    has_nonce: memberOf(read.attestation, "x_nonce") !== undefined,
  };
}

function layOut(proposal: ProposalData, { facts }: Decision, keyring: Keyring, now: bigint): NonNullable<Explanation["proposal"]> {
  const evidence = proposal.evidence ?? [];
  const nodeOf = (entry: Evidence, index: number): EvidenceNode => {
    const fact = facts.evidence?.[index];
    const key = entry.type === "sig" ? keyring.keys.get(entry.key_id) : undefined;
    return {
      index,
      type: entry.type,
      mode: fact?.mode ?? "unread",
      status: fact?.status ?? "unchecked",
      ref: entry.ref,
      key: entry.type === "sig" ? { id: entry.key_id, state: keyState(key, keyring, entry.key_id, now), entry: key ?? null } : null,
      attestation: entry.type === "sig" ? termsOf(entry.payload) : null,
    };
  };
  const sourceOf = (id: string): SourceNode => {
    const at = proposal.provenance.findIndex((entry) => entry.id === id);
    const entry = proposal.provenance[at];
    const fact = facts.provenance?.[at];
    return {
      id,
      listed: entry !== undefined,
      source: entry?.source ?? null,
      declared: entry?.trust ?? null,
      effective: fact?.effective ?? null,
      raised_by: fact?.raised_by ?? [],
      evidence: evidence.flatMap((item, index) => (item.id === id && entry !== undefined ? [nodeOf(item, index)] : [])),
    };
  };
  const named = new Set(proposal.claims.flatMap((claim) => claim.evidence));
  const ids = new Set(proposal.provenance.map(({ id }) => id));
  return {
    intent: proposal.intent,
    impact: proposal.impact,
    tool: proposal.action.tool,
    claims: proposal.claims.map((claim) => ({ text: claim.text, sources: claim.evidence.map(sourceOf) })),
    unused_sources: [...ids].filter((id) => !named.has(id)).map(sourceOf),
    unattached_evidence: evidence.flatMap((item, index) => (ids.has(item.id) ? [] : [nodeOf(item, index)])),
  };
}
