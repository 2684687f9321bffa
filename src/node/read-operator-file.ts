import { constants, type FileHandle, open, stat } from "node:fs/promises";
import { ConfigurationError } from "../decision/configuration-error.js";

/** Most bytes of an operator's file. */
export const MAX_OPERATOR_FILE_BYTES = 1024 * 1024;

export type OperatorFileKind = "policy" | "keyring" | "contract" | "servers" | "client";

/**
 * Reads an operator's file whole. It may be reached through links (the operator laid them), but must be a regular
 * file of at most 1 MiB. ConfigurationError with the file's name otherwise; a FIFO or a device is refused, never waited for.
 *
 * @example const policy = await loadPolicy(await readOperatorFile("pic_policy.json", "policy"));
 */
export async function readOperatorFile(file: string, kind: OperatorFileKind): Promise<Uint8Array> {
  if (file === "") throw new ConfigurationError(`the ${kind} file has no name; give its path`, { file });
  let handle: FileHandle | undefined;
  try {
    // Looked at first: merely opening a device can act on the world.
    check(await stat(file), file, kind);
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    check(stats, file, kind);
    return await readAll(handle, file, kind);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(unreadable(error, kind), { file }, { cause: error });
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

interface FileLook {
  isFile(): boolean;
  isDirectory(): boolean;
  readonly size: number;
}

function check(stats: FileLook, file: string, kind: OperatorFileKind): void {
  if (stats.isDirectory()) throw new ConfigurationError(`the ${kind} file is a directory; name a file in it`, { file });
  if (!stats.isFile()) throw new ConfigurationError(`the ${kind} file is not a regular file; name one`, { file });
  if (stats.size > MAX_OPERATOR_FILE_BYTES) throw tooLarge(file, kind);
}

async function readAll(handle: FileHandle, file: string, kind: OperatorFileKind): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    // A file that is being written may grow past the size just seen, so the reading itself is bounded.
    const chunk = new Uint8Array(64 * 1024);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, total);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > MAX_OPERATOR_FILE_BYTES) throw tooLarge(file, kind);
  }
}

function tooLarge(file: string, kind: OperatorFileKind): ConfigurationError {
  return new ConfigurationError(`the ${kind} file has more than ${MAX_OPERATOR_FILE_BYTES} bytes`, { file });
}

function unreadable(error: unknown, kind: OperatorFileKind): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return `the ${kind} file does not exist; check the path`;
    case "EACCES":
    case "EPERM":
      return `the ${kind} file may not be read; check its permissions`;
    default:
      return `the ${kind} file cannot be read${typeof code === "string" ? ` (${code})` : ""}`;
  }
}
