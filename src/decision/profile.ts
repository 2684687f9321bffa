import { ownOptions } from "./own-options.js";

/**
 * A profile is one frozen object of options (spec/profiles.md). `strict` is the default everywhere; `interop` reproduces
 * the reference and must be asked for by name. Each option has a vector that it alone flips.
 */
export interface Profile {
  readonly name: "strict" | "interop";
  /** An inbound `trusted` counts as `untrusted` until evidence raises it. */
  readonly strictTrust: boolean;
  /** Evidence in the proposal is verified, and policy may require it. */
  readonly verifyEvidence: boolean;
  /** S2: a tool that the policy does not name is blocked. */
  readonly blockUnknownTools: boolean;
  /** S3: the operator's impact decides, and a proposal that states another is blocked. */
  readonly operatorImpact: boolean;
  /** S4: a signature over free text raises trust. */
  readonly legacyRaisesTrust: boolean;
  /** S5: an attestation raises trust only with `intent_digest`, `issued_at`, `expires_at`, within the lifetime. */
  readonly completeAttestations: boolean;
  /** S6, S11, S14: signed `x_` members are read, and an entry is raised only if vouched for. */
  readonly signedExtensions: boolean;
  /** S7: a signed audience must be this verifier's. */
  readonly checkAudience: boolean;
  /** S8: purpose, tools, impacts and audiences of the key are checked. */
  readonly keyScope: boolean;
  /** S9: two evidence entries may not share an id. */
  readonly uniqueEvidenceIds: boolean;
  /** A result's receipt is a version of payload that is known, and gives facts to the policy (spec/receipts.md). */
  readonly receipts: boolean;
  /** S10: for a high impact every reference must resolve. */
  readonly resolveEveryReference: boolean;
}

export const STRICT: Profile = Object.freeze({
  name: "strict",
  strictTrust: true,
  verifyEvidence: true,
  blockUnknownTools: true,
  operatorImpact: true,
  legacyRaisesTrust: false,
  completeAttestations: true,
  signedExtensions: true,
  checkAudience: true,
  keyScope: true,
  uniqueEvidenceIds: true,
  receipts: true,
  resolveEveryReference: true,
});

export const INTEROP: Profile = Object.freeze({
  name: "interop",
  strictTrust: true,
  verifyEvidence: true,
  blockUnknownTools: false,
  operatorImpact: false,
  legacyRaisesTrust: true,
  completeAttestations: false,
  signedExtensions: false,
  checkAudience: false,
  keyScope: false,
  uniqueEvidenceIds: false,
  receipts: false,
  resolveEveryReference: false,
});

export type ProfileName = Profile["name"];

/** The interop profile with the two switches that the reference has. */
export interface InteropOptions {
  readonly name: "interop";
  readonly strictTrust?: boolean;
  readonly verifyEvidence?: boolean;
}

const INTEROP_NAMES = new Set(["name", "strictTrust", "verifyEvidence"]);

/** Turns the `profile` option into a profile. TypeError for anything not named above. */
export function resolveProfile(asked: ProfileName | InteropOptions | undefined): Profile {
  if (asked === undefined || asked === "strict") return STRICT;
  if (asked === "interop") return INTEROP;
  if (typeof asked !== "object" || asked === null) throw new TypeError('profile must be "strict", "interop" or { name: "interop", ... }');
  const own = ownOptions(asked, INTEROP_NAMES, "profile");
  const strictTrust = own("strictTrust", true);
  const verifyEvidence = own("verifyEvidence", true);
  if (own("name") !== "interop") throw new TypeError('only { name: "interop" } takes options');
  if (typeof strictTrust !== "boolean" || typeof verifyEvidence !== "boolean")
    throw new TypeError("strictTrust and verifyEvidence are booleans");
  return Object.freeze({ ...INTEROP, strictTrust, verifyEvidence });
}
