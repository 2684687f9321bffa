import { createHash, timingSafeEqual } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { looseReaders } from "../loose-modes.js";

const FORM = /^[A-Za-z0-9._~+/=-]{32,512}$/;
const MAX_BYTES = 1024;

/**
 * The check of an Authorization header against the token in a file. ConfigurationError where the file is not one line of 32 to 512
 * characters, or others than its owner may read it.
 */
export function readToken(file: string): (authorization: string | null) => boolean {
  const token = readLine(file);
  const [loose] = looseReaders(file);
  if (loose !== undefined) throw new ConfigurationError(`holds the bridge's token, and ${loose}`, { file });
  if (!FORM.test(token)) throw new ConfigurationError("must hold one line of 32 to 512 of A-Z a-z 0-9 . _ ~ + / = -", { file });
  const expected = digest(`Bearer ${token}`);
  // Digests have one length, so the time tells neither where two texts differ nor how long the token is.
  return (authorization) => authorization !== null && timingSafeEqual(digest(authorization), expected);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

function readLine(file: string): string {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(code === "ENOENT" ? "does not exist" : `cannot be read (${code ?? "unknown"})`, { file }, { cause });
  }
  try {
    if (!fstatSync(fd).isFile()) throw new ConfigurationError("is not a regular file", { file });
    const bytes = new Uint8Array(MAX_BYTES);
    const length = readSync(fd, bytes);
    return Buffer.from(bytes.subarray(0, length))
      .toString("latin1")
      .replace(/\r?\n$/, "");
  } finally {
    closeSync(fd);
  }
}
