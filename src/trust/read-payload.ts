import type { Reason } from "../decision/catalogue.js";
import type { Limits } from "../decision/limits.js";
import { canonicalText } from "../json/canonical-text.js";
import { classifyJson } from "../json/classify-json.js";
import { parseString } from "../json/parse-json.js";
import { exceedsUtf8Length } from "../json/utf8-length.js";
import type { JsonObject } from "../json/value.js";
import { RECEIPT_VERSION } from "./receipt.js";

export const ATTESTATION_VERSION = "PIC-ATT/1.0";

/** How a payload is signed (spec/trust.md#signing-modes). `signed` is the text whose UTF-8 bytes the signature covers. */
export type Payload =
  | { readonly mode: "legacy"; readonly signed: string }
  | { readonly mode: "canonical"; readonly signed: string; readonly attestation: JsonObject }
  | { readonly mode: "receipt"; readonly signed: string; readonly receipt: JsonObject }
  | { readonly mode: "malformed"; readonly reason: Reason }
  | { readonly mode: "unread"; readonly reason: Reason };

/**
 * Reads a signed payload. JSON that says it is an attestation and is not a valid one is malformed and never falls back to
 * legacy: a captured attestation with one odd number in it must not become a signature over free text.
 *
 * @param receipts Whether a receipt is a version that is known; to an interop verifier it is not.
 */
export function readPayload(payload: string, limits: Limits, receipts: boolean): Payload {
  const { maxPayloadBytes, maxDepth } = limits;
  if (exceedsUtf8Length(payload, maxPayloadBytes)) return { mode: "unread", reason: "trust.payload_too_large" };
  const parsed = parseString(payload, { maxBytes: maxPayloadBytes, maxDepth });
  if (!parsed.ok) {
    return classifyJson(payload, "attestation_version").objectWithMember
      ? { mode: "malformed", reason: "trust.payload_malformed" }
      : { mode: "legacy", signed: payload };
  }
  const value = parsed.value;
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, "attestation_version")) {
    return { mode: "legacy", signed: payload };
  }
  const attestation = value as JsonObject;
  const isReceipt = receipts && attestation.attestation_version === RECEIPT_VERSION;
  if (!isReceipt && attestation.attestation_version !== ATTESTATION_VERSION)
    return { mode: "malformed", reason: "trust.payload_malformed" };
  const signed = canonicalText(attestation);
  // Canonical form can be longer than what was sent: 1E20 grows.
  if (exceedsUtf8Length(signed, maxPayloadBytes)) return { mode: "malformed", reason: "trust.payload_too_large" };
  return isReceipt ? { mode: "receipt", signed, receipt: attestation } : { mode: "canonical", signed, attestation };
}
