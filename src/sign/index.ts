/** `countersign/sign`: the producer's side, portable. Clock and randomness are arguments; `countersign/node` fills them in. */
export type { ProposalData } from "../wire/proposal.js";
export { type AttestOptions, attest, type Signer } from "./attest.js";
export { type ProposalParts, type ProposalSource, proposalFor } from "./proposal-for.js";
