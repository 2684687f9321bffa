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
    known: () => {
      const known: { -readonly [Name in keyof ActionDigests]: string } = {};
      if (args !== undefined) known.args = args;
      if (claims !== undefined) known.claims = claims;
      if (intent !== undefined) known.intent = intent;
      return known;
    },
  };
}
