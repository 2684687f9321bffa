import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { UnreadableError } from "./faults.js";

const STDIN = 0;

/**
 * Reads a file, or standard input for `-`, and stops after `most + 1` bytes: whoever judges the bytes sees that they are
 * too many, and no more than that is ever held. UnreadableError for what is no regular file: a FIFO is not waited for and
 * a device not opened, since that alone can act on the world. Pipes come in through `-`.
 */
export function readBytes(file: string, most: number): Uint8Array {
  if (file === "-") return readTo(STDIN, most, "standard input");
  let fd: number | undefined;
  try {
    mustBeFile(statSync(file), file);
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    mustBeFile(fstatSync(fd), file);
    return readTo(fd, most, file);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(whyUnreadable(error), file);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function mustBeFile(stats: Stats, file: string): void {
  if (stats.isDirectory()) throw new UnreadableError("is a directory", file);
  if (!stats.isFile()) throw new UnreadableError("is not a regular file; give a pipe as -", file);
}

function readTo(fd: number, most: number, name: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total <= most) {
    const chunk = new Uint8Array(Math.min(64 * 1024, most + 1 - total));
    const count = readSome(fd, chunk, name);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return Buffer.concat(chunks, total);
}

function readSome(fd: number, chunk: Uint8Array, name: string): number {
  for (;;) {
    try {
      return readSync(fd, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw new UnreadableError(whyUnreadable(error), name);
      // Standard input that another program set to non-blocking, with nothing in it yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function whyUnreadable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "may not be read";
  if (code === "EISDIR") return "is a directory";
  return `cannot be read${code === undefined ? "" : ` (${code})`}`;
}
