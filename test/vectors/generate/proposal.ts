import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { KEYS, type KeyName } from "./keys.js";
import type { Json, Members } from "./vector-file.js";

/** What may be set anew; `undefined` takes a member out. */
type Overrides = { readonly [name: string]: Json | undefined };

export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
export const canonical = (value: Json): string => canonicalize(value) as string;

export const NOW = "2026-06-15T09:00:00Z";
export const ARGS = { amount_minor: 12550, creditor: "cr_2041", currency: "EUR" } as const;

/** The plain payment: one source, one claim that rests on it, nothing trusted by its own word. */
const PAYMENT = {
  protocol: "PIC/1.0",
  intent: "Settle purchase order PO-8812",
  impact: "money",
  provenance: [{ id: "po-8812", trust: "untrusted", source: "erp:purchase-orders" }],
  claims: [{ text: "PO-8812 was delivered and may be paid", evidence: ["po-8812"] }],
  action: { tool: "treasury.pay", args: ARGS },
} as const satisfies Members;

/** The same for a low impact. */
export const NOTE_ARGS = { note: "PO-8812 arrived" } as const;
export const NOTE = { impact: "write", action: { tool: "notes.append", args: NOTE_ARGS } } as const;

type Draft = {
  readonly intent: string;
  readonly impact: string;
  readonly provenance: readonly { readonly id: string; readonly source?: string }[];
  readonly claims: Json;
  readonly action: { readonly tool: string; readonly args: Json };
};

export interface SignatureParts {
  /** The key that signs. */
  readonly key?: KeyName;
  readonly keyId?: string;
  /** The provenance entry that the evidence entry names. */
  readonly id?: string;
  /** Members of the attestation set anew. */
  readonly attestation?: Overrides;
  /** The payload's text, worked out from the attestation's canonical form; the canonical form itself by default. */
  readonly payload?: string | ((canonicalText: string) => string);
  /** The text whose bytes are signed, worked out from the payload's text; by default the attestation's canonical form. */
  readonly signs?: "payload" | ((payload: string) => string);
  /** The signature's text, worked out from the bytes of the good one. */
  readonly signature?: (signature: Buffer) => string;
  /** Members of the entry set anew. */
  readonly entry?: Overrides;
}

/** An evidence entry, worked out once the rest of the proposal is known. */
export type EvidencePart = (proposal: Draft, hashes: readonly Json[]) => Json;

export function hash(id: string, ref: string, sha: string, more: Members = {}): EvidencePart {
  return () => ({ id, type: "hash", ref, sha256: sha, ...more });
}

/** A signature entry over a complete attestation for the proposal, but for the parts that are set anew. */
export function sig(parts: SignatureParts = {}): EvidencePart {
  return (proposal, hashes) => {
    const said = overlay(attestationOf(proposal), withDigest(parts.attestation ?? {}, proposal, hashes));
    return entryOver(said, "inline:attestation", { id: proposal.provenance[0]?.id ?? "", ...parts });
  };
}

function entryOver(said: Members, ref: string, parts: SignatureParts): Json {
  const { key = "approver", keyId = key, id = "", signs } = parts;
  const text = canonical(said);
  const payload = typeof parts.payload === "function" ? parts.payload(text) : (parts.payload ?? text);
  const message = signs === "payload" ? payload : (signs?.(payload) ?? text);
  const bytes = KEYS[key].sign(message);
  const signature = parts.signature?.(bytes) ?? bytes.toString("base64");
  return overlay({ id, type: "sig", ref, payload, alg: "ed25519", signature, key_id: keyId }, parts.entry ?? {});
}

/** What the gate read of the order that the payment is for. */
export const ORDER = { amount_minor: 12550, creditor: "cr_2041", order: "PO-8812", tenant: "acme" } as const;

/** A receipt of that order, a minute old, but for the parts that are set anew; its digest holds unless it is one of them. */
export function receipt({ attestation = {}, ...parts }: SignatureParts = {}): EvidencePart {
  return () => {
    const result = Object.hasOwn(attestation, "result") ? attestation.result : ORDER;
    const base: Members = {
      attestation_version: "x-countersign-receipt/1",
      tool: "erp.purchase_order",
      contract: "erp.purchase_order",
      contract_version: "2",
      request_id: "req.20260615",
      request_digest: sha256("the request"),
      bound: { order: "PO-8812", tenant: "acme" },
      result: ORDER,
      result_digest: sha256(canonical(result ?? null)),
      audience: "gate.eu",
      issued_at: "2026-06-15T08:59:00Z",
      expires_at: "2026-06-15T09:04:00Z",
    };
    return entryOver(overlay(base, attestation), "inline:receipt", { id: "order-read", key: "receipts", ...parts });
  };
}

/** A signature over free text. */
export function freeText(payload: string, parts: SignatureParts = {}): EvidencePart {
  return sig({ payload, signs: "payload", ...parts });
}

/** Stands for the digest that holds, as the value of `x_evidence_digest`. */
export const RIGHT = "<the digest that holds>";

function withDigest(anew: Overrides, proposal: Draft, hashes: readonly Json[]): Overrides {
  return anew.x_evidence_digest === RIGHT ? { ...anew, x_evidence_digest: evidenceDigest(proposal, hashes) } : anew;
}

function evidenceDigest(proposal: Draft, hashes: readonly Json[]): string {
  const provenance = proposal.provenance.map(({ id, source }) => (source === undefined ? { id } : { id, source }));
  return sha256(canonical({ evidence: hashes, provenance }));
}

function attestationOf({ action, claims, impact, intent, provenance }: Draft): Members {
  return {
    attestation_version: "PIC-ATT/1.0",
    tool: action.tool,
    args_digest: sha256(canonical(action.args)),
    impact,
    provenance_ids: provenance.map(({ id }) => id),
    claims_digest: sha256(canonical(claims)),
    intent_digest: sha256(intent),
    issued_at: "2026-06-15T08:50:00Z",
    expires_at: "2026-06-15T10:00:00Z",
  };
}

function overlay(base: Members, anew: Overrides): Members {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(anew)) {
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

export interface ProposalParts {
  /** Members of the plain payment set anew before anything is signed. */
  readonly members?: Overrides;
  /** One signature of the approver by default; none for an empty list. */
  readonly evidence?: readonly EvidencePart[];
  /** Members set anew once everything is signed: what an attacker changes. */
  readonly afterwards?: Overrides;
}

/** The text of a payment that would be allowed, but for the parts that are set anew. */
export function payment({ members = {}, evidence = [sig()], afterwards = {} }: ProposalParts = {}): string {
  const draft = overlay(PAYMENT, members);
  const hashes: Json[] = [];
  const entries: Json[] = [];
  // Hash entries first: a signature may cover them, wherever it stands.
  const made = evidence.map((part) => [part, part(draft as unknown as Draft, [])] as const);
  for (const [, entry] of made) if ((entry as Members).type === "hash") hashes.push(entry);
  for (const [part] of made) entries.push(part(draft as unknown as Draft, hashes));
  return JSON.stringify(overlay(entries.length === 0 ? draft : { ...draft, evidence: entries }, afterwards));
}

/** A payment with one signature entry. */
export const signed = (parts: SignatureParts, more: Omit<ProposalParts, "evidence"> = {}): string =>
  payment({ ...more, evidence: [sig(parts)] });
/** A note with one signature entry: low impact, so that what is verified shows apart from what raises trust. */
export const note = (parts: SignatureParts, members: Overrides = {}): string =>
  payment({ members: { ...NOTE, ...members }, evidence: [sig(parts)] });
