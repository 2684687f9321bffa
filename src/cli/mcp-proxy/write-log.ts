import type { Writable } from "node:stream";

/** A reader that does not read must not stop the proxy, or fill its memory: beyond this, lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** A line for the operator, unless too many wait to be read already. */
export function writeLog(stderr: Writable, line: string): void {
  if (stderr.writableLength < MAX_WAITING_BYTES) stderr.write(line);
}
