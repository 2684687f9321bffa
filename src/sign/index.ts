/** `countersign/sign`: the producer's side, portable. Clock and randomness are arguments; `countersign/node` fills them in. */
export type { ProposalData } from "../wire/proposal.js";
export type { ApprovalRequest } from "./approval-request.js";
export { type ApprovalRequestParts, approvalRequestFor } from "./approval-request-for.js";
export { type ApproveOptions, approve, attachApprovals } from "./approve.js";
export { type AttestOptions, attest } from "./attest.js";
export { issueReceipt, type Receipt, type ReceiptOptions } from "./issue-receipt.js";
export { type ApproverEntry, type ProposalParts, type ProposalSource, proposalFor } from "./proposal-for.js";
export { readApprovalRequest } from "./read-approval-request.js";
export type { Signer } from "./sign-attestation.js";
