/** Bytes that a string takes as UTF-8; a lone surrogate counts three, as an encoder would write U+FFFD. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Each half of a pair is counted by itself: two units, four bytes.
    bytes += unit < 0x800 || isPaired(text, at, unit) ? 1 : 2;
  }
  return bytes;
}

function isPaired(text: string, at: number, unit: number): boolean {
  if (unit >= 0xd800 && unit <= 0xdbff) return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  if (unit >= 0xdc00 && unit <= 0xdfff) return at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return false;
}

/** Whether a string takes more than `most` bytes as UTF-8. Short strings are not walked: no code unit takes more than three. */
export function exceedsUtf8Length(text: string, most: number): boolean {
  return text.length * 3 > most && utf8Length(text) > most;
}
