import { sha256 } from "#crypto";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Claim, ProposalData } from "../wire/proposal.js";

/** The digests that an attestation carries (spec/attestation-signing.md#digests); signer and verifier share them. */

/** SHA-256 (hex) of the canonical form of `action.args`. */
export function argsDigest(args: JsonObject): string {
  return sha256(canonicalText(args));
}

/** SHA-256 (hex) of the canonical form of `claims`. */
export function claimsDigest(claims: readonly Claim[]): string {
  return sha256(canonicalText(claims as unknown as JsonValue));
}

/** SHA-256 (hex) of the UTF-8 of `intent` itself, not of a JSON string. */
export function intentDigest(intent: string): string {
  return sha256(intent);
}

/** SHA-256 (hex) over the hash entries, whole, and over what provenance says of itself, both in proposal order (S14). */
export function evidenceDigest(proposal: Pick<ProposalData, "evidence" | "provenance">): string {
  const evidence = (proposal.evidence ?? []).filter((entry) => entry.type === "hash");
  const provenance = proposal.provenance.map(({ id, source }) => (source === undefined ? { id } : { id, source }));
  return sha256(canonicalText({ evidence, provenance } as unknown as JsonValue));
}
