import type { ActionDigests } from "../decision/facts.js";
import type { Proposal } from "../wire/proposal.js";
import { argsDigest, claimsDigest, evidenceDigest, intentDigest } from "./digests.js";

/** The digests of one proposal, each worked out at most once however many attestations are held against it. */
export interface ProposalDigests {
  args(): string;
  claims(): string;
  intent(): string;
  evidence(): string;
  /** Those worked out so far, for the facts. */
  known(): ActionDigests;
}

export function proposalDigests(proposal: Proposal): ProposalDigests {
  let args: string | undefined;
  let claims: string | undefined;
  let intent: string | undefined;
  let evidence: string | undefined;
  return {
    args: () => (args ??= argsDigest(proposal.action.args)),
    claims: () => (claims ??= claimsDigest(proposal.claims)),
    intent: () => (intent ??= intentDigest(proposal.intent)),
    evidence: () => (evidence ??= evidenceDigest(proposal)),
    known: () => ({
      ...(args !== undefined && { args }),
      ...(claims !== undefined && { claims }),
      ...(intent !== undefined && { intent }),
    }),
  };
}
