import { fstatSync, readSync, statSync, writeSync } from "node:fs";
import { EXIT } from "./exits.js";
import type { Reply } from "./reply.js";

const STDOUT = 1;
const STDERR = 2;

/**
 * Writes a reply and returns the exit code. A verdict that nobody could read is not an allow: when standard output
 * does not take all of it, 0 becomes 70. A pipe that its reader closed is not talked about.
 */
export function deliver(reply: Reply): number {
  if (reply.stderr !== undefined) write(STDERR, reply.stderr);
  const fault = write(STDOUT, reply.stdout) ?? (wasClosed(STDOUT) ? "EBADF" : null);
  if (fault === null) return reply.exit;
  if (fault !== "EPIPE") write(STDERR, `countersign: standard output could not be written (${fault})\n`);
  return reply.exit === EXIT.done ? EXIT.internal : reply.exit;
}

/** Null when everything was written, else the system's code. Synchronous: nothing is left behind when the process ends. */
function write(fd: number, text: string): string | null {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      // A pipe that another program set to non-blocking is full: its reader is slow, so wait for it.
      if (code !== "EAGAIN") return code;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return null;
}

/**
 * Whether the descriptor was closed when the process began: Node then opens /dev/null there, for reading too. Whoever
 * redirects to /dev/null opens it for writing alone.
 */
function wasClosed(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    if (!stats.isCharacterDevice() || stats.rdev !== statSync("/dev/null").rdev) return false;
    readSync(fd, new Uint8Array(1));
    return true;
  } catch {
    return false;
  }
}

/** FORCE_COLOR (other than 0) wins over NO_COLOR (other than empty), which wins over a terminal. */
export async function coloursFor(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const force = env.FORCE_COLOR;
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.TERM === "dumb") return false;
  try {
    if (!fstatSync(STDOUT).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  // Loaded only when a terminal is likely: the module costs more than a verification.
  const { isatty } = await import("node:tty");
  return isatty(STDOUT);
}
