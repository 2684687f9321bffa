/** Controls, format and invisible characters, lone surrogates, unassigned ones, and every space but U+0020. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\]|(?! )\p{Zs}/gu;

function escapeCharacter(character: string): string {
  return character === "\\" ? "\\\\" : `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/**
 * Text from outside, made fit for a terminal or a log: one line, nothing invisible, nothing that reorders what is read.
 * The result names the input exactly, since a backslash is doubled. `limit` counts UTF-16 units of the input.
 */
export function escapeText(text: string, limit = 4096): string {
  if (text.length <= limit) return text.replace(UNSAFE, escapeCharacter);
  return `${text.slice(0, limit).replace(UNSAFE, escapeCharacter)}... (${text.length - limit} more)`;
}

/** A value as JSON in ASCII, on one line unless indented: what a name or an id holds cannot touch the terminal that shows it. */
export function asciiJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
