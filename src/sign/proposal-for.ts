import { IMPACTS, type Impact, isImpact } from "../decision/impact.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import type { Claim, ProposalData, ProvenanceEntry } from "../wire/proposal.js";
import type { Receipt } from "./issue-receipt.js";
import { readOptions, requireList, requireText } from "./options.js";
import { readProposal } from "./read-proposal.js";

/** Where something that a claim rests on came from. */
export interface ProposalSource {
  /** Unique in the proposal; claims refer to it. */
  readonly id: string;
  readonly source?: string;
}

/** Somebody who is yet to approve. */
export interface ApproverEntry {
  /** The provenance entry that the approver's signature raises. */
  readonly id: string;
  /** The role that the policy asks for. */
  readonly role?: string;
}

export interface ProposalParts {
  readonly tool: string;
  /** The arguments exactly as the tool will get them: plain JSON data. */
  readonly args: object;
  readonly intent: string;
  readonly impact: Impact;
  readonly sources: readonly ProposalSource[];
  /** Each rests on the ids of sources. */
  readonly claims: readonly { readonly text: string; readonly evidence: readonly string[] }[];
  /**
   * A provenance entry for each approver, laid down before the first signature (S9): as `approverEntries` reads them from the policy,
   * or how many, for `approval-1` and on. Where no claim names one of them, a claim that rests on all of them is added (S6).
   */
  readonly approvers?: number | readonly ApproverEntry[];
  /** Facts that the action rests on, as `issueReceipt` gives them. Each gets its provenance entry and its evidence. */
  readonly receipts?: readonly Receipt[];
}

/**
 * Builds an Action Proposal in host code, so that no model writes one. Every source is `untrusted`: trust is what a gate works
 * out, never what a proposal says.
 *
 * @returns The proposal as frozen plain data; its arguments are a copy in canonical order.
 * @throws TypeError for anything that a strict gate would refuse for its shape: values that are not plain JSON, numbers that
 *   would not survive another language (told with the member, by JSON pointer), two sources of one id, a claim that names no source, sizes beyond the limits.
 * @example
 * proposalFor({
 *   tool: "payments.transfer", args: { amount_minor: 48200 }, intent: "Pay invoice INV-204", impact: "money",
 *   sources: [{ id: "inv-204", source: "mail:ap-inbox" }], claims: [{ text: "INV-204 is approved", evidence: ["inv-204"] }],
 * });
 */
export function proposalFor(parts: ProposalParts): ProposalData {
  const { tool, args, intent, impact, sources, claims, approvers, receipts = [] } = readOptions("proposalFor", parts, PARTS);
  if (typeof args !== "object" || args === null || Array.isArray(args)) throw new TypeError("args must be an object");
  if (!isImpact(impact)) throw new TypeError(`impact must be one of ${IMPACTS.join(", ")}`);
  const approving = readApprovers(approvers);
  const provenance = requireList("sources", sources).map((source, at) => readSource(source as ProposalSource, `sources[${at}]`));
  const facts = requireList("receipts", receipts).map((receipt, at) =>
    readOptions(`receipts[${at}]`, receipt as Receipt, ["source", "evidence"]),
  );
  provenance.push(...facts.map(({ source }, at) => readSource(source, `receipts[${at}].source`)), ...approving);
  const ids = new Set(provenance.map(({ id }) => id));
  if (ids.size !== provenance.length) throw new TypeError("two sources have one id");
  const rests = requireList("claims", claims).map((claim, at) => readClaim(claim as ProposalParts["claims"][number], `claims[${at}]`, ids));
  return readProposal({
    protocol: "PIC/1.0",
    intent: requireText("intent", intent),
    impact,
    provenance,
    claims: withApproval(
      rests,
      approving.map(({ id }) => id),
    ),
    action: { tool: requireText("tool", tool), args },
    ...(facts.length > 0 && { evidence: facts.map(({ evidence }) => evidence) }),
  });
}

const PARTS = ["tool", "args", "intent", "impact", "sources", "claims", "approvers", "receipts"] as const;

function readApprovers(given: ProposalParts["approvers"]) {
  if (given === undefined) return [];
  if (typeof given === "number") {
    const { maxProvenance } = DEFAULT_LIMITS;
    if (!Number.isSafeInteger(given) || given < 0 || given > maxProvenance)
      throw new TypeError(`approvers must be 0 to ${maxProvenance}, or a list`);
    return Array.from({ length: given }, (_, at) => approverSource(`approval-${at + 1}`, undefined));
  }
  return requireList("approvers", given).map((entry, at) => {
    const what = `approvers[${at}]`;
    const { id, role } = readOptions(what, entry as ApproverEntry, ["id", "role"]);
    return approverSource(requireText(`${what}.id`, id), role === undefined ? role : requireText(`${what}.role`, role));
  });
}

function approverSource(id: string, role: string | undefined) {
  return { id, trust: "untrusted", source: role === undefined ? "approver" : `approver:${role}` } as const;
}

/** The causal chain runs through a claim, so an approver's entry that no claim names could raise nothing that counts. */
function withApproval(claims: readonly Claim[], approvers: readonly string[]): readonly Claim[] {
  if (approvers.length === 0 || claims.some(({ evidence }) => evidence.some((id) => approvers.includes(id)))) return claims;
  return [...claims, { text: "This action is approved by those who sign for it", evidence: approvers }];
}

function readSource(given: ProposalSource, what: string): ProvenanceEntry {
  const { id, source } = readOptions(what, given, ["id", "source"]);
  const entry = { id: requireText(`${what}.id`, id), trust: "untrusted" } as const;
  return source === undefined ? entry : { ...entry, source: requireText(`${what}.source`, source) };
}

function readClaim(given: ProposalParts["claims"][number], what: string, ids: ReadonlySet<string>) {
  const { text, evidence } = readOptions(what, given, ["text", "evidence"]);
  const references = requireList(`${what}.evidence`, evidence).map((id, at) => {
    const reference = requireText(`${what}.evidence[${at}]`, id);
    if (!ids.has(reference)) throw new TypeError(`${what}.evidence[${at}] names no source`);
    return reference;
  });
  return { text: requireText(`${what}.text`, text), evidence: references };
}
