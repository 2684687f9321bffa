import { fstatSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type ChainOptions, type ChainReport, createChainVerifier } from "../../audit/verify-chain.js";
import { readLines } from "../../node/audit/read-lines.js";

/** A gate that is writing finishes its line in less than this many milliseconds, or nobody is writing. */
const LINE_TAKES = 500;
const LOOK_EVERY = 10;
const BYTES_PER_LOOK = 16 * 1024 * 1024;

/**
 * Verifies an open log from its first byte to where it ended when this began. A last line that has no newline yet is waited for: a
 * gate may be in the middle of it.
 *
 * @param progress Told the share that is done, from 0 to 1, every few megabytes.
 */
export async function verifyLog(fd: number, options: ChainOptions, progress: (share: number) => void): Promise<ChainReport> {
  const verifier = createChainVerifier(options);
  const { size } = fstatSync(fd);
  let torn = feed(fd, size, verifier.push, (at) => progress(at / size));
  for (let waited = 0; torn !== null && waited < LINE_TAKES; waited += LOOK_EVERY) {
    await wait(LOOK_EVERY);
    const { size: now } = fstatSync(fd);
    if (now === size) continue;
    let ended = false;
    // Only the line that was begun: what came after it is of another time.
    for (const line of readLines(fd, now, torn)) {
      if (line.whole) verifier.push(line.bytes, line.offset);
      ended = line.whole;
      break;
    }
    if (ended) torn = null;
  }
  return verifier.end(torn);
}

/** Offset of a last line without a newline, or null. */
function feed(fd: number, end: number, push: (line: Uint8Array, offset: number) => void, progress: (at: number) => void): number | null {
  let next = BYTES_PER_LOOK;
  for (const { bytes, offset, whole } of readLines(fd, end)) {
    if (!whole) return offset;
    push(bytes, offset);
    if (offset < next) continue;
    progress(offset);
    next = offset + BYTES_PER_LOOK;
  }
  return null;
}
