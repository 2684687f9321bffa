import { judgeNumber } from "./judge-number.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Levels that fit the bits of one small integer; deeper texts take the exact pass. */
const MAX_LEVELS = 30;
/** Members per object that are compared pairwise; more take the exact pass, so cost stays linear. */
const MAX_NAMES = 64;
/** Digits of a decimal that a double always gives back. */
const SURE_DIGITS = 15;
/** A longer number token takes the exact pass. */
const MAX_TOKEN = 40;

// Scratch space for the names' fingerprints, one row per level. A scan runs to its end without calling out, so no two share it.
const fingerprints = new Int32Array((MAX_LEVELS + 1) * MAX_NAMES);
const counts = new Int32Array(MAX_LEVELS + 1);

// The engine's own readings of a typed array: a subclass may answer for others' memory.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const bufferOf = Object.getOwnPropertyDescriptor(typedArray, "buffer")?.get as () => unknown;
const offsetOf = Object.getOwnPropertyDescriptor(typedArray, "byteOffset")?.get as () => unknown;

/**
 * Quick proof that UTF-8 bytes break no rule besides the grammar, which native JSON.parse judges. True is a proof for bytes
 * that JSON.parse takes; false only means that the exact pass must look. (A property test holds the two equal.) `end` is the
 * array's true length, which a member of the caller's could hide.
 */
export function evidentlyClean(bytes: Uint8Array, end: number, maxDepth: number): boolean {
  // Also where the memory was taken away: a view of it cannot be made.
  if (end === 0) return true;
  const words = new DataView(Reflect.apply(bufferOf, bytes, []) as ArrayBuffer, Reflect.apply(offsetOf, bytes, []) as number, end);
  const levels = Math.min(maxDepth, MAX_LEVELS);
  let depth = 0;
  // One bit per open level, the innermost lowest: 1 for an object.
  let kinds = 0;
  let nameNext = false;
  let at = 0;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      at += 1;
      if (nameNext) {
        const after = passName(bytes, words, at, end);
        if (after < 0 || !isNewName(words, at, after - 1, depth)) return false;
        // Mostly a colon follows at once.
        at = bytes[after] === 0x3a ? after + 1 : after;
        nameNext = false;
      } else {
        at = passString(bytes, words, at, end);
        if (at < 0) return false;
      }
    } else if (byte === 0x2c) {
      nameNext = (kinds & 1) === 1;
      at += 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > levels) return false;
      nameNext = byte === 0x7b;
      kinds = (kinds << 1) | (nameNext ? 1 : 0);
      counts[depth] = 0;
      at += 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return false;
      depth -= 1;
      kinds >>= 1;
      nameNext = false;
      at += 1;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      at = passNumber(bytes, at);
      if (at < 0) return false;
    } else {
      // White space, a colon, a letter of a literal.
      at += 1;
    }
  }
  return true;
}

// Each pass returns the index after what it passed, or -1 when the exact pass must look.

/** An escaped name needs unescaping before it is compared. */
function passName(bytes: Uint8Array, words: DataView, start: number, end: number): number {
  let at = passPlain(words, start, end);
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) return -1;
    at += 1;
  }
  return -1;
}

/** Well-formed UTF-8 holds no surrogate, so only an escape from D800 to DFFF can bring one. */
function passString(bytes: Uint8Array, words: DataView, start: number, end: number): number {
  let at = start;
  while (at < end) {
    at = passPlain(words, at, end);
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) {
      at += 1;
      if (bytes[at] === 0x75 && ((bytes[at + 1] as number) | 0x20) === 0x64) return -1;
    }
    at += 1;
  }
  return -1;
}

/** Skips bytes four at a time while none of them is a quote or a backslash; stops at the first one, or at most three bytes before the end. */
function passPlain(words: DataView, start: number, end: number): number {
  let at = start;
  for (const last = end - 4; at <= last; at += 4) {
    const word = words.getUint32(at, true);
    const quote = word ^ 0x22222222;
    const backslash = word ^ 0x5c5c5c5c;
    // A byte that is zero, and no other set of bytes, leaves a high bit here; the lowest bit left is exact.
    const found = (((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash)) & 0x80808080;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  return at;
}

/**
 * Notes a name by a fingerprint of its length and its ends. Equal names have equal fingerprints, so a new fingerprint is a new
 * name; a known one, and whatever may be `__proto__`, is for the exact pass.
 */
function isNewName(words: DataView, start: number, end: number, depth: number): boolean {
  const length = end - start;
  const head = edge(words, start, end);
  if (length === 9 && head === PROTO_HEAD) return false;
  const tail = length > 4 ? edge(words, end - 4, end) : 0;
  const middle = length > 8 ? edge(words, start + (length >> 1) - 2, end) : 0;
  const print = Math.imul(head, 0x01000193) ^ Math.imul(tail, 0x85ebca6b) ^ Math.imul(middle, 0x27d4eb2f) ^ length;
  const row = depth * MAX_NAMES;
  const count = counts[depth] as number;
  if (count === MAX_NAMES) return false;
  for (let other = row; other < row + count; other += 1) {
    if (fingerprints[other] === print) return false;
  }
  fingerprints[row + count] = print;
  counts[depth] = count + 1;
  return true;
}

/** `__pr`, little-endian. */
const PROTO_HEAD = 0x72705f5f;

/** The four bytes from `start`, or those there are before `end`, which a closing quote follows. */
function edge(words: DataView, start: number, end: number): number {
  if (start + 4 <= end) return words.getUint32(start, true);
  let word = 0;
  for (let at = end - 1; at >= start; at -= 1) word = (word << 8) | words.getUint8(at);
  return word;
}

/** Up to 15 digits without an exponent come back from a double as they were, and lie within 2^53. */
function passNumber(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  let exponent = false;
  for (;;) {
    const byte = bytes[at] as number;
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e) at += 1;
    else if (byte === 0x65 || byte === 0x45 || byte === 0x2b || byte === 0x2d) {
      exponent = true;
      at += 1;
    } else break;
  }
  const length = at - start;
  if (!exponent && length <= SURE_DIGITS) return at;
  if (length > MAX_TOKEN) return -1;
  let token = "";
  for (let next = start; next < at; next += 1) token += String.fromCharCode(bytes[next] as number);
  return judgeNumber(token) === undefined ? at : -1;
}
