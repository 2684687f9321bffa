import type { Impact } from "../decision/impact.js";
import { freezeDeep } from "../json/freeze-deep.js";
import type { Proposal } from "../wire/proposal.js";
import { approvalCode } from "./approval-code.js";
import { APPROVAL_REQUEST_VERSION, type ApprovalRequest } from "./approval-request.js";
import { type RequestTerms, requestedAttestation } from "./attestation.js";

export interface RequestParts {
  readonly proposal: Proposal;
  readonly terms: RequestTerms;
  readonly impact: Impact;
  readonly principal: string | null;
}

/** The one way in which a request is put together: whoever makes one and whoever reads one back come to the same members. */
export function buildApprovalRequest({ proposal, terms, impact, principal }: RequestParts): ApprovalRequest {
  const attestation = requestedAttestation(proposal, terms);
  const code = approvalCode({ attestation, impact, principal });
  return freezeDeep({ approval_request: APPROVAL_REQUEST_VERSION, code, proposal, attestation, impact, principal });
}
