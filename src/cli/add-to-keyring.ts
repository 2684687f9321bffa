import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { ConfigurationError } from "../decision/configuration-error.js";
import { MAX_OPERATOR_FILE_BYTES, readOperatorFile } from "../node/read-operator-file.js";
import type { KeyringFileEntry } from "../node/sign.js";
import { loadKeyring } from "../trust/load-keyring.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";

type KeyringFile = Record<string, unknown>;

interface Addition {
  /** The file was not there and would be made. */
  readonly creates: boolean;
  /** Puts the new keyring in the old one's place, in one step. */
  readonly commit: () => void;
  /** Takes everything back that was written so far. */
  readonly abandon: () => void;
}

/**
 * Adds an entry to a keyring file, or makes the file, in two steps: here everything is checked and the whole new file is
 * written, synced, beside the old one; `commit` renames it over. A reader sees the old keyring or the new one, and a fault leaves
 * the old one as it was. What else the file holds is kept, and no id is written over.
 *
 * @throws ConfigurationError where the file is no keyring; UsageError where it cannot take the entry or cannot be written
 */
export async function addToKeyring(path: string, file: string, id: string, entry: KeyringFileEntry): Promise<Addition> {
  const creates = !isThere(path);
  // A link is the operator's: what it leads to is renewed, and the link stays.
  const target = creates ? path : (realPath(path) ?? path);
  const temporary = join(dirname(target), `.${basename(target)}.new`);
  // One name, made before the old file is read: two runs at once cannot each add to the same old file, and one key be lost.
  const fd = openTemporary(temporary, file);
  try {
    const before = creates ? { trusted_keys: {}, revoked_keys: [] } : await readKeyring(path, file, id);
    const text = `${JSON.stringify(withEntry(before, id, entry), null, 2)}\n`;
    if (Buffer.byteLength(text) > MAX_OPERATOR_FILE_BYTES) throw new UsageError("would grow past 1 MiB with this key", escapeText(file));
    mustLoad(text, file);
    fchmodSync(fd, creates ? 0o644 : statSync(target).mode & 0o777);
    writeFileSync(fd, text);
    fsyncSync(fd);
  } catch (error) {
    remove(temporary);
    throw isSystemError(error) ? unwritable(error, file) : error;
  } finally {
    closeSync(fd);
  }
  return {
    creates,
    commit() {
      // A file that came to be since would be written over.
      if (creates && isThere(target)) throw new UsageError("came to be meanwhile; run it again to add to it", escapeText(file));
      try {
        renameSync(temporary, target);
      } catch (error) {
        throw unwritable(error, file);
      }
      syncFolder(dirname(target));
    },
    abandon: () => remove(temporary),
  };
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** The file's content, after the strict rules have found it a keyring without this id. */
async function readKeyring(path: string, file: string, id: string): Promise<KeyringFile> {
  const bytes = await readOperatorFile(path, "keyring").catch((error: unknown) => {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  });
  try {
    const keyring = loadKeyring(bytes);
    if (keyring.revokedIds.has(id)) throw new UsageError(`is revoked in ${escapeText(file)}; choose another id`, "--id");
    if (keyring.keys.has(id)) throw new UsageError(`is in ${escapeText(file)} already; choose another id`, "--id");
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as KeyringFile;
}

/** Ids of the flat form stand at the root, and these two names there are what makes the full form. */
function withEntry(before: KeyringFile, id: string, entry: KeyringFileEntry): KeyringFile {
  const trusted = before.trusted_keys as KeyringFile | undefined;
  if (trusted !== undefined) return { ...before, trusted_keys: { ...trusted, [id]: entry } };
  if (id === "trusted_keys" || id === "revoked_keys") throw new UsageError("cannot be the id of a key in a flat keyring", "--id");
  return { ...before, [id]: entry };
}

function mustLoad(text: string, file: string): void {
  try {
    loadKeyring(text);
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
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

function unwritable(error: unknown, file: string): UsageError {
  return new UsageError(`cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown"})`, escapeText(file));
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
    // spec cli#keys-generate asks for one step, which the rename is.
  }
}
