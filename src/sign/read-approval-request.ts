import { isImpact } from "../decision/impact.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { canonicalText } from "../json/canonical-text.js";
import { readInput } from "../json/read-input.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { isObject, memberOf } from "../trust/operator-object.js";
import { parseTimestamp } from "../trust/timestamp.js";
import type { Proposal } from "../wire/proposal.js";
import { APPROVAL_REQUEST_VERSION, type ApprovalRequest } from "./approval-request.js";
import type { RequestTerms } from "./attestation.js";
import { buildApprovalRequest } from "./build-approval-request.js";
import { isNonce, nonceIn } from "./nonce.js";
import { readProposal } from "./read-proposal.js";

/** A proposal and an attestation of it at their limits, and the few members around them. */
const LIMITS = { maxBytes: DEFAULT_LIMITS.maxBytes + 2 * DEFAULT_LIMITS.maxPayloadBytes, maxDepth: DEFAULT_LIMITS.maxDepth + 1 };
const MEMBERS = ["approval_request", "code", "proposal", "attestation", "impact", "principal"] as const;

/**
 * Reads an approval request that somebody sent. Everything that can be worked out is worked out again from the proposal, and one
 * difference refuses it (spec/approvals.md#reading): what an approver is shown is what the signature will cover.
 *
 * @param input Bytes, JSON text, or plain data.
 * @returns The request as a frozen copy.
 * @throws TypeError that says what is wrong or differs; it quotes no value of the request.
 */
export function readApprovalRequest(input: unknown): ApprovalRequest {
  const request = readObject(input);
  for (const name of MEMBERS) if (!Object.hasOwn(request, name)) throw wrong(`${name} is missing`);
  if (Object.keys(request).length > MEMBERS.length) throw wrong(`it has a member beyond ${MEMBERS.join(", ")}`);
  if (request.approval_request !== APPROVAL_REQUEST_VERSION) throw wrong(`approval_request is not "${APPROVAL_REQUEST_VERSION}"`);

  const proposal = proposalOf(request.proposal as JsonValue);
  const { impact, principal } = request;
  if (!isImpact(impact) || impact !== proposal.impact) throw wrong("impact is not that of its proposal");
  if (principal !== null && (typeof principal !== "string" || principal === "")) throw wrong("principal is neither a name nor null");

  const attestation = request.attestation;
  if (!isObject(attestation)) throw wrong("attestation is not an object");
  const built = buildApprovalRequest({ proposal, terms: termsOf(attestation, proposal), impact, principal });
  compareAttestations(attestation, built.attestation);
  if (request.code !== built.code) throw wrong("code is not the code of this request");
  return built;
}

function readObject(input: unknown): JsonObject {
  const value = readInput(input, LIMITS);
  if (!value.ok) {
    const { reason, offset } = value.issues[0];
    throw wrong(`it is not strict JSON (${reason}${offset === undefined ? "" : ` at byte ${offset}`})`);
  }
  return isObject(value.value) ? value.value : refuse("it is not a JSON object");
}

function proposalOf(value: JsonValue): Proposal {
  // Text would be read as JSON once more, and then two forms of one request would hold.
  if (!isObject(value)) throw wrong("proposal is not an object");
  try {
    return readProposal(value);
  } catch (error) {
    throw error instanceof TypeError ? wrong(error.message) : error;
  }
}

/** What an attestation says that its proposal does not. */
function termsOf(attestation: JsonObject, proposal: Proposal): RequestTerms {
  const issuedAt = memberOf(attestation, "issued_at");
  const expiresAt = memberOf(attestation, "expires_at");
  const [issued, expires] = [parseTimestamp(issuedAt), parseTimestamp(expiresAt)];
  if (issued === null || expires === null) throw wrong("attestation.issued_at or expires_at is no RFC 3339 time");
  if (issued >= expires) throw wrong("attestation.expires_at is not later than issued_at");
  const audience = memberOf(attestation, "audience") ?? null;
  if (audience !== null && (typeof audience !== "string" || audience === "")) throw wrong("attestation.audience is no name");
  const nonce = memberOf(attestation, "x_nonce");
  if (!isNonce(nonce)) throw wrong("attestation.x_nonce is not 1 to 128 printable ASCII characters without a space");
  if (nonce !== (heldNonce(proposal) ?? nonce)) throw wrong("attestation.x_nonce is not the nonce of the evidence in its proposal");
  return { issuedAt: issuedAt as string, expiresAt: expiresAt as string, audience, nonce };
}

function heldNonce(proposal: Proposal): string | null {
  try {
    return nonceIn(proposal);
  } catch (error) {
    throw error instanceof TypeError ? wrong(error.message) : error;
  }
}

/** Member by member, so that the difference can be named. Each is a name of ours. */
function compareAttestations(given: JsonObject, built: JsonObject): void {
  for (const [name, value] of Object.entries(built)) {
    const own = memberOf(given, name);
    if (own === undefined) throw wrong(`attestation.${name} is missing`);
    if (canonicalText(own) !== canonicalText(value)) throw wrong(`attestation.${name} is not that of its proposal`);
  }
  if (Object.keys(given).length === Object.keys(built).length) return;
  for (const name of ["x_vouches_for", "x_key_id"])
    if (Object.hasOwn(given, name)) throw wrong(`attestation.${name} is the approver's to add`);
  throw wrong("attestation has a member that no request has");
}

function refuse(what: string): never {
  throw wrong(what);
}

function wrong(what: string): TypeError {
  return new TypeError(`this is no approval request that can be signed: ${what}`);
}
