import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";

/** A copy that is there. */
interface FoundCopy {
  readonly name: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly changed: number;
}

/** Copies as the store needs them; a test gives one that fails. */
export interface RawFolder {
  list(): Promise<readonly FoundCopy[]>;
  /** Whole or not at all under this name, on the disk. Rejects where a file of the name is there. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Also where another process that keeps its copies here was first. */
  remove(name: string): Promise<void>;
}

/** A request id, an attempt, what kind of answer, which part of it; what is being written has an end of its own. */
const COPY = /^[A-Za-z0-9][A-Za-z0-9_.]{0,127}\.raw(?:\.part)?$/;
const PART = ".part";

/**
 * Opens a folder of copies, or makes it with mode 0700.
 * @throws ConfigurationError (as a rejection) where it is none, or others may look into it
 */
export async function openRawFolder(folder: string): Promise<RawFolder> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw new ConfigurationError(`cannot be made (${code ?? "unknown"})`, { file: folder }, { cause });
  }
  const seen = await lstat(folder);
  if (!seen.isDirectory()) throw new ConfigurationError("is no folder; name one for the copies of refused answers alone", { file: folder });
  // Windows tells no modes of its own.
  if (process.platform !== "win32" && (seen.mode & 0o077) !== 0)
    throw new ConfigurationError("may be looked into by others; a folder of raw answers has mode 0700", { file: folder });
  if (process.getuid !== undefined && seen.uid !== process.getuid())
    throw new ConfigurationError("belongs to another user, who may look into it", { file: folder });
  return folderAt(folder);
}

function folderAt(folder: string): RawFolder {
  return {
    async list() {
      const found: FoundCopy[] = [];
      for (const name of await readdir(folder)) {
        if (!COPY.test(name)) continue;
        const stats = await lstat(join(folder, name)).catch(() => null);
        if (stats?.isFile() === true) found.push({ name, bytes: stats.size, changed: stats.mtimeMs });
      }
      return found;
    },
    async write(name, bytes) {
      const [path, begun] = [join(folder, name), join(folder, name + PART)];
      if (await lstat(path).catch(() => null)) throw new Error("a copy of this name is there");
      const handle = await open(begun, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
      try {
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(begun, path);
      } catch (error) {
        await unlink(begun).catch(() => undefined);
        throw error;
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
