import { DEFAULT_LIMITS } from "../decision/limits.js";
import { readPayload } from "../trust/read-payload.js";
import type { Proposal, ProposalData } from "../wire/proposal.js";

/** Printable ASCII without a space. */
const NONCE = /^[!-~]{1,128}$/;

export function isNonce(value: unknown): value is string {
  return typeof value === "string" && NONCE.test(value);
}

/**
 * The `x_nonce` that a proposal's attestations carry already, or null where it has none. A second attestation must carry the
 * same, so TypeError where they differ, or where one has none (then no other can stand beside it) or cannot be read.
 */
export function nonceIn(proposal: ProposalData): string | null {
  let found: string | null = null;
  for (const entry of proposal.evidence ?? []) {
    if (entry.type !== "sig") continue;
    const payload = readPayload(entry.payload, DEFAULT_LIMITS, true);
    if (payload.mode === "legacy" || payload.mode === "receipt") continue;
    if (payload.mode !== "canonical") throw new TypeError("the proposal holds an attestation that no gate will accept; build it anew");
    const nonce = Object.hasOwn(payload.attestation, "x_nonce") ? payload.attestation.x_nonce : undefined;
    if (!isNonce(nonce)) throw new TypeError("the proposal holds an attestation without an x_nonce; no second one can stand beside it");
    if (found !== null && found !== nonce) throw new TypeError("the proposal's attestations differ in x_nonce; build it anew");
    found = nonce;
  }
  return found;
}

/** The proposal's own nonce, else the one that was asked for. TypeError where neither is there, or they differ (SIGN-14). */
export function settleNonce(what: string, proposal: Proposal, asked: string | undefined): string {
  const held = nonceIn(proposal);
  if (asked !== undefined && !isNonce(asked)) throw new TypeError("nonce must be 1 to 128 printable ASCII characters without a space");
  if (held !== null && asked !== undefined && held !== asked)
    throw new TypeError("nonce differs from the one that the proposal carries already");
  const nonce = held ?? asked;
  if (nonce === undefined) throw new TypeError(`${what} needs a nonce that is unique to this action`);
  return nonce;
}
