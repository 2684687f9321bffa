import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { ConfigurationError } from "../decision/configuration-error.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";

export interface Replacement {
  /** The file was not there and would be made. */
  readonly creates: boolean;
  /** False where the new text is the old one: then there is nothing to commit. */
  readonly changes: boolean;
  /** Puts the new file in the old one's place, in one step. */
  readonly commit: () => void;
  /** Takes everything back that was written so far. */
  readonly abandon: () => void;
}

const FOLDER_FAULTS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "cannot be written: its folder does not exist"],
  ["ENOTDIR", "cannot be written: its folder is none"],
  ["EACCES", "cannot be written: this user may not write its folder"],
  ["EROFS", "cannot be written: its disk is read-only"],
  ["ENOSPC", "cannot be written: the disk is full; the file is as it was"],
]);

/** Reads the old file, at the path its links lead to (null: there is none yet), and gives the text before and after. */
type Make = (target: string | null) => Promise<{ readonly before: string | null; readonly after: string }>;

/**
 * Replaces an operator's file in two steps (spec/cli.md#edits): here the whole new file is written, synced, beside the old one;
 * `commit` renames it over. A reader sees the old file or the new one, and a fault leaves the old one as it was. The new file's
 * name is taken before the old one is read and given up with the rename, so that of two runs at once neither loses the other's change.
 *
 * @throws UsageError where the file cannot be written, or replacing it would change more than its content; and what `make` throws
 */
export async function prepareReplacement(path: string, file: string, make: Make): Promise<Replacement> {
  const creates = look(path) === null;
  // A link is the operator's: what it leads to is renewed, and the link stays.
  const target = creates ? path : (realPath(path) ?? path);
  const temporary = join(dirname(target), `.${basename(target)}.new`);
  const fd = openTemporary(temporary, file);
  try {
    const old = creates ? null : look(target);
    const { before, after } = await make(creates ? null : target);
    if (before === after) {
      remove(temporary);
      return { creates, changes: false, commit: () => {}, abandon: () => {} };
    }
    if (old === null) fchmodSync(fd, 0o644);
    else keepOwner(fd, old, file);
    writeFileSync(fd, after);
    fsyncSync(fd);
    return { creates, changes: true, commit: () => commit(temporary, target, old, file), abandon: () => remove(temporary) };
  } catch (error) {
    remove(temporary);
    throw isSystemError(error) ? unwritable(error, file) : error;
  } finally {
    closeSync(fd);
  }
}

/** A renamed file is another file: whoever owned, read or wrote the old one must find the new one the same. */
function keepOwner(fd: number, old: BigIntStats, file: string): void {
  if (old.nlink > 1n)
    throw new UsageError("has a second name (a hard link) that would keep the old content; remove one of the two", escapeText(file));
  const own = fstatSync(fd, { bigint: true });
  try {
    if (own.uid !== old.uid || own.gid !== old.gid) fchownSync(fd, Number(old.uid), Number(old.gid));
  } catch {
    throw new UsageError("belongs to another user or group, who would lose it; run this as its owner", escapeText(file));
  }
  fchmodSync(fd, Number(old.mode & 0o777n));
}

function commit(temporary: string, target: string, old: BigIntStats | null, file: string): void {
  try {
    if (old === null) {
      create(temporary, target, file);
    } else {
      const now = look(target);
      if (now === null || !isSame(now, old))
        throw new UsageError("was changed meanwhile by something else; run it again", escapeText(file));
      renameSync(temporary, target);
    }
  } catch (error) {
    remove(temporary);
    throw isSystemError(error) ? unwritable(error, file) : error;
  }
  syncFolder(dirname(target));
}

/** A second name, which is refused where the name is taken; a rename would write over a file that came to be since. */
function create(temporary: string, target: string, file: string): void {
  try {
    linkSync(temporary, target);
    unlinkSync(temporary);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || look(target) !== null) throw new UsageError("came to be meanwhile; run it again", escapeText(file));
    // Some file systems know no second names.
    renameSync(temporary, target);
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}

function look(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unwritable(error, path);
  }
}

function openTemporary(path: string, file: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unwritable(error, file);
    throw new UsageError(
      `is being changed by another run; if there is none, remove ${escapeText(basename(path))} beside it`,
      escapeText(file),
    );
  }
}

/** Null where a link leads nowhere, which reading it will tell. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && !(error instanceof ConfigurationError);
}

/** The new file is made in the old one's folder, so the fault is mostly there. */
function unwritable(error: unknown, file: string): UsageError {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  const why = FOLDER_FAULTS.get(code) ?? "cannot be written";
  return new UsageError(`${why} (${code})`, escapeText(file));
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone already, or stays as a file that nothing reads.
  }
}

/** The rename itself survives a crash. Where folders cannot be opened the file is whole all the same. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // spec cli#edits asks for one step, which the rename is.
  }
}
