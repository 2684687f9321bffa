import { sha256 } from "#crypto";
import type { Reason } from "../decision/catalogue.js";
import { isRequestId } from "../decision/request-id.js";
import type { Requirements } from "../decision/requirements.js";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { equalDigests } from "./equal-digests.js";
import { isToolName } from "./names.js";
import { isObject } from "./operator-object.js";
import type { VerifiedReceipt } from "./receipt.js";
import { parseTimestamp } from "./timestamp.js";

/** How far the result gate's clock may be ahead of ours, in nanoseconds. */
const ISSUED_AHEAD = 60_000_000_000n;
const SECOND = 1_000_000_000n;
const MEMBERS = 12;
const DIGEST = /^[0-9a-f]{64}$/;

/** What a receipt is held against. */
export interface ReceiptCheck {
  readonly requirements: Requirements;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly audience: string | null;
}

const asName = (value: JsonValue): string | null => (isToolName(value) ? value : null);
const asText = (value: JsonValue): string | null => (typeof value === "string" && value !== "" ? value : null);
const asId = (value: JsonValue): string | null => (isRequestId(value) ? value : null);
const asDigest = (value: JsonValue): string | null => (typeof value === "string" && DIGEST.test(value) ? value : null);
const asObject = (value: JsonValue): JsonObject | null => (isObject(value) ? value : null);

/**
 * Holds a receipt, whose signature is already verified, against its own digest, the clock and the audience (spec/receipts.md#verifying).
 * Every difference is told to `found`; null where a member is absent, unknown or of another form.
 */
export function checkReceipt(receipt: JsonObject, check: ReceiptCheck, found: (reason: Reason) => void): VerifiedReceipt | null {
  let whole = true;
  function member<T>(name: string, read: (value: JsonValue) => T | null): T {
    const value = Object.hasOwn(receipt, name) ? read(receipt[name] as JsonValue) : null;
    if (value === null) whole = false;
    return value as T;
  }
  const tool = member("tool", asName);
  const contract = member("contract", asName);
  const contractVersion = member("contract_version", asName);
  const requestId = member("request_id", asId);
  const requestDigest = member("request_digest", asDigest);
  const bound = member("bound", asObject);
  const result = member("result", asObject);
  const resultDigest = member("result_digest", asDigest);
  const audience = member("audience", asText);
  const issuedAt = member("issued_at", parseTimestamp);
  const expiresAt = member("expires_at", parseTimestamp);
  // Closed: a member that nobody reads is one that somebody may come to believe. The version was read before.
  if (!whole || Object.keys(receipt).length !== MEMBERS || Object.keys(bound).length === 0) {
    found("receipt.member");
    return null;
  }

  if (!equalDigests(resultDigest, sha256(canonicalText(result)))) found("receipt.result_digest_differs");
  if (issuedAt - ISSUED_AHEAD > check.now) found("receipt.issued_in_future");
  if (check.now >= expiresAt) found("receipt.expired");
  const life = expiresAt - issuedAt;
  if (life <= 0n || life > BigInt(check.requirements.maxAttestationLifetime) * SECOND) found("receipt.too_long");
  if (check.audience !== null && audience !== check.audience) found("receipt.audience_differs");
  const issued = receipt.issued_at as string;
  return { tool, contract, contractVersion, requestId, requestDigest, bound, result, resultDigest, issued, issuedAt, expiresAt };
}
