import { closeSync, fsyncSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";

/**
 * Writes a file that must not be there yet: nothing is replaced, no link is followed, and what cannot be written whole is
 * taken away again. UsageError otherwise.
 */
export function writeNew(path: string, text: string, mode: number): void {
  let fd: number;
  try {
    fd = openSync(path, "wx", mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "exists already; choose another name" : `cannot be created (${code ?? "unknown"})`;
    throw new UsageError(why, escapeText(path));
  }
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } catch (error) {
    unlinkSync(path);
    throw new UsageError(`cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown"})`, escapeText(path));
  } finally {
    closeSync(fd);
  }
}
