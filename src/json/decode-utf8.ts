import { fail, type Outcome, ok } from "../decision/issue.js";

// ignoreBOM keeps the mark in the text: it is refused before, never dropped.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes, nothing repaired: json.bom, json.invalid_utf8 (spec/json.md#bytes). */
export function decodeUtf8(bytes: Uint8Array): Outcome<string> {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return fail("json.bom", "", 0);
  try {
    return ok(decoder.decode(bytes));
  } catch {
    return fail("json.invalid_utf8", "", firstIllFormed(new Uint8Array(bytes)));
  }
}

/** Offset of the first byte of the first sequence outside Unicode table 3-7. */
function firstIllFormed(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return 0;
}

/** Bytes of the well-formed sequence at an offset; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte is where overlong forms, surrogates and code points beyond U+10FFFF show.
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1];
  if (second === undefined || second < low || second > high) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    const byte = bytes[next];
    if (byte === undefined || byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}
