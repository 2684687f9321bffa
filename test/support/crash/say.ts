import { writeSync } from "node:fs";

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * A line on standard output, written when this returns: what lies in a buffer when the process is killed was never said. A pipe that the
 * reader has not emptied yet is waited for.
 */
export function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(never, 0, 0, 1);
    }
  }
}
