import { sha256 } from "#crypto";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject } from "../json/value.js";
import { type AcceptedResult, acceptedOf } from "../trust/accepted-result.js";
import { RECEIPT_VERSION } from "../trust/receipt.js";
import { formatTimestamp } from "../trust/timestamp.js";
import type { SignatureEvidence } from "../wire/proposal.js";
import { readOptions, requireText } from "./options.js";
import type { ProposalSource } from "./proposal-for.js";
import { readSigner, type Signer, signPayload } from "./sign-attestation.js";

export interface ReceiptOptions {
  /** The action gate that may take it. */
  readonly audience: string;
  /** The provenance id under which a proposal carries it; the contract's name by default. */
  readonly id?: string;
  /** Shorter than the contract's own, never longer. */
  readonly lifetimeSeconds?: number;
}

/** A signed fact as a proposal carries it: `proposalFor` takes it among its `receipts`. */
export interface Receipt {
  readonly source: ProposalSource;
  readonly evidence: SignatureEvidence;
}

const NAMES = ["audience", "id", "lifetimeSeconds"] as const;
const MILLISECOND = 1_000_000n;

/**
 * Signs the receipt of a result that passed its gate (spec/receipts.md#issuing): what the contract tied to the request, what the agent
 * was given, and when it was judged. A fact for the policy of an action gate; it never raises trust.
 *
 * @param decision What `verifyResult` or `callTool` gave, the object itself, of a contract that has `receipt`.
 * @param signer Holds the result gate's key, of purpose `receipt`.
 * @throws TypeError (as a rejection) for a decision that is no such success, for a request that is no plain data, above 16 KiB, and for
 *   a signature that does not verify.
 * @example const receipt = await issueReceipt(decision, signer, { audience: "billing-gate" });
 */
export async function issueReceipt(decision: object, signer: Signer, options: ReceiptOptions): Promise<Receipt> {
  const accepted = acceptedOf(decision);
  if (accepted === undefined) {
    throw new TypeError(
      'a receipt is of a success: the very object that verifyResult or callTool gave, not a copy, under a contract that has "receipt"',
    );
  }
  const holder = readSigner(signer);
  const { audience, id, lifetimeSeconds } = readOptions("issueReceipt", options, NAMES);
  const own = id === undefined ? accepted.name : requireText("id", id);
  const receipt = receiptOf(accepted, requireText("audience", audience), readLifetime(accepted, lifetimeSeconds));
  const { payload, signature } = await signPayload(receipt, holder, "the receipt is larger than 16 KiB: select fewer fields");
  return Object.freeze({
    source: Object.freeze({ id: own, source: `receipt:${accepted.name}` }),
    evidence: Object.freeze({ id: own, type: "sig", ref: "inline:receipt", payload, alg: "ed25519", signature, key_id: holder.keyId }),
  });
}

function receiptOf(accepted: AcceptedResult, audience: string, seconds: number): JsonObject {
  const { tool, name, version, requestId, request, bound, result, at } = accepted;
  if (request === null) throw new TypeError("the request was no plain data, so that no receipt can say what was asked");
  // Rounded down: a fact is not made younger than it is.
  const issued = Number((at - (((at % MILLISECOND) + MILLISECOND) % MILLISECOND)) / MILLISECOND);
  return {
    attestation_version: RECEIPT_VERSION,
    tool,
    contract: name,
    contract_version: version,
    request_id: requestId,
    request_digest: sha256(request),
    bound,
    result,
    result_digest: sha256(canonicalText(result)),
    audience,
    issued_at: formatTimestamp(issued),
    expires_at: formatTimestamp(issued + seconds * 1000),
  };
}

function readLifetime({ lifetimeSeconds: most }: AcceptedResult, asked: number | undefined): number {
  if (asked === undefined) return most;
  if (!Number.isSafeInteger(asked) || asked < 1 || asked > most)
    throw new TypeError(`lifetimeSeconds must be 1 to ${most}, the contract's own lifetime`);
  return asked;
}
