import { sha256 } from "#crypto";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { Profile } from "../decision/profile.js";
import type { Clock, ConfigSource, Generation } from "../gate/ports.js";
import { isPolicy } from "../policy/build-policy.js";
import type { Policy } from "../policy/policy.js";
import type { Keyring } from "../trust/keyring.js";
import { checkKeyringForProfile, isKeyring } from "../trust/load-keyring.js";
import { loadKeyringFrom, loadPolicyFrom } from "./load-files.js";
import { readOperatorFile } from "./read-operator-file.js";

/** Files are looked at when a decision is asked for, at most this often, in milliseconds. */
const RELOAD_MS = 1000;

export interface ConfigSourceOptions {
  /** A path, or what `loadPolicy` returned (then it never changes). */
  readonly policy: string | Policy;
  /** A path, or what `loadKeyring` returned. */
  readonly keyring: string | Keyring;
  readonly profile: Profile;
  readonly clock: Pick<Clock, "monotonic">;
  /** Throws ConfigurationError for a policy that asks for what the gate cannot do. */
  readonly checkDemands: (policy: Policy) => void;
}

/** One operator file with what was last made of it. */
interface Source<T> {
  /** The value of the file as it is now; the same object while the bytes are the same. */
  read(): Promise<T>;
}

/**
 * Policy and keyring as one immutable generation, renewed from their files (spec/gate.md#configuration). A bad file never
 * replaces a good generation, and never half of one. Rejects with ConfigurationError where the first reading fails.
 */
export async function createConfigSource(options: ConfigSourceOptions): Promise<ConfigSource> {
  const { policy, keyring, profile, clock, checkDemands } = options;
  const policies = typeof policy === "string" ? fileSource(policy, "policy", loadPolicyFrom) : fixed(policy);
  const keyrings = typeof keyring === "string" ? fileSource(keyring, "keyring", loadKeyringFrom) : fixed(keyring);
  const watched = typeof policy === "string" || typeof keyring === "string";

  let current = await readGeneration();
  let seenGood = clock.monotonic();
  let lookedAt = seenGood;
  let fault: ConfigurationError | null = null;
  let looking: Promise<void> | null = null;

  async function readGeneration(): Promise<Generation> {
    const next = Object.freeze({ policy: await policies.read(), keyring: await keyrings.read() });
    checkGeneration(next, profile);
    checkDemands(next.policy);
    return next;
  }

  /** Rejects with ConfigurationError where the files are bad; never touches `current` then. */
  async function look(): Promise<void> {
    // Age counts from before the reading: what changes while a file is read is not yet seen.
    const started = clock.monotonic();
    lookedAt = started;
    try {
      const next = await readGeneration();
      // The digests name a generation: white space or comments of layout alone are no change.
      const changed = next.policy.digest !== current.policy.digest || next.keyring.digest !== current.keyring.digest;
      if (changed) current = next;
      seenGood = started;
      fault = null;
    } catch (error) {
      fault =
        error instanceof ConfigurationError ? error : new ConfigurationError("policy or keyring cannot be loaded", {}, { cause: error });
      throw fault;
    }
  }

  /** One look at a time, shared by all who ask. */
  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return Object.freeze({
    refresh: () => {
      if (!watched) return null;
      if (looking === null && clock.monotonic() - lookedAt < RELOAD_MS) return null;
      return lookOnce().catch(() => undefined);
    },
    reload: async () => {
      // A look that began before the call may have read the old bytes.
      await looking?.catch(() => undefined);
      await lookOnce();
    },
    generation: () => current,
    error: () => fault,
    staleFor: () => (fault === null ? 0 : clock.monotonic() - seenGood),
  });
}

function fixed<T>(value: T): Source<T> {
  return { read: async () => value };
}

function fileSource<T>(file: string, kind: "policy" | "keyring", load: (bytes: Uint8Array, file: string) => Promise<T>): Source<T> {
  let last: { readonly digest: string; readonly value: T } | null = null;
  return {
    async read() {
      // Content, not the time of change: two writes within one tick of the file system's clock look alike.
      const bytes = await readOperatorFile(file, kind);
      const digest = sha256(bytes);
      if (last?.digest !== digest) last = { digest, value: await load(bytes, file) };
      return last.value;
    },
  };
}

function checkGeneration({ policy, keyring }: Generation, profile: Profile): void {
  if (!isPolicy(policy)) throw new ConfigurationError("must be a path, or come from loadPolicy", { place: "policy" });
  if (!isKeyring(keyring)) throw new ConfigurationError("must be a path, or come from loadKeyring", { place: "keyring" });
  if (policy.requireProfile !== null && policy.requireProfile !== profile.name) {
    throw new ConfigurationError(`the policy requires the profile "${policy.requireProfile}", and the gate runs "${profile.name}"`, {
      place: "/require_profile",
    });
  }
  checkKeyringForProfile(keyring, profile);
}
