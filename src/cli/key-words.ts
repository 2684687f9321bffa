import { didYouMean } from "../compile/did-you-mean.js";
import { type KeyState, keyState } from "../trust/key-state.js";
import type { KeyEntry, Keyring } from "../trust/keyring.js";
import { formatTimestamp } from "../trust/timestamp.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";

/** RFC 3339 of epoch nanoseconds, to the millisecond. */
export function timeText(nanoseconds: bigint): string {
  return formatTimestamp(Number(nanoseconds / 1_000_000n));
}

/** What a key may sign, in words. */
export function scopeWords(entry: KeyEntry): string {
  const list = (name: string, values: readonly string[] | null) =>
    `${name} ${values === null ? "not written" : values.join(", ") || "none"}`;
  return [
    `purpose ${entry.purpose.join(", ")}`,
    list("tools", entry.tools),
    list("impacts", entry.impacts),
    ...(entry.audiences === null ? [] : [list("audiences", entry.audiences)]),
    ...(entry.roles.length === 0 ? [] : [list("roles", entry.roles)]),
    ...(entry.owner === null ? [] : [`owner ${entry.owner}`]),
    ...(entry.notBefore === null ? [] : [`from ${timeText(entry.notBefore)}`]),
    ...(entry.expiresAt === null ? [] : [`until ${timeText(entry.expiresAt)}`]),
  ].join("; ");
}

/** The fault of an id that a keyring does not hold, with the id that was probably meant. */
export function noSuchKey(id: string, file: string, known: Iterable<string>): UsageError {
  return new UsageError(`is no key of ${escapeText(file)}${didYouMean(id, known)}`, "ID");
}

const DAY = 86_400_000_000_000n;
/** From here on an end is told, in time to make the next key. */
const SOON = 30n * DAY;

export interface KeyStanding {
  readonly state: KeyState;
  /** Whole days that are left, rounded up, where the key is in force and ends within 30 days. */
  readonly endsInDays: number | null;
}

export function standingOf(entry: KeyEntry, keyring: Keyring, now: bigint): KeyStanding {
  const state = keyState(entry, keyring, entry.id, now);
  const left = entry.expiresAt === null ? null : entry.expiresAt - now;
  const soon = state === "ok" && left !== null && left <= SOON;
  return { state, endsInDays: soon ? Number((left + DAY - 1n) / DAY) : null };
}

export function standingWords({ state, endsInDays }: KeyStanding): string {
  if (endsInDays === null) return state.replaceAll("_", " ");
  return `ok, ends within ${endsInDays === 1 ? "a day" : `${endsInDays} days`}`;
}
