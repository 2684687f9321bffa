import { closeSync, constants, fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { sha256 } from "#crypto";
import { ConfigurationError } from "../../decision/configuration-error.js";

/** A torn tail in a file of its own. */
export interface Torn {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A process that is killed here again and again leaves a file each time. */
const MOST = 64;

/**
 * Moves what stands after the last whole record to `FILE.torn-OFFSET`, then cuts the log back to that record. The copy is on the
 * disk before the log is cut, and is named after the place, so that a process that ends in between is made good by the next one.
 */
export function setAside(fd: number, file: string, offset: number, torn: Uint8Array): void {
  const { path } = nextFree(file, offset);
  try {
    const copy = openSync(path, "wx", 0o600);
    try {
      writeFileSync(copy, torn);
      fsyncSync(copy);
    } finally {
      closeSync(copy);
    }
    syncFolder(file);
    ftruncateSync(fd, offset);
    fsyncSync(fd);
  } catch (cause) {
    throw new ConfigurationError(
      `the torn end of the audit log cannot be set aside (${(cause as NodeJS.ErrnoException).code})`,
      { file },
      { cause },
    );
  }
}

/** What was set aside at a place, and is not recorded while the log ends there. */
export function asideAt(file: string, offset: number): readonly Torn[] {
  return nextFree(file, offset).held;
}

function nextFree(file: string, offset: number): { readonly path: string; readonly held: readonly Torn[] } {
  const held: Torn[] = [];
  for (let at = 1; at <= MOST; at += 1) {
    const path = `${file}.torn-${offset}${at === 1 ? "" : `-${at}`}`;
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(path);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return { path, held };
      throw new ConfigurationError("cannot be read, and stands where a torn end was set aside", { file: path }, { cause });
    }
    held.push({ file: basename(path), bytes: bytes.length, sha256: sha256(bytes) });
  }
  throw new ConfigurationError(`${MOST} torn ends were set aside at one place; see what keeps ending the process`, { file });
}

/** A new name is kept only once its folder is. Not every system can sync a folder. */
export function syncFolder(file: string): void {
  let folder: number;
  try {
    folder = openSync(dirname(file), constants.O_RDONLY);
  } catch {
    return;
  }
  try {
    fsyncSync(folder);
  } catch {
    // EINVAL or EPERM where folders cannot be synced: the name is then as safe as the system makes it.
  } finally {
    closeSync(folder);
  }
}
