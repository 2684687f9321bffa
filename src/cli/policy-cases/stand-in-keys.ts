import type { JsonObject, JsonValue } from "../../json/value.js";
import { generateKey, signerFromPem } from "../../node/sign.js";
import type { Policy } from "../../policy/policy.js";
import { attest } from "../../sign/attest.js";
import type { Signer } from "../../sign/sign-attestation.js";
import { formatTimestamp, nowToNanos } from "../../trust/timestamp.js";
import type { ProposalData } from "../../wire/proposal.js";
import { type CaseApproval, CaseError, type PolicyCase } from "./policy-case.js";

/** Longest life of a signature whose case does not say: that of `attest`. */
const LIFETIME_SECONDS = 900;

interface StandIn {
  readonly signer: Signer;
  readonly publicKey: string;
}

/** Keys made for this process: nobody's private key is needed to test a policy, and none of these is ever written anywhere. */
export class StandInKeys {
  readonly #keys = new Map<string, StandIn>();

  /** A keyring in which the named ids hold keys of ours; what else is said of them stays, revoked and expired ones too. */
  inPlaceOf(keyring: JsonObject, ids: ReadonlySet<string>): JsonObject {
    const full = Object.hasOwn(keyring, "trusted_keys") || Object.hasOwn(keyring, "revoked_keys");
    const listed = (full ? keyring.trusted_keys : keyring) as JsonObject;
    const replaced = Object.fromEntries(
      Object.entries(listed ?? {}).map(([id, entry]) => [id, ids.has(id) ? this.#entry(id, entry) : entry]),
    );
    for (const id of ids) {
      if (!Object.hasOwn(replaced, id)) throw new CaseError(`/approved_by: the keyring has no key "${id}"`);
    }
    return full ? { ...keyring, trusted_keys: replaced } : replaced;
  }

  /** Signs as the key that stands in for an id. */
  signerFor(id: string): Signer {
    return this.#of(id).signer;
  }

  #entry(id: string, entry: JsonValue): JsonObject {
    const public_key = this.#of(id).publicKey;
    return typeof entry === "object" && entry !== null && !Array.isArray(entry) ? { ...(entry as JsonObject), public_key } : { public_key };
  }

  #of(id: string): StandIn {
    const held = this.#keys.get(id);
    if (held !== undefined) return held;
    const { privateKeyPem, keyringEntry } = generateKey({ id });
    const made = { signer: signerFromPem(privateKeyPem, { keyId: id }), publicKey: keyringEntry.public_key };
    this.#keys.set(id, made);
    return made;
  }

  /** The proposal with the signatures that a case asks for, in their order. */
  async sign(proposal: ProposalData, { approvedBy, now, audience }: PolicyCase, policy: Policy, roles: RolesOf): Promise<ProposalData> {
    let signed = proposal;
    const rule = policy.tools.get(proposal.action.tool);
    const longest = rule?.maxAttestationLifetime ?? policy.maxAttestationLifetime;
    const lifetime = Math.min(LIFETIME_SECONDS, longest, rule?.breakGlass?.maxLifetime ?? LIFETIME_SECONDS);
    for (const approval of approvedBy) {
      const issuedAt = approval.issuedAt ?? now;
      signed = await attest(signed, this.#of(approval.key).signer, {
        vouchesFor: approval.vouchesFor ?? [entryFor(signed, approval, roles(approval.key))],
        issuedAt,
        expiresAt: approval.expiresAt ?? later(issuedAt, lifetime),
        ...(audience !== null && { audience }),
        // One proposal, one action: what it is called makes no difference to a policy.
        nonce: "policy-case",
      }).catch((error: unknown) => {
        throw error instanceof TypeError ? new CaseError(`/approved_by: ${error.message}`) : error;
      });
    }
    return signed;
  }
}

/** The roles of a key. */
export type RolesOf = (keyId: string) => readonly string[];

/** An entry without evidence: one laid down for an approver in a role of the key, one for any approver, or the first that a claim names. */
function entryFor({ provenance, claims, evidence }: ProposalData, { key }: CaseApproval, roles: readonly string[]): string {
  const free = provenance.filter(({ id }) => evidence?.some((entry) => entry.id === id) !== true);
  const found =
    free.find(({ source }) => roles.some((role) => source === `approver:${role}`)) ??
    free.find(({ source }) => source === "approver" || source?.startsWith("approver:")) ??
    free.find(({ id }) => claims.some((claim) => claim.evidence.includes(id)));
  if (found === undefined)
    throw new CaseError(`/approved_by: no provenance entry is left for "${key}"; each approver needs one of its own`);
  return found.id;
}

function later(time: string, seconds: number): string {
  return formatTimestamp(Number(nowToNanos(time) / 1_000_000n) + seconds * 1000);
}
