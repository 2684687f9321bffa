/**
 * Text that somebody else wrote, as an approver may be shown it (spec/approvals.md#visible). What can be taken for something else is
 * written `\u{hex}`; a backslash is doubled, so the result names the text exactly. Closed: what is not listed here is escaped.
 */

/** Letters that a string may hold beside ASCII ones, by what they are read with. Right-to-left scripts are not among them: they reorder. */
const GROUPS: readonly { readonly name: string; readonly letters: RegExp }[] = [
  // Precomposed letters of European languages, without those that pass for ASCII: dotless i, kra, n with apostrophe, long s.
  { name: "Latin", letters: /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u0148\u014a-\u017e]$/u },
  { name: "Greek", letters: /^[\u0370-\u03ff]$/u },
  { name: "Cyrillic", letters: /^[\u0400-\u0482\u048a-\u04ff]$/u },
  { name: "Thai", letters: /^[\u0e01-\u0e3a\u0e40-\u0e4e]$/u },
  { name: "Devanagari", letters: /^[\u0900-\u0963]$/u },
  { name: "East Asian", letters: /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]$/u },
];
/** Signs that pass for nothing else. */
const SIGNS = new Set(["€", "£", "¥", "§", "°"]);
const NEVER = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
const MARK = /\p{M}/u;
/**
 * What a mark may stand behind: a consonant, or one mark of another kind. Any other order, and the same mark twice, is drawn like
 * something else, as is an independent vowel with a vowel sign.
 */
const MARKED = new RegExp(
  [
    "^[\u0e01-\u0e2e][\u0e31\u0e34-\u0e3a\u0e47-\u0e4c]$",
    "^[\u0e31\u0e34-\u0e39][\u0e47-\u0e4c]$",
    "^[\u0915-\u0939\u0958-\u095f][\u0900-\u0903\u093e-\u094d]$",
    "^[\u0904-\u0914\u093e-\u094c][\u0900-\u0903]$",
  ].join("|"),
  "u",
);
/** Two of this Thai vowel are drawn as another one. */
const DOUBLED = "\u0e40";

/** One character as it is shown, and the cells of a terminal that it takes. */
export interface Glyph {
  readonly text: string;
  readonly cells: number;
}

export interface VisibleText {
  readonly glyphs: readonly Glyph[];
  /** Characters (code points) of the text itself. */
  readonly characters: number;
  /** What a reader should know of it: scripts that letters were written out of, and how many characters were. */
  readonly notes: readonly string[];
}

/** @param quote The mark that stands around the text, which is escaped in it. */
export function visibleText(text: string, quote = '"'): VisibleText {
  const characters = [...text];
  const scripts = new Set(characters.flatMap((character) => groupOf(character) ?? []));
  // Letters of two scripts in one text: the ones that are not Latin could stand in for those that are.
  const mixed = scripts.size > 1 || mixesDigits(text);
  let count = 0;
  const glyphs = characters.map((character, at) => {
    const glyph = glyphOf(character, characters[at - 1] ?? "", at === characters.length - 1, mixed, quote);
    if (glyph.text.startsWith("\\u")) count += 1;
    return glyph;
  });
  const foreign = [...scripts].filter((name) => name !== "Latin");
  const notes = [
    ...(foreign.length === 0 ? [] : [`${foreign.join(" and ")} letters${mixed ? " among others, written as \\u{...}" : ""}`]),
    ...(count === 0 ? [] : [`${count} written as \\u{...}`]),
  ];
  return { glyphs, characters: characters.length, notes };
}

/** Ids and names, of which nothing but printable ASCII is shown as it is, and no space. */
export function visibleName(text: string): string {
  return [...text]
    .map((character) => (character === "\\" ? "\\\\" : character >= "!" && character <= "~" ? character : escaped(character).text))
    .join("");
}

/** A letter of ze or o among digits reads as one of them. */
function mixesDigits(text: string): boolean {
  return text.split(" ").some((word) => /[0-9]/.test(word) && /[\u0370-\u04ff]/.test(word));
}

function groupOf(character: string): string | null {
  return GROUPS.find(({ letters }) => letters.test(character))?.name ?? null;
}

function glyphOf(character: string, before: string, isLast: boolean, mixed: boolean, quote: string): Glyph {
  if (character === "\\" || character === quote) return ascii(`\\${character}`);
  // A run of spaces could push an end out of sight, and one at either end cannot be seen.
  if (character === " ") return before === "" || before === " " || isLast ? escaped(character) : ascii(character);
  if (character >= "!" && character <= "~") return ascii(character);
  if (SIGNS.has(character)) return ascii(character);
  if (NEVER.test(character) || !LETTER_OR_MARK.test(character)) return escaped(character);
  const group = groupOf(character);
  if (group === null || (mixed && group !== "Latin")) return escaped(character);
  // A mark sits on the letter before it; without one it would sit on something of ours.
  if (MARK.test(character)) return MARKED.test(before + character) ? { text: character, cells: 1 } : escaped(character);
  if (character === DOUBLED && before === DOUBLED) return escaped(character);
  return { text: character, cells: group === "East Asian" ? 2 : 1 };
}

function ascii(text: string): Glyph {
  return { text, cells: text.length };
}

function escaped(character: string): Glyph {
  return ascii(`\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}
