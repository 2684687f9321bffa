import type { KeyEntry } from "../trust/keyring.js";
import { formatTimestamp } from "../trust/timestamp.js";

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
    ...(entry.notBefore === null ? [] : [`from ${timeText(entry.notBefore)}`]),
    ...(entry.expiresAt === null ? [] : [`until ${timeText(entry.expiresAt)}`]),
  ].join("; ");
}
