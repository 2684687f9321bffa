import { fstatSync, readSync } from "node:fs";
import { MAX_LINE_BYTES } from "../../audit/format.js";
import { readEntry } from "../../audit/read-line.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import type { AuditHead } from "../../gate/ledger.js";

/** How much of a log's end is verified when it is opened: the last thousand records or so, whatever the log's size. */
const VERIFIED_BYTES = 1024 * 1024;
/** Most bytes of a torn tail: one batch, and a file system may have filled it with zeros. */
const MAX_TORN_BYTES = 2 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface LogTail {
  readonly log: string;
  /** The last whole record; null where not even the first one was written whole. */
  readonly last: AuditHead | null;
  /** Bytes up to the end of that record. */
  readonly size: number;
  /** What stands after it. */
  readonly torn: Uint8Array;
}

/**
 * Reads the end of a log. What follows the last newline is torn; everything before it must be records that follow one another.
 * @throws ConfigurationError where the file is no audit log, or its end is damaged: nothing is changed then.
 */
export function readTail(fd: number, file: string): LogTail {
  const { size } = fstatSync(fd);
  const first = firstLine(fd, size);
  if (first === null) {
    const all = readAt(fd, 0, size);
    // A log whose first record was cut short begins as one; anything else was never ours.
    if (size >= MAX_LINE_BYTES || !mayBeTornHeader(all)) throw notALog(file);
    return { log: "", last: null, size: 0, torn: all };
  }
  const header = readEntry(first);
  if (header === null || header.kind !== "log" || header.seq !== 0) throw notALog(file);
  const start = Math.max(0, size - VERIFIED_BYTES - MAX_TORN_BYTES);
  const bytes = readAt(fd, start, size - start);
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  if (end === 0 || bytes.length - end > MAX_TORN_BYTES) throw damaged(file, start + end);
  const last = verifyLines(bytes.subarray(0, end), start, file, header.log);
  return { log: header.log, last, size: start + end, torn: bytes.subarray(end) };
}

/** The records of a window that ends with a newline; where it does not begin at 0, its first line may be half of one. */
function verifyLines(bytes: Uint8Array, start: number, file: string, log: string): AuditHead {
  let last: AuditHead | null = null;
  let at = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  // A record at most the verified bytes before the end: older ones are left to `audit verify`.
  if (bytes.length - at > VERIFIED_BYTES) at = bytes.indexOf(NEWLINE, bytes.length - VERIFIED_BYTES - 1) + 1 || at;
  while (at < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, at);
    const entry = readEntry(bytes.subarray(at, newline));
    const follows = last === null || (entry?.seq === last.seq + 1 && entry.prev === last.hash);
    if (entry === null || entry.log !== log || !follows) throw damaged(file, start + at);
    last = { log, seq: entry.seq, hash: entry.hash };
    at = newline + 1;
  }
  if (last === null) throw damaged(file, start);
  return last;
}

function firstLine(fd: number, size: number): Uint8Array | null {
  const bytes = readAt(fd, 0, Math.min(size, MAX_LINE_BYTES));
  const end = bytes.indexOf(NEWLINE);
  return end === -1 ? null : bytes.subarray(0, end);
}

function mayBeTornHeader(bytes: Uint8Array): boolean {
  const begin = '{"at":"';
  return bytes.every((byte, at) => byte === 0 || at >= begin.length || byte === begin.charCodeAt(at));
}

function readAt(fd: number, position: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function notALog(file: string): ConfigurationError {
  return new ConfigurationError("is no audit log, and was left as it is; name another file", { file });
}

function damaged(file: string, offset: number): ConfigurationError {
  return new ConfigurationError(
    `is damaged at byte ${offset}, and was left as it is; look at it with \`countersign audit verify\`, then move it away to begin a new log`,
    { file },
  );
}
