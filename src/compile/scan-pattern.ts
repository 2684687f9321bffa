/**
 * Whether a pattern says, in its own text, that it matches the whole value: `^(?:...)$`, or `^...$` without alternation at
 * the top. Nothing is anchored for the operator: a pattern that only looks strict is the operator's mistake to see.
 *
 * The grammar read here is the part of RE2's that ECMA-262 reads the same way. Everything else is refused, so that no flag,
 * escape or bracket can undo an anchor. The engine then matches whole values as well.
 *
 * @param groups whether `(?<name>...)` may stand in it
 * @returns what is wrong and what to write, or null
 */
export function patternFault(pattern: string, groups: "no names" | "named groups" = "no names"): string | null {
  if (!pattern.startsWith("^")) return "does not start with ^; write ^(?:...)$ so that it matches the whole value";
  let depth = 0;
  let at = 1;
  while (at < pattern.length) {
    const char = pattern[at] as string;
    switch (char) {
      case "\\": {
        const end = escapeEnd(pattern, at);
        if (end === null) return `has the escape ${pattern.slice(at, at + 2)}, which is not supported; ${ESCAPES}`;
        at = end;
        continue;
      }
      case "[": {
        const end = classEnd(pattern, at);
        if (typeof end === "string") return end;
        at = end;
        continue;
      }
      case "(": {
        const name = groups === "named groups" ? NAMED.exec(pattern.slice(at, at + 64))?.[0] : undefined;
        if (name === undefined && pattern[at + 1] === "?" && pattern[at + 2] !== ":") return GROUPS[groups];
        depth += 1;
        at += name?.length ?? (pattern[at + 1] === "?" ? 3 : 1);
        continue;
      }
      case ")":
        if (depth === 0) return "has a ) without its (; write \\) for the character";
        depth -= 1;
        break;
      case "|":
        if (depth === 0) return "has an alternation that the anchors do not hold; write ^(?:a|b)$";
        break;
      case "^":
        return "has ^ after its start; write \\^ for the character";
      case "$":
        if (at !== pattern.length - 1 || depth !== 0) return "has $ before its end; write \\$ for the character";
        return null;
      case "*":
      case "+":
      case "?":
      case "{":
        // `^*` would make the anchor itself optional.
        if (at === 1) return "has a quantifier on its ^; write ^(?:...)$";
        break;
    }
    at += 1;
  }
  return "does not end with $; write ^(?:...)$ so that it matches the whole value";
}

/** A member's name, as data and agents have them. */
const NAMED = /^\(\?<[a-z][a-z0-9_]{0,31}>/;
const GROUPS = {
  "no names": "has a (?...) group other than (?:...); flags, look-around and names are not supported",
  "named groups":
    "has a (?...) group other than (?:...) and (?<name>...); a name has 1 to 32 of a-z 0-9 _ and starts with a letter, flags and look-around are not supported",
} as const;
const ESCAPES = "use \\d \\D \\w \\W \\s \\S \\b \\B \\t \\n \\r \\f \\v \\xHH \\x{H} \\pL \\p{L}, or a backslash before punctuation";
const LETTER_ESCAPE = /[dDwWsSbBtnrfv]/;
const HEX = /^\\x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\})/;
const CATEGORY = /^\\[pP](?:[A-Z]|\{\^?[A-Za-z_]+\})/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** The position after the escape that starts at `at`, or null where it is not supported. */
function escapeEnd(pattern: string, at: number): number | null {
  const next = pattern[at + 1] ?? "";
  if (next === "") return null;
  if (LETTER_ESCAPE.test(next) || PUNCTUATION.test(next)) return at + 2;
  const long = (next === "x" ? HEX : CATEGORY).exec(pattern.slice(at, at + 64));
  return long === null ? null : at + long[0].length;
}

/** The position after the class that starts at `at`, or what is wrong with it. */
function classEnd(pattern: string, start: number): number | string {
  let at = pattern[start + 1] === "^" ? start + 2 : start + 1;
  if (pattern[at] === "]") return "has a class whose first character is ]; write \\]";
  while (at < pattern.length) {
    const char = pattern[at];
    if (char === "]") return at + 1;
    if (char === "[") return "has [ inside a class; write \\[ for the character";
    if (char === "\\") {
      const end = escapeEnd(pattern, at);
      if (end === null) return `has the escape ${pattern.slice(at, at + 2)}, which is not supported; ${ESCAPES}`;
      at = end;
    } else at += 1;
  }
  return "has a class without its ]";
}
