const stringify = JSON.stringify as (text: string) => string;

/** Up to here a loop is faster than starting the expression. */
const SHORT = 12;
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * A string in RFC 8785 form. Native JSON.stringify escapes a string exactly so, and never looks at `toJSON` for one; a lone
 * surrogate comes out as an escape, so two strings never share a form.
 */
export function quote(text: string): string {
  return hasSpecial(text) ? stringify(text) : `"${text}"`;
}

/** As quote, but undefined for a string with a lone surrogate. */
export function quoteWellFormed(text: string): string | undefined {
  if (!hasSpecial(text)) return `"${text}"`;
  return isWellFormed(text) ? stringify(text) : undefined;
}

/** Whether a string has no lone surrogate. ES2024, in every engine that runs this package. */
export function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

/** Whether a string holds anything that is escaped, or half of a surrogate pair. */
function hasSpecial(text: string): boolean {
  const length = text.length;
  if (length > SHORT) return SPECIAL.test(text);
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) return true;
  }
  return false;
}
