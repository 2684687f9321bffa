import { readSync } from "node:fs";
import { MAX_LINE_BYTES } from "../../audit/format.js";

export interface LogLine {
  /** Without its newline; cut where no record can be as long. */
  readonly bytes: Uint8Array;
  readonly offset: number;
  /** The newline is there. */
  readonly whole: boolean;
}

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines of a file from `start`, where one begins, up to `end`, in bounded memory. A line that is valid until the next one is asked for: copy what is kept. */
export function* readLines(fd: number, end: number, start = 0): Generator<LogLine> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let held = 0;
  let position = start;
  /** Offset of the line whose beginning was given up, or null. */
  let skipping: number | null = null;
  while (position < end) {
    const count = readSync(fd, chunk, held, Math.min(CHUNK_BYTES - held, end - position), position);
    if (count === 0) break;
    position += count;
    const filled = held + count;
    let at = 0;
    for (;;) {
      const newline = chunk.subarray(0, filled).indexOf(NEWLINE, at);
      if (newline === -1) break;
      const offset: number = skipping ?? position - filled + at;
      yield { bytes: chunk.subarray(at, Math.min(newline, at + MAX_LINE_BYTES)), offset, whole: true };
      skipping = null;
      at = newline + 1;
    }
    held = filled - at;
    // Longer than any record: what is left of it is skipped, and it is told as a line of the longest length.
    if (held >= MAX_LINE_BYTES) {
      skipping ??= position - held;
      at = filled - MAX_LINE_BYTES;
      held = MAX_LINE_BYTES;
    }
    chunk.copyWithin(0, at, at + held);
  }
  if (held > 0) yield { bytes: chunk.subarray(0, held), offset: skipping ?? position - held, whole: false };
}

/** The lines of a file from its end, the last one first; what follows the last newline is left out. */
export function* readLinesBackwards(fd: number, end: number): Generator<LogLine> {
  let rest: Buffer = Buffer.alloc(0);
  let top = end;
  let isTail = true;
  while (top > 0) {
    const start = Math.max(0, top - CHUNK_BYTES);
    const chunk = Buffer.concat([readAt(fd, start, top - start), rest]);
    let after = chunk.length;
    for (;;) {
      const newline = after === 0 ? -1 : chunk.lastIndexOf(NEWLINE, after - 1);
      if (newline === -1) break;
      if (!isTail) yield { bytes: chunk.subarray(newline + 1, after), offset: start + newline + 1, whole: true };
      isTail = false;
      after = newline;
    }
    // What is longer than a record is none; its end alone is kept.
    rest = chunk.subarray(0, after).subarray(-MAX_LINE_BYTES);
    top = start;
  }
  if (!isTail) yield { bytes: rest, offset: 0, whole: true };
}

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
