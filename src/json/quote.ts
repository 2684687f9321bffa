const stringify = JSON.stringify as (text: string) => string;

/** Up to here a loop is faster than starting the expression. */
const SHORT = 12;
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * A string in RFC 8785 form. Native JSON.stringify escapes a string exactly so, and never looks at `toJSON` for one; a lone
 * surrogate comes out as an escape, so two strings never share a form.
 */
export function quote(text: string): string {
  const length = text.length;
  if (length > SHORT) return NEEDS_CARE.test(text) ? stringify(text) : `"${text}"`;
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) return stringify(text);
  }
  return `"${text}"`;
}
