/** One character class, so many times in a row. */
interface Atom {
  /** By ASCII code: 1 where the class has the character. No other character is in any class. */
  readonly has: Uint8Array;
  readonly min: number;
  readonly max: number;
}

const ASCII = 128;
const DIGITS = "0123456789";
const WORD = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz`;
/** Printable, and nothing that RE2 reads as more than itself. */
const LITERAL = /^[ !"#%&',\-/0-9:;<=>@A-Z_`a-z~]$/;
/** A class has these besides as they are; `[`, `]`, `^` and `\` are left to RE2. */
const LITERAL_IN_CLASS = /^[$()*+.?{|}]$/;
/** To RE2 a count with a needless zero is no count: `a{01}` is five characters. */
const COUNT = "0|[1-9][0-9]{0,3}";
const QUANTIFIER = new RegExp(`^(?:[?*+]|\\{(${COUNT})(?:(,)(${COUNT})?)?\\})`);

/**
 * A test for whole values by a pattern that is a row of character classes (`^INV-[0-9]{1,10}$`), or null for any other pattern. Where
 * a class may repeat, no character of it can begin what follows, so the first reading is the only one: one pass over the value, without
 * an engine. What it answers is what RE2 answers (a property test holds them equal).
 */
export function plainPattern(pattern: string): ((text: string) => boolean) | null {
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) return null;
  // Where the `$` is escaped, a lone backslash is left at the end.
  const atoms = readAtoms(pattern.slice(1, -1));
  return atoms !== null && isUnambiguous(atoms) ? (text) => matches(atoms, text) : null;
}

function matches(atoms: readonly Atom[], text: string): boolean {
  let at = 0;
  for (let next = 0; next < atoms.length; next += 1) {
    const { has, min, max } = atoms[next] as Atom;
    const start = at;
    // What is beyond ASCII no class has; asked first, since a look-up beyond a list's end is slow.
    for (; at < text.length && at - start < max; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ASCII || has[code] !== 1) break;
    }
    if (at - start < min) return false;
  }
  return at === text.length;
}

function isUnambiguous(atoms: readonly Atom[]): boolean {
  return atoms.every(({ has, min, max }, at) => {
    if (min === max) return true;
    for (const follower of followersOf(atoms, at)) if (follower.has.some((there, code) => there === 1 && has[code] === 1)) return false;
    return true;
  });
}

/** The atoms that may come next: up to the first that must be there. */
function followersOf(atoms: readonly Atom[], at: number): readonly Atom[] {
  const rest = atoms.slice(at + 1);
  const needed = rest.findIndex(({ min }) => min > 0);
  return needed < 0 ? rest : rest.slice(0, needed + 1);
}

function readAtoms(pattern: string): readonly Atom[] | null {
  const atoms: Atom[] = [];
  let rest = pattern;
  while (rest !== "") {
    const found = rest.startsWith("[") ? readClass(rest) : readOne(rest, LITERAL);
    if (found === null) return null;
    rest = rest.slice(found.length);
    const count = QUANTIFIER.exec(rest);
    rest = rest.slice(count?.[0].length ?? 0);
    // A second quantifier is one of RE2's own forms.
    if (count !== null && /^[?*+{]/.test(rest)) return null;
    const has = new Uint8Array(ASCII);
    for (const character of found.characters) has[character.charCodeAt(0)] = 1;
    atoms.push({ has, ...boundsOf(count) });
  }
  return atoms;
}

function boundsOf(count: RegExpExecArray | null): { readonly min: number; readonly max: number } {
  if (count === null) return { min: 1, max: 1 };
  const [text, least, comma, most] = count;
  if (text === "?") return { min: 0, max: 1 };
  if (text === "*") return { min: 0, max: Number.POSITIVE_INFINITY };
  if (text === "+") return { min: 1, max: Number.POSITIVE_INFINITY };
  const min = Number(least);
  return { min, max: comma === undefined ? min : most === undefined ? Number.POSITIVE_INFINITY : Number(most) };
}

/** What stands for characters at the start of a text, with its length there. */
interface Found {
  readonly characters: string;
  readonly length: number;
}

function readOne(text: string, literal: RegExp): Found | null {
  const [first = "", second = ""] = text;
  if (first !== "\\") return literal.test(first) ? { characters: first, length: 1 } : null;
  if (second === "d") return { characters: DIGITS, length: 2 };
  if (second === "w") return { characters: WORD, length: 2 };
  return /^[!-/:-@[-^`{-~]$/.test(second) ? { characters: second, length: 2 } : null;
}

function readClass(text: string): Found | null {
  let characters = "";
  let at = 1;
  while (text[at] !== "]") {
    const first = readInClass(text.slice(at));
    if (first === null) return null;
    at += first.length;
    if (text[at] !== "-" || text[at + 1] === "]") {
      characters += first.characters;
      continue;
    }
    const last = readInClass(text.slice(at + 1));
    if (last === null || first.characters.length > 1 || last.characters.length > 1 || last.characters < first.characters) return null;
    for (let code = first.characters.charCodeAt(0); code <= last.characters.charCodeAt(0); code += 1)
      characters += String.fromCharCode(code);
    at += 1 + last.length;
  }
  return characters === "" ? null : { characters, length: at + 1 };
}

function readInClass(text: string): Found | null {
  const [first = ""] = text;
  return LITERAL_IN_CLASS.test(first) ? { characters: first, length: 1 } : readOne(text, LITERAL);
}
