import { accessSync, closeSync, constants, fsyncSync, lstatSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";

/** Says beforehand what `writeNew` would refuse, where a person would have worked in vain. UsageError. */
export function mustBeNew(path: string): void {
  let there: boolean;
  try {
    there = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw notNew((error as NodeJS.ErrnoException).code, path);
  }
  if (there) throw notNew("EEXIST", path);
}

/**
 * Writes a file that must not be there yet: nothing is replaced, no link is followed, and what cannot be written whole is
 * taken away again. UsageError otherwise.
 */
export function writeNew(path: string, text: string, mode: number): void {
  let fd: number;
  try {
    fd = openSync(path, "wx", mode);
  } catch (error) {
    throw notNew((error as NodeJS.ErrnoException).code, path);
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

function notNew(code: string | undefined, path: string): UsageError {
  const why = code === "EEXIST" ? "exists already; choose another name" : `cannot be created (${code ?? "unknown"})`;
  return new UsageError(why, escapeText(path));
}
