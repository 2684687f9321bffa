import type { Limits } from "../decision/limits.js";
import type { Profile } from "../decision/profile.js";
import type { Keyring } from "./keyring.js";

/** What the operator's side says, whatever the proposal. */
export interface TrustSettings {
  readonly keyring: Keyring;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly audience: string | null;
  readonly audienceRequired: boolean;
  readonly profile: Profile;
  readonly limits: Limits;
}
