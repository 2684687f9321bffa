import type { Profile } from "../decision/profile.js";
import type { Requirements } from "../decision/requirements.js";
import type { JsonObject } from "../json/value.js";
import type { Policy } from "./policy.js";

/** What the policy stage judges. */
export interface Question {
  readonly policy: Policy;
  readonly profile: Profile;
  readonly requirements: Requirements;
  /** The proposal's arguments, equal to the live ones where the call was bound; the live ones where there is no proposal. */
  readonly args: JsonObject;
}
