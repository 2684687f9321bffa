import type { Impact } from "./impact.js";

/** How long, and with how short a life, break-glass attestations count. */
interface GlassWindow {
  /** Epoch nanoseconds; half open. */
  readonly until: bigint;
  /** Longest life of such an attestation, in seconds. */
  readonly maxLifetime: number;
}

/** What must hold for one action, worked out from the policy before any evidence is looked at. Plain data. */
export interface Requirements {
  readonly tool: string;
  /** The policy names the tool. */
  readonly toolKnown: boolean;
  /** The operator's impact; the proposal's where the policy does not name the tool. */
  readonly impact: Impact;
  readonly declaredImpact: Impact;
  /** At least one evidence entry must be there. */
  readonly evidenceRequired: boolean;
  /** A claim must rest on a trusted entry, and every reference must resolve. */
  readonly trustedChainRequired: boolean;
  /** Longest life of an attestation, in seconds. */
  readonly maxAttestationLifetime: number;
  /** Keys of purpose `break_glass` may raise trust until then; null where they may not. */
  readonly breakGlass: GlassWindow | null;
  /** Keys must have written `tools` and `impacts`. */
  readonly scopedKeysRequired: boolean;
}
