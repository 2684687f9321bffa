import type { Pick } from "./pick.js";

/** Repetitions beyond the least that are tried. */
const MORE = 3;
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
const CLASSES: Readonly<Record<string, RegExp>> = { d: /[0-9]/, w: /[0-9A-Za-z_]/, s: /[\t\n\f\r ]/ };
const CONTROLS: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v", b: "", B: "" };
/** Where a class leaves a choice, what people write comes first. */
const PLAIN_FIRST = [..."1aA0", ...PRINTABLE];

class Unknown extends Error {}

/**
 * A text that a policy's pattern (spec/policy.md, read by `patternFault`) probably matches, or null where it has something that is not
 * made up here. Whoever asked holds the text against the pattern: nothing hangs on this being right.
 */
export function samplePattern(pattern: string, pick: Pick): string | null {
  try {
    return sampler(pattern, pick).whole();
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

function sampler(pattern: string, pick: Pick) {
  let at = 0;
  const next = () => pattern[at];
  const take = () => pattern[at++] ?? fail();

  function whole(): string {
    if (take() !== "^") fail();
    const text = sequence();
    return take() === "$" && at === pattern.length ? text : fail();
  }

  function alternatives(): string {
    const found: [string, ...string[]] = [sequence()];
    while (next() === "|") {
      take();
      found.push(sequence());
    }
    return pick(found);
  }

  function sequence(): string {
    let text = "";
    for (let char = next(); char !== undefined && char !== "|" && char !== ")" && char !== "$"; char = next()) text += repeated(one());
    return text;
  }

  function one(): string {
    const char = take();
    if (char === "(") {
      if (pattern.startsWith("?:", at)) at += 2;
      const text = alternatives();
      return take() === ")" ? text : fail();
    }
    if (char === "[") return oneOf(classMembers());
    if (char === ".") return oneOf((each) => each !== "\n");
    if (char === "\\") {
      const meant = escaped();
      return typeof meant === "string" ? meant : oneOf(meant);
    }
    return char;
  }

  function repeated(text: string): string {
    const counts = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(pattern.slice(at));
    if (counts === null) return text;
    at += counts[0].length;
    const [, sign, least = "", comma, most = ""] = counts;
    const from = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
    const to = sign === "?" ? 1 : sign !== undefined || (comma !== undefined && most === "") ? from + MORE : Number(comma ? most : least);
    const choices = Array.from({ length: Math.min(to - from, MORE) + 1 }, (_, more) => from + more);
    return text.repeat(pick(choices as [number, ...number[]]));
  }

  type Test = (char: string) => boolean;

  function escaped(): string | Test {
    const char = take();
    const known = CLASSES[char.toLowerCase()];
    if (known !== undefined && Object.hasOwn(CLASSES, char.toLowerCase())) {
      return char === char.toLowerCase() ? (each) => known.test(each) : (each) => !known.test(each);
    }
    if (Object.hasOwn(CONTROLS, char)) return CONTROLS[char] as string;
    const rest = pattern.slice(at);
    const hex = char === "x" ? /^(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/.exec(rest) : null;
    if (hex !== null) {
      at += hex[0].length;
      return String.fromCodePoint(Number.parseInt(hex[1] ?? (hex[2] as string), 16));
    }
    const category = char === "p" ? /^(?:([A-Z])|\{([A-Za-z_]+)\})/.exec(rest) : null;
    if (category !== null) {
      at += category[0].length;
      const named = unicode(category[1] ?? (category[2] as string));
      return (each) => named.test(each);
    }
    return /[A-Za-z0-9]/.test(char) ? fail() : char;
  }

  function unicode(name: string): RegExp {
    for (const written of [name, `Script=${name}`]) {
      try {
        return new RegExp(`^\\p{${written}}$`, "u");
      } catch {
        // Not of that name; perhaps of the other.
      }
    }
    return fail();
  }

  function classMembers(): Test {
    const denied = next() === "^";
    if (denied) take();
    const tests: Test[] = [];
    while (next() !== "]") {
      const char = take();
      const low = char === "\\" ? escaped() : char;
      if (typeof low !== "string") tests.push(low);
      else if (next() === "-" && pattern[at + 1] !== "]") {
        take();
        const end = take();
        const high = end === "\\" ? escaped() : end;
        if (typeof high !== "string") fail();
        tests.push((each) => each >= low && each <= (high as string));
      } else tests.push((each) => each === low);
    }
    take();
    const inside: Test = (each) => tests.some((test) => test(each));
    return denied ? (each) => !inside(each) : inside;
  }

  function oneOf(test: Test): string {
    const found = PLAIN_FIRST.filter(test);
    return found.length === 0 ? fail() : pick(found as [string, ...string[]]);
  }

  return { whole };
}

function fail(): never {
  throw new Unknown();
}
