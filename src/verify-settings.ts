import { readCall } from "./binding/bind-call.js";
import type { Call, StatedCall } from "./binding/call.js";
import { flatText } from "./binding/flat-text.js";
import { ConfigurationError } from "./decision/configuration-error.js";
import { isPromise } from "./decision/is-promise.js";
import { type Limits, resolveLimits } from "./decision/limits.js";
import { ownOptions } from "./decision/own-options.js";
import { type InteropOptions, type Profile, type ProfileName, resolveProfile } from "./decision/profile.js";
import { readObject } from "./json/read-input.js";
import type { JsonObject } from "./json/value.js";
import { isPolicy } from "./policy/build-policy.js";
import type { Policy } from "./policy/policy.js";
import type { Artifacts } from "./trust/artifacts.js";
import type { Keyring } from "./trust/keyring.js";
import { checkKeyringForProfile, isKeyring } from "./trust/load-keyring.js";
import { nowToNanos } from "./trust/timestamp.js";

/** What `verifyAction` is told beside the proposal. The first four are required: nothing is permissive by omission. */
export interface VerifyOptions {
  readonly keyring: Keyring;
  readonly policy: Policy;
  /** Epoch milliseconds, or an RFC 3339 time. */
  readonly now: number | string;
  /** What is about to run: tool and arguments, the tool alone, or "proposal-only". */
  readonly call: Call;
  /** "strict" by default. */
  readonly profile?: ProfileName | InteropOptions;
  readonly limits?: Partial<Limits>;
  /** Bytes of the files that hash evidence refers to, by `ref`; a file that is not there is unavailable. */
  readonly artifacts?: Artifacts;
  /** The name of this gate, which a signed audience must equal. */
  readonly audience?: string;
  /** For a high impact an attestation without an audience fails. Needs `audience`; a live gate sets it. */
  readonly audienceRequired?: boolean;
  /** Who asks, for policy rules: plain data, read once. */
  readonly context?: object;
  /** What the operator's checks answered, by rule id; only exactly true passes. */
  readonly checks?: ReadonlyMap<string, boolean>;
}

/** The options, checked and read once. */
export interface Settings {
  readonly keyring: Keyring;
  readonly policy: Policy;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly call: StatedCall;
  readonly profile: Profile;
  readonly limits: Limits;
  readonly artifacts: Artifacts;
  readonly audience: string | null;
  readonly audienceRequired: boolean;
  readonly context: JsonObject;
  readonly checks: ReadonlyMap<string, boolean>;
}

const NAMES = new Set([
  "keyring",
  "policy",
  "now",
  "call",
  "profile",
  "limits",
  "artifacts",
  "audience",
  "audienceRequired",
  "context",
  "checks",
]);
const NO_ARTIFACTS: Artifacts = new Map();
const NO_CHECKS: ReadonlyMap<string, boolean> = new Map();
const NO_CONTEXT: JsonObject = Object.freeze({});

/** Reads the options. TypeError for misuse; ConfigurationError where keyring or policy refuse the profile. */
export function readSettings(options: VerifyOptions): Settings {
  const own = ownOptions(options, NAMES, "verifyAction", "verifyAction needs options: { keyring, policy, now, call }");
  const keyring = own("keyring");
  const policy = own("policy");
  const artifacts = own("artifacts", NO_ARTIFACTS);
  const audience = own("audience");
  const audienceRequired = own("audienceRequired", false);
  const checks = own("checks", NO_CHECKS);

  if (!isKeyring(keyring)) throw new TypeError(`keyring must come from loadKeyring${unawaited(keyring)}`);
  if (!isPolicy(policy)) throw new TypeError(`policy must come from loadPolicy${unawaited(policy)}`);
  if (!(artifacts instanceof Map)) throw new TypeError("artifacts must be a Map of bytes by ref");
  if (audience !== undefined && (typeof audience !== "string" || audience === ""))
    throw new TypeError("audience must be a non-empty string");
  if (typeof audienceRequired !== "boolean") throw new TypeError("audienceRequired must be a boolean");
  if (audienceRequired && audience === undefined) throw new TypeError("audienceRequired needs an audience");
  if (!(checks instanceof Map)) throw new TypeError("checks must be a Map of answers by rule id");

  const profile = resolveProfile(own("profile"));
  if (policy.requireProfile !== null && policy.requireProfile !== profile.name) {
    throw new ConfigurationError(`the policy requires the profile "${policy.requireProfile}", and "${profile.name}" was asked for`, {
      place: "/require_profile",
    });
  }
  checkKeyringForProfile(keyring, profile);
  const limits = resolveLimits(own("limits"));
  return {
    keyring,
    policy,
    now: nowToNanos(own("now") as number | string),
    call: readCall(own("call")),
    profile,
    limits,
    artifacts,
    audience: audience ?? null,
    audienceRequired,
    context: readContext(own("context"), limits),
    checks,
  };
}

/** A copy that nobody else holds: what rules are judged on is what was handed over. */
export function readContext(context: object | undefined, limits: Limits): JsonObject {
  if (context === undefined) return NO_CONTEXT;
  if (typeof context !== "object" || context === null) throw new TypeError("context must be an object");
  const flat = flatText(context);
  if (flat !== null) return flat;
  const read = readObject(context, limits);
  if (!read.ok) throw new TypeError(`context must be plain data: ${read.issues[0].reason}`);
  return read.value;
}

function unawaited(given: unknown): string {
  return isPromise(given) ? "; this is a promise: await it" : "";
}
