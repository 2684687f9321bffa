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

/**
 * Quick proof that UTF-8 bytes break no rule besides the grammar, which native JSON.parse judges. True is a proof for bytes
 * that JSON.parse takes; false only means that the exact pass must look. (A property test holds the two equal.) `end` is the
 * array's true length, which a member of the caller's could hide.
 */
export function evidentlyClean(bytes: Uint8Array, end: number, maxDepth: number): boolean {
  const levels = Math.min(maxDepth, MAX_LEVELS);
  let depth = 0;
  // One bit per open level, the innermost lowest: 1 for an object.
  let kinds = 0;
  let nameNext = false;
  let at = 0;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      at = nameNext ? passName(bytes, at + 1, end, depth) : passString(bytes, at + 1, end);
      if (at < 0) return false;
      nameNext = false;
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

// Each returns the index after what it passed, or -1 when the exact pass must look.

/** An escaped name needs unescaping before it is compared; equal fingerprints need the names themselves. */
function passName(bytes: Uint8Array, start: number, end: number, depth: number): number {
  let at = start;
  let print = 0x811c9dc5 | 0;
  for (;;) {
    if (at >= end) return -1;
    const byte = bytes[at] as number;
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) return -1;
    print = Math.imul(print ^ byte, 0x01000193);
    at += 1;
  }
  if (at - start === 9 && bytes[start] === 0x5f && bytes[start + 1] === 0x5f) return -1; // may be __proto__
  const row = depth * MAX_NAMES;
  const count = counts[depth] as number;
  if (count === MAX_NAMES) return -1;
  for (let other = row; other < row + count; other += 1) {
    if (fingerprints[other] === print) return -1;
  }
  fingerprints[row + count] = print;
  counts[depth] = count + 1;
  return at + 1;
}

/** Well-formed UTF-8 holds no surrogate, so only an escape from D800 to DFFF can bring one. */
function passString(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
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
