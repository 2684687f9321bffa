import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

const GROUP_WRITE = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

/** Modes say nothing on Windows. */
const HAS_MODES = process.platform !== "win32";

/**
 * Who else may change a file of the operator's: by its own mode, or by that of a folder on the way to it, where a file can be
 * put in its place. Empty where nobody may, or where the system keeps no modes. The file must be there.
 */
export function looseWriters(path: string): readonly string[] {
  if (!HAS_MODES) return [];
  const real = realpathSync(path);
  const { mode } = statSync(real);
  const who = (mode & OTHERS_WRITE) !== 0 ? "anybody" : (mode & GROUP_WRITE) !== 0 ? "its group" : null;
  const own = who === null ? [] : [`${who} may write it (mode ${octal(mode)}); chmod go-w`];
  return [...own, ...looseFolders(real)];
}

/** Who else may read a private key. */
export function looseReaders(path: string): readonly string[] {
  if (!HAS_MODES) return [];
  const real = realpathSync(path);
  const { mode } = statSync(real);
  const own = (mode & 0o077) === 0 ? [] : [`others than its owner may use it (mode ${octal(mode)}); chmod 600`];
  return [...own, ...looseFolders(real)];
}

function looseFolders(file: string): readonly string[] {
  const found: string[] = [];
  for (let folder = dirname(file), inner = file; folder !== inner; inner = folder, folder = dirname(folder)) {
    const stats = lstatSync(folder);
    if (isOpen(stats))
      found.push(`anybody may put another file in its place: ${folder} is writable by all (mode ${octal(stats.mode)}) and not sticky`);
  }
  return found;
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}
