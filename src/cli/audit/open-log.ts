import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { UnreadableError } from "../faults.js";

/**
 * Runs `use` on an open audit log. It is only read, and no lock is asked for: a gate may be writing it. UnreadableError for what is
 * no regular file, without opening or waiting for it.
 */
export async function withLog<T>(file: string, use: (fd: number) => T | Promise<T>): Promise<T> {
  let fd: number;
  try {
    if (!statSync(file).isFile()) throw new UnreadableError("is not a regular file, and an audit log is one", file);
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableError(code === "ENOENT" || code === "ENOTDIR" ? "does not exist" : `cannot be read (${code ?? "unknown"})`, file);
  }
  try {
    if (!fstatSync(fd).isFile()) throw new UnreadableError("is not a regular file, and an audit log is one", file);
    return await use(fd);
  } finally {
    closeSync(fd);
  }
}
