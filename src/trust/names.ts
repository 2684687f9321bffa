/** Exact names in operator files. Nothing is trimmed, folded or normalised: a name that would need it is refused. */

const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/;
const TOOL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;
/** Without controls, invisible format characters (bidi marks) and line separators. */
const PLAIN_TEXT = /^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,256}(?<! )$/u;

/** A key id, and a role: letters, digits and `._:@/-`, at most 128, the first a letter or digit. */
export function isKeyId(value: unknown): value is string {
  return typeof value === "string" && KEY_ID.test(value);
}

/** A tool name as policies may write it. */
export function isToolName(value: unknown): value is string {
  return typeof value === "string" && TOOL_NAME.test(value);
}

/** One line of at most 256 visible characters without a space at either end. */
export function isPlainText(value: unknown): value is string {
  return typeof value === "string" && PLAIN_TEXT.test(value);
}

/** A name for a message: ASCII alone, at most 64 characters. */
export function quoteName(name: string): string {
  const escaped = JSON.stringify(name.slice(0, 64)).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return escaped.length > 66 || name.length > 64 ? `${escaped.slice(0, 64)}..."` : escaped;
}
