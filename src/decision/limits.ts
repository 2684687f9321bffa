import { ownOptions } from "./own-options.js";

/** Bounds on work, counted in bytes and entries so that they are the same on every machine (spec/limits.md). */
export interface Limits {
  /** Bytes of the proposal. */
  readonly maxBytes: number;
  /** Levels of arrays and objects. */
  readonly maxDepth: number;
  readonly maxProvenance: number;
  readonly maxClaims: number;
  readonly maxEvidence: number;
  /** Bytes of one evidence file. */
  readonly maxArtifactBytes: number;
  /** Bytes of all evidence files of a proposal together. */
  readonly maxArtifactsBytes: number;
  /** Bytes of a signed payload. */
  readonly maxPayloadBytes: number;
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  maxBytes: 64_000,
  maxDepth: 32,
  maxProvenance: 64,
  maxClaims: 64,
  maxEvidence: 64,
  maxArtifactBytes: 5 * 1024 * 1024,
  maxArtifactsBytes: 16 * 1024 * 1024,
  maxPayloadBytes: 16 * 1024,
});

/** Recursion in canonical form and comparison is bounded by this, whatever the operator asks for. */
export const MAX_DEPTH_CEILING = 512;

const NAMES = new Set(Object.keys(DEFAULT_LIMITS));

/** What this file made needs no second look: a gate hands its limits in with every call. */
const RESOLVED = new WeakSet<object>([DEFAULT_LIMITS]);

/** Fills in the defaults. TypeError for an unknown name or a value that is not a positive integer. */
export function resolveLimits(asked: Partial<Limits> | undefined): Limits {
  if (asked === undefined) return DEFAULT_LIMITS;
  if (RESOLVED.has(asked)) return asked as Limits;
  const own = ownOptions(asked, NAMES, "limits");
  const limits: { -readonly [Name in keyof Limits]: number } = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(asked) as (keyof Limits)[]) {
    const value = own(name);
    if (value === undefined || !Number.isSafeInteger(value) || value < 1) throw new TypeError(`limits.${name} must be a positive integer`);
    limits[name] = value;
  }
  if (limits.maxDepth > MAX_DEPTH_CEILING) throw new TypeError(`limits.maxDepth must be at most ${MAX_DEPTH_CEILING}`);
  RESOLVED.add(limits);
  return Object.freeze(limits);
}
