import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { plainPattern } from "../../src/compile/plain-pattern.js";

/** Few characters, so that classes overlap, and those that mean something to a pattern or lie at the edge of what is plain. */
const CHARACTERS = [..."abAB01-_.,:/ $^*+?(){}[]|\\~!\u007f\n\u0000é\u2028\u{1f600}"];
const character = fc.constantFrom(...CHARACTERS);
const escaped = character.map((one) => (/[A-Za-z0-9]/.test(one) || one > "~" || one < " " ? one : `\\${one}`));
const inClass = fc.oneof(escaped, character, fc.constantFrom("a-b", "A-Z", "0-9", "\\d", "\\w", "-", "\\.-/", " -~"));
const one = fc.oneof(
  { weight: 3, arbitrary: escaped },
  { weight: 1, arbitrary: character },
  { weight: 1, arbitrary: fc.constantFrom("\\d", "\\w", "\\s", "\\pL", ".", "\\x41") },
  { weight: 4, arbitrary: fc.array(inClass, { minLength: 1, maxLength: 4 }).map((items) => `[${items.join("")}]`) },
  { weight: 1, arbitrary: fc.array(inClass, { minLength: 1, maxLength: 3 }).map((items) => `[^${items.join("")}]`) },
  { weight: 1, arbitrary: fc.constantFrom("(?:a|b)", "(a)", "a|b") },
);
const quantifier = fc.constantFrom(
  "",
  "",
  "",
  "?",
  "*",
  "+",
  "{2}",
  "{0,2}",
  "{1,3}",
  "{0}",
  "{01}",
  "{1,02}",
  "{2,}",
  "*?",
  "+?",
  "{1,2}?",
  "{,2}",
  "{a}",
  "{",
);
const pattern = fc
  .array(fc.tuple(one, quantifier), { maxLength: 5 })
  .map((parts) => `^${parts.map(([atom, count]) => atom + count).join("")}$`);
const text = fc.oneof(
  fc.array(character, { maxLength: 8 }).map((all) => all.join("")),
  fc.array(fc.constantFrom("a", "b", "0", "-", "A"), { maxLength: 8 }).map((all) => all.join("")),
);

describe("plainPattern", () => {
  it("answers as RE2 does, for every pattern that it takes", () => {
    let taken = 0;
    let matched = 0;
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 10, maxLength: 20 }), (source, values) => {
        const engine = compiled(source);
        // A pattern that RE2 refuses is refused when its file loads, before this is asked.
        fc.pre(engine !== null);
        const plain = plainPattern(source);
        if (plain === null || engine === null) return;
        taken += 1;
        for (const value of values) {
          const expected = engine.matcher(value).matches();
          if (expected) matched += 1;
          expect([source, value, plain(value)]).toEqual([source, value, expected]);
        }
      }),
      { numRuns: 4000 },
    );
    // The property is about something.
    expect(taken).toBeGreaterThan(400);
    expect(matched).toBeGreaterThan(200);
  });

  it.each([
    ["^INV-[0-9]{1,10}$", ["INV-1", "INV-1234567890"], ["INV-", "INV-12345678901", "inv-1", "INV-1\n", " INV-1", "INV-1x", "INV-\u0661"]],
    ["^[a-z0-9][a-z0-9-]{2,62}$", ["abc", "a-b", `a${"b".repeat(62)}`], ["ab", "-bc", `a${"b".repeat(63)}`, "abC"]],
    ["^\\d+\\.\\d{2}$", ["0.50", "12345.67"], [".50", "1.5", "1.505", "1,50"]],
    ["^$", [""], ["a", "\n"]],
    ["^a\\\\$", ["a\\"], ["a", "a\\\\"]],
  ])("%s is plain", (source, whole, not) => {
    const plain = plainPattern(source);
    expect(plain).not.toBeNull();
    for (const value of whole) expect([value, plain?.(value)]).toEqual([value, true]);
    for (const value of not) expect([value, plain?.(value)]).toEqual([value, false]);
  });

  // Two readings, or more than a row of classes.
  it.each([
    "^[a-z]*a$",
    "^a?a$",
    "^a*b?a$",
    "^(?:a|b)$",
    "^[^a]$",
    "^a\\$",
    "^a{01}$",
    "^a{1,02}$",
    "^.$",
    "^a*?$",
    "^\\pL$",
    "^[[:alpha:]]$",
    "a",
    "^a",
    "^é$",
    "^[]a]$",
  ])("%s is left to RE2", (source) => {
    expect(plainPattern(source)).toBeNull();
  });
});

function compiled(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source);
  } catch {
    return null;
  }
}
