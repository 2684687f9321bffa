import { DEFAULT_LIMITS, MAX_DEPTH_CEILING } from "../decision/limits.js";

/** Bounds of one call into json/. */
export interface JsonBounds {
  /** Bytes of UTF-8, 64 000 when parsing and 16 MiB of output when canonicalising. More than 256 MiB counts as 256 MiB. */
  readonly maxBytes: number;
  /** Levels of arrays and objects, 32 unless asked; at most 512. A scalar has none. */
  readonly maxDepth: number;
}

export const PARSE_BOUNDS: JsonBounds = Object.freeze({ maxBytes: DEFAULT_LIMITS.maxBytes, maxDepth: DEFAULT_LIMITS.maxDepth });
export const CANONICAL_BOUNDS: JsonBounds = Object.freeze({ maxBytes: 16 * 1024 * 1024, maxDepth: DEFAULT_LIMITS.maxDepth });

/** Engines refuse strings from about 2^29 code units on; no bound lets one grow near that. */
const MAX_BYTES_CEILING = 2 ** 28;

/** Fills in defaults. Own members only, each read once. TypeError: an unknown name, or a value that is no positive integer. */
export function readBounds(asked: Partial<JsonBounds> | undefined, defaults: JsonBounds): JsonBounds {
  if (asked === undefined) return defaults;
  if (typeof asked !== "object" || asked === null) throw new TypeError("options must be an object");
  let { maxBytes, maxDepth } = defaults;
  for (const name of Reflect.ownKeys(asked)) {
    if (name !== "maxBytes" && name !== "maxDepth") throw new TypeError(`unknown option: ${String(name)}`);
    const value = asked[name];
    if (value === undefined || !Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} must be a positive integer`);
    if (name === "maxBytes") maxBytes = Math.min(value, MAX_BYTES_CEILING);
    else if (value <= MAX_DEPTH_CEILING) maxDepth = value;
    else throw new TypeError(`maxDepth must be at most ${MAX_DEPTH_CEILING}`);
  }
  return { maxBytes, maxDepth };
}
