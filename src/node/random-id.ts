import { randomBytes } from "node:crypto";

const ID_BYTES = 16;
const AT_ONCE = 128;

/** Ids that are drawn and not yet given, by prefix: a few prefixes of ours. */
const drawn = new Map<string, string[]>();

/** An id that nobody can guess: the prefix and 128 random bits in hex. Made for many at once, which takes a fifth of the time. */
export function randomId(prefix: string): string {
  let ids = drawn.get(prefix);
  if (ids === undefined) {
    ids = [];
    drawn.set(prefix, ids);
  }
  return ids.pop() ?? draw(prefix, ids);
}

function draw(prefix: string, ids: string[]): string {
  const bytes = randomBytes(AT_ONCE * ID_BYTES);
  for (let at = 0; at < bytes.length; at += ID_BYTES) {
    // By way of bytes, so that each text is in one piece when its form is checked.
    ids.push(Buffer.from(prefix + bytes.toString("hex", at, at + ID_BYTES), "latin1").toString("latin1"));
  }
  return ids.pop() as string;
}
