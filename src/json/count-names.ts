import { judgeNumber } from "./judge-number.js";

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Levels that fit the bits of one small integer; deeper texts take the exact pass. */
const MAX_LEVELS = 30;
/** Members of an object; more take the exact pass, which can stop at as many as its caller takes. */
const MAX_NAMES = 64;
/** Digits of a decimal that a double always gives back. */
const SURE_DIGITS = 15;
/** A longer number token takes the exact pass. */
const MAX_TOKEN = 40;

/** What the quick pass says of a text that it does not prove. */
export const UNSURE = -1;

// Scratch space for the names of each open object. A scan runs to its end without calling out, so no two share it.
const counts = new Int32Array(MAX_LEVELS + 1);

// The engine's own readings of a typed array: a subclass may answer for others' memory.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const bufferOf = Object.getOwnPropertyDescriptor(typedArray, "buffer")?.get as () => unknown;
const offsetOf = Object.getOwnPropertyDescriptor(typedArray, "byteOffset")?.get as () => unknown;

/**
 * Quick proof that UTF-8 bytes break no rule but perhaps two: the grammar, which native JSON.parse judges, and that no name stands twice
 * in an object. Returns how many names all objects have together: of bytes that JSON.parse takes, none stands twice where what it makes has
 * as many members. UNSURE means only that the exact pass must look. (A property test holds the two equal.) `end` is the array's true
 * length, which a member of the caller's could hide.
 */
export function countNames(bytes: Uint8Array, end: number, maxDepth: number): number {
  // Also where the memory was taken away: a view of it cannot be made.
  if (end === 0) return 0;
  const view = new DataView(Reflect.apply(bufferOf, bytes, []) as ArrayBuffer, Reflect.apply(offsetOf, bytes, []) as number, end);
  const levels = Math.min(maxDepth, MAX_LEVELS);
  let names = 0;
  let depth = 0;
  // One bit per open level, the innermost lowest: 1 for an object.
  let kinds = 0;
  let nameNext = false;
  let at = 0;
  while (at < end) {
    const byte = view.getUint8(at);
    if (byte === QUOTE) {
      at += 1;
      if (nameNext) {
        const after = passName(view, at, end);
        if (after < 0 || (counts[depth] as number) === MAX_NAMES) return UNSURE;
        names += 1;
        counts[depth] = (counts[depth] as number) + 1;
        // Mostly a colon follows at once.
        at = after < end && view.getUint8(after) === COLON ? after + 1 : after;
        nameNext = false;
      } else {
        at = passString(view, at, end);
        if (at < 0) return UNSURE;
      }
    } else if (byte === 0x2c) {
      nameNext = (kinds & 1) === 1;
      at += 1;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      at = passNumber(view, at, end);
      if (at < 0) return UNSURE;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > levels) return UNSURE;
      nameNext = byte === 0x7b;
      kinds = (kinds << 1) | (nameNext ? 1 : 0);
      counts[depth] = 0;
      at += 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return UNSURE;
      depth -= 1;
      kinds >>= 1;
      nameNext = false;
      at += 1;
    } else if (byte < 0x61) {
      // White space, a colon.
      at += 1;
    } else {
      // A literal by its first letter: what else stands here is no JSON.
      at += byte === 0x66 ? 5 : 4;
    }
  }
  return names;
}

// Each pass returns the index after what it passed, or -1 when the exact pass must look.

/** An escaped name needs unescaping before it is compared; whatever may be `__proto__` is for the exact pass too. */
function passName(view: DataView, start: number, end: number): number {
  let at = passPlain(view, start, end);
  while (at < end) {
    const byte = view.getUint8(at);
    if (byte === QUOTE) return at - start === 9 && view.getUint32(start, true) === PROTO_HEAD ? -1 : at + 1;
    if (byte === BACKSLASH) return -1;
    at += 1;
  }
  return -1;
}

/** `__pr`, little-endian. */
const PROTO_HEAD = 0x72705f5f;

/** Well-formed UTF-8 holds no surrogate, so only an escape from D800 to DFFF can bring one. */
function passString(view: DataView, start: number, end: number): number {
  let at = start;
  for (;;) {
    at = passPlain(view, at, end);
    if (at >= end) return -1;
    const byte = view.getUint8(at);
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) {
      at += 1;
      if (at + 1 < end && view.getUint8(at) === 0x75 && (view.getUint8(at + 1) | 0x20) === 0x64) return -1;
    }
    at += 1;
  }
}

/** Skips bytes four at a time while none of them is a quote or a backslash; stops at the first one, or at most three bytes before the end. */
function passPlain(view: DataView, start: number, end: number): number {
  let at = start;
  for (const last = end - 4; at <= last; at += 4) {
    const word = view.getUint32(at, true);
    const quote = word ^ 0x22222222;
    const backslash = word ^ 0x5c5c5c5c;
    // A byte that is zero, and no other set of bytes, leaves a high bit here; the lowest bit left is exact. Neither mark changed a high bit.
    const found = ((quote - 0x01010101) | (backslash - 0x01010101)) & ~word & 0x80808080;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  return at;
}

/** Up to 15 digits without an exponent come back from a double as they were, and lie within 2^53. */
function passNumber(view: DataView, start: number, end: number): number {
  let at = start + 1;
  let exponent = false;
  for (; at < end; at += 1) {
    const byte = view.getUint8(at);
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e) continue;
    if (byte !== 0x65 && byte !== 0x45 && byte !== 0x2b && byte !== 0x2d) break;
    exponent = true;
  }
  const length = at - start;
  if (!exponent && length <= SURE_DIGITS) return at;
  if (length > MAX_TOKEN) return -1;
  let token = "";
  for (let next = start; next < at; next += 1) token += String.fromCharCode(view.getUint8(next));
  return judgeNumber(token) === undefined ? at : -1;
}
