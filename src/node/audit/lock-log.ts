import { spawn } from "node:child_process";
import { ConfigurationError } from "../../decision/configuration-error.js";

/** BSD's open flag: the descriptor holds the lock that flock(2) would give it. */
const O_EXLOCK = 0x20;
const OPENS_LOCKED: ReadonlySet<string> = new Set(["darwin", "freebsd", "netbsd", "openbsd"]);
/** What flock(1) exits with where somebody else holds the lock. */
const HELD = 1;

/** Flags that lock the file as it is opened, where the system has them. */
export function lockingFlags(platform: string): number {
  return OPENS_LOCKED.has(platform) ? O_EXLOCK : 0;
}

/**
 * Takes the system's own lock on an open log: it belongs to the descriptor and ends with the process, however that ends
 * (spec/decisions/0071). Node has no call for it, so where the lock did not come with the open, the flock program takes it on the
 * descriptor that it inherits, and what it took stays after it.
 *
 * @throws ConfigurationError where another holds the lock, or none can be had.
 */
export async function lockLog(fd: number, file: string, platform: string): Promise<void> {
  if (lockingFlags(platform) !== 0) return;
  const exit = await runFlock(fd);
  if (exit === 0) return;
  if (exit === HELD) throw heldElsewhere(file);
  const why = typeof exit === "string" ? `the program flock cannot be run (${exit})` : `the program flock failed (exit ${exit})`;
  throw new ConfigurationError(
    `the audit log cannot be locked: ${why}; install util-linux or busybox, or say exclusive: "unchecked" and see to it that one process alone opens it`,
    { file },
  );
}

export function heldElsewhere(file: string): ConfigurationError {
  return new ConfigurationError("another process writes this audit log; a log has one writer, so give each gate a file of its own", {
    file,
  });
}

/** Its exit code, or the system's word on why it did not run. */
function runFlock(fd: number): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn("flock", ["-x", "-n", "3"], { stdio: ["ignore", "ignore", "ignore", fd] });
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
}
