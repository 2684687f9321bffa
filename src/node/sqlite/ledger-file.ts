import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";
import type { AbsentLedger } from "../open-ledger.js";

const MAGIC = "SQLite format 3\0";

/**
 * Sees to it that there is a regular file of one name, readable by its owner alone where it is made here. Through a link, two
 * names would have two write-ahead logs over one file, which loses uses.
 */
export async function prepareLedgerFile(file: string, absent: AbsentLedger): Promise<void> {
  if (file === "" || file.includes("\0")) throw new ConfigurationError("a SQLite ledger needs the path of its file", { file });
  try {
    if (absent === "make" && (await create(file))) return;
    const { isFile, nlink } = await look(file);
    if (!isFile) throw new ConfigurationError("is no regular file; name the ledger's file itself, not a link or a folder", { file });
    if (nlink !== 1) throw new ConfigurationError("has a second name (a hard link); a ledger's file has one", { file });
    await checkMagic(file);
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    throw new ConfigurationError(`cannot be opened or made (${code}); check the folder and its modes`, { file }, { cause });
  }
}

/** Whether the file was not there and is now. */
async function create(file: string): Promise<boolean> {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
  try {
    await (await open(file, flags, 0o600)).close();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
  await syncFolder(dirname(file));
  return true;
}

/** So that the file's name outlives a power cut; not every system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file's own content is synced by SQLite.
  }
}

async function look(file: string): Promise<{ readonly isFile: boolean; readonly nlink: number }> {
  const stats = await lstat(file);
  return { isFile: stats.isFile(), nlink: stats.nlink };
}

/** Before SQLite sees it: a file of something else must not even be locked. An empty one is new. */
async function checkMagic(file: string): Promise<void> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const head = Buffer.alloc(MAGIC.length);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    if (bytesRead > 0 && head.subarray(0, bytesRead).toString("latin1") !== MAGIC)
      throw new ConfigurationError("is not a SQLite file; the ledger needs a file of its own", { file });
  } finally {
    await handle.close();
  }
}
