import { randomBytes } from "node:crypto";

const DIGITS = 32;
const LONGEST_PREFIX = 8;
/** Hex digits for many ids, drawn at once. */
const pool = Buffer.alloc(256 * DIGITS);
const text = Buffer.alloc(LONGEST_PREFIX + DIGITS);
let used = pool.length;

/** An id that nobody can guess: the prefix, of at most 8 ASCII characters, and 128 random bits in hex. */
export function randomId(prefix: string): string {
  if (used === pool.length) {
    pool.write(randomBytes(pool.length / 2).toString("hex"), "latin1");
    used = 0;
  }
  // Put together as bytes, so that the text is in one piece when its form is checked.
  const start = text.write(prefix, "latin1");
  const end = start + pool.copy(text, start, used, used + DIGITS);
  used += DIGITS;
  return text.toString("latin1", 0, end);
}
