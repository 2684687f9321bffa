import { sha256 } from "#crypto";
import { canonicalText } from "../json/canonical-text.js";
import { APPROVAL_REQUEST_VERSION, type ApprovalRequest } from "./approval-request.js";

/** Crockford's base32: no I, L, O or U, so that a code can be read aloud. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The short code of a request (spec/approvals.md#code): 60 bits over the attestation, which holds every digest of the proposal,
 * and over what the approver is told beside it. Two people who read the same code out look at the same request.
 */
export function approvalCode({ attestation, impact, principal }: Pick<ApprovalRequest, "attestation" | "impact" | "principal">): string {
  const digest = sha256(`${APPROVAL_REQUEST_VERSION}\n${canonicalText({ attestation, impact, principal })}`);
  // Fifteen hex digits: 60 bits, five at a time.
  let bits = BigInt(`0x${digest.slice(0, 15)}`);
  let code = "";
  for (let at = 0; at < 12; at += 1) {
    code = `${LETTERS[Number(bits & 31n)]}${code}`;
    bits >>= 5n;
  }
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}
