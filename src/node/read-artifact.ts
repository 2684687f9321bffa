import type { Stats } from "node:fs";
import { constants, type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { Limits } from "../decision/limits.js";
import { type Artifact, artifactPath } from "../trust/artifacts.js";

/** Reads evidence files under one folder (spec/evidence-files.md). */
export interface ArtifactReader {
  /**
   * One outcome per ref, in the order given. Reading stops after the file whose bytes take the sum past
   * `limits.maxArtifactsBytes`, and before any file once `proceed()` is false: refs not reached are absent from the map.
   * Never rejects.
   */
  read(refs: readonly string[], proceed?: () => boolean): Promise<ReadonlyMap<string, Artifact>>;
}

export interface ArtifactReaderOptions {
  /** A folder; may itself be a symbolic link. */
  readonly root: string;
  readonly limits: Pick<Limits, "maxArtifactBytes" | "maxArtifactsBytes">;
  /** Where the test of a race steps in; not part of the public surface. */
  readonly hooks?: { readonly beforeOpen?: (file: string) => void; readonly beforeRead?: (file: string) => void };
}

// Absent on Windows, where the walk after the open does the work.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens an evidence root. ConfigurationError (place `evidenceRoot`) where it is missing, unreadable or no folder.
 *
 * @example const reader = await createArtifactReader({ root: "/srv/evidence", limits: DEFAULT_LIMITS });
 */
export async function createArtifactReader(options: ArtifactReaderOptions): Promise<ArtifactReader> {
  const root = await realRoot(options.root);
  const { limits, hooks = {} } = options;

  async function read(refs: readonly string[], proceed: () => boolean = () => true): Promise<ReadonlyMap<string, Artifact>> {
    const artifacts = new Map<string, Artifact>();
    let total = 0;
    for (const ref of refs) {
      if (total > limits.maxArtifactsBytes || !proceed()) break;
      const artifact = await readArtifact(root, ref, limits.maxArtifactBytes, hooks);
      artifacts.set(ref, artifact);
      if (typeof artifact !== "string") total += artifact.byteLength;
    }
    return artifacts;
  }
  return Object.freeze({ read });
}

async function realRoot(root: string): Promise<string> {
  const where = { file: root, place: "evidenceRoot" };
  try {
    const real = await realpath(root);
    if ((await lstat(real)).isDirectory()) return real;
  } catch (cause) {
    throw new ConfigurationError("the evidence root does not exist or cannot be read; name an existing folder", where, { cause });
  }
  throw new ConfigurationError("the evidence root is not a folder; name an existing folder", where);
}

async function readArtifact(
  root: string,
  ref: string,
  maxBytes: number,
  hooks: NonNullable<ArtifactReaderOptions["hooks"]>,
): Promise<Artifact> {
  const relative = artifactPath(ref);
  if (relative === null) return "refused";
  const segments = relative.split("/");
  const file = path.join(root, ...segments);
  let handle: FileHandle | undefined;
  try {
    // Opening a device or a FIFO can itself act on the world, so what is plainly no file is never opened.
    if (!isLoneFile(await lstat(file))) return "refused";
    hooks.beforeOpen?.(file);
    handle = await open(file, FLAGS);
    // From here on only the handle is asked: the name may mean another file by now.
    const stats = await handle.stat();
    if (!isLoneFile(stats)) return "refused";
    if (!(await liesAt(handle, root, segments, stats))) return "refused";
    if (stats.size > maxBytes) return "too_large";
    hooks.beforeRead?.(file);
    return await readWhole(handle, stats.size);
  } catch (error) {
    // ELOOP: the last segment became a link. ENXIO: it became a socket or device without a peer.
    return isCode(error, "ELOOP") || isCode(error, "ENXIO") ? "refused" : "unavailable";
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

/** A regular file with one name: a second name may lie outside the root. */
function isLoneFile(stats: Stats): boolean {
  return stats.isFile() && stats.nlink === 1;
}

/**
 * The open file lies where the ref says, with no link on the way: a folder that is a link passes O_NOFOLLOW. Linux tells the
 * handle's own path; elsewhere each segment is looked at and the last must be the file that is open.
 */
async function liesAt(handle: FileHandle, root: string, segments: readonly string[], stats: Stats): Promise<boolean> {
  if (process.platform === "linux") {
    const real = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null);
    if (real !== null) return real === path.join(root, ...segments);
  }
  return liesAtByWalk(root, segments, stats);
}

/** @internal The way for platforms without /proc, exported for its test. */
export async function liesAtByWalk(root: string, segments: readonly string[], opened: Pick<Stats, "dev" | "ino">): Promise<boolean> {
  let at = root;
  for (const [index, segment] of segments.entries()) {
    at = path.join(at, segment);
    const found = await lstat(at);
    if (index < segments.length - 1) {
      if (!found.isDirectory()) return false;
    } else if (!found.isFile() || found.dev !== opened.dev || found.ino !== opened.ino) {
      return false;
    }
  }
  return (await realpath(root)) === root;
}

/** The bytes of a file of `size` bytes. One that grows while it is read is not the file that was measured. */
async function readWhole(handle: FileHandle, size: number): Promise<Artifact> {
  const buffer = new Uint8Array(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  return "unavailable";
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
