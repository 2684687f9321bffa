import { sha256 } from "#crypto";
import type { Clock } from "../../gate/ports.js";
import type { RawCopies, RawCopy } from "../../gate/result/result-ports.js";
import type { RawFolder } from "./raw-folder.js";

export interface RawBounds {
  /** Most bytes of one copy. */
  readonly maxBytes: number;
  /** Most bytes of all. */
  readonly maxTotalBytes: number;
  readonly retentionDays: number;
}

const DAY = 86_400_000;
/** Between two looks at what has expired. */
const LOOK_EVERY = 3_600_000;
/** Most bytes that wait to be written: a disk that hangs must not fill the memory. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/**
 * Keeps copies in a folder (spec/results.md#raw-copies). What is older than the retention is removed when the store opens, hourly while
 * copies come, and before one is turned away; what is younger is never removed to make room, so that a flood buries nothing.
 */
export async function createRawCopies(folder: RawFolder, bounds: RawBounds, clock: Pick<Clock, "now">): Promise<RawCopies> {
  const { maxBytes, maxTotalBytes, retentionDays } = bounds;
  let total = 0;
  let lookedAt = 0;
  let waiting = 0;
  /** One at a time: two that look at the same room must not both take it. */
  let turn: Promise<unknown> = Promise.resolve();

  async function look(): Promise<void> {
    const now = clock.now();
    let bytes = 0;
    for (const copy of await folder.list()) {
      if (now - copy.changed >= retentionDays * DAY) await folder.remove(copy.name);
      else bytes += copy.bytes;
    }
    total = bytes;
    lookedAt = now;
  }

  async function keep(name: string, bytes: Uint8Array): Promise<RawCopy> {
    const part = name.slice(name.lastIndexOf(".") + 1);
    const kept = bytes.subarray(0, maxBytes);
    if (total + kept.length > maxTotalBytes || Math.abs(clock.now() - lookedAt) >= LOOK_EVERY) await look();
    if (total + kept.length > maxTotalBytes) return Object.freeze({ kept: false, part, why: "quota" });
    const file = `${name}.raw`;
    await folder.write(file, kept);
    total += kept.length;
    return Object.freeze({ kept: true, file, bytes: kept.length, cut: kept.length < bytes.length, sha256: sha256(kept) });
  }

  await look();
  return Object.freeze({
    maxBytes,
    keep: async (name: string, bytes: Uint8Array) => {
      if (waiting + bytes.length > MAX_WAITING_BYTES) throw new Error("too many copies wait to be written");
      waiting += bytes.length;
      const copy = turn.then(() => keep(name, bytes));
      const done = () => {
        waiting -= bytes.length;
      };
      turn = copy.then(done, done);
      return copy;
    },
  });
}
