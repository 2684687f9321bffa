/** RFC 4648 section 4, and nothing else: no white space, no URL alphabet, padding present, unused bits zero. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Uint8Array(128).fill(0xff);
for (let i = 0; i < 64; i += 1) VALUES[ALPHABET.charCodeAt(i)] = i;

/**
 * Decodes strict base64. Null for any other text, so that one byte string has one spelling.
 * @example decodeBase64("aGk=") // Uint8Array [104, 105]
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < digits; i += 1) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? (VALUES[code] as number) : 0xff;
    if (value === 0xff) return null;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = held >> bits;
      at += 1;
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null;
}

/** A 64-byte Ed25519 signature from its 88 characters; null for any other text. */
export function decodeSignature(text: string): Uint8Array | null {
  return text.length === 88 && text.endsWith("==") ? decodeBase64(text) : null;
}

/** A 32-byte key from its 44 characters; null for any other text. */
export function decodeKey(text: string): Uint8Array | null {
  return text.length === 44 && text[43] === "=" && text[42] !== "=" ? decodeBase64(text) : null;
}

/** Encodes with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const left = bytes.length - i;
    text += `${ALPHABET[group >> 18]}${ALPHABET[(group >> 12) & 63]}`;
    text += left > 1 ? ALPHABET[(group >> 6) & 63] : "=";
    text += left > 2 ? ALPHABET[group & 63] : "=";
  }
  return text;
}
