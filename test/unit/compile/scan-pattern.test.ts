import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternFault } from "../../../src/compile/scan-pattern.js";

describe("patternFault", () => {
  it.each([
    "^$",
    "^a$",
    "^(?:a|b)$",
    "^(a|b)$",
    "^acct_[0-9]{4}$",
    "^(?:(?:a|b)|c)$",
    "^a\\|b$",
    "^[a|b]$",
    "^[$^]$",
    "^\\$\\^$",
    "^[^$]$",
    "^\\\\$",
    "^[\\]$|^]$",
    "^\\[$",
    "^\\($",
    "^\\p{L}\\pN\\P{Lu}$",
    "^\\x41\\x{1F600}$",
    "^\\d\\D\\w\\W\\s\\S\\b\\B\\t\\n\\r\\f\\v$",
    "^a{1,3}b?c*d+?$",
    "^(a+)+$",
  ])("passes %s", (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });

  it.each([
    ["", "does not start with ^"],
    ["acct_7731", "does not start with ^"],
    ["a$", "does not start with ^"],
    ["(?:^a$)", "does not start with ^"],
    ["(?m)^a$", "does not start with ^"],
    ["\\Aa\\z", "does not start with ^"],
    ["^", "does not end with $"],
    ["^a", "does not end with $"],
    ["^a\\$", "does not end with $"],
    ["^a[$]", "does not end with $"],
    ["^a$|b", "$ before its end"],
    ["^a|b$", "alternation"],
    ["^|a$", "alternation"],
    ["^(?:a)|(?:b)$", "alternation"],
    ["^\\\\|b$", "alternation"],
    ["^[\\\\]|b$", "alternation"],
    ["^(?:a$|b)$", "$ before its end"],
    ["^(?:^a|b)$", "^ after its start"],
    ["^a$\n", "$ before its end"],
    ["^a$$", "$ before its end"],
    ["^(a$", "$ before its end"],
    ["^*a$", "quantifier on its ^"],
    ["^?a$", "quantifier on its ^"],
    ["^+a$", "quantifier on its ^"],
    ["^{0}a$", "quantifier on its ^"],
    ["^(?m)a$", "group other than (?:"],
    ["^(?m:a$|^b)$", "group other than (?:"],
    ["^(?i:a)$", "group other than (?:"],
    ["^(?-s)a$", "group other than (?:"],
    ["^(?=a)$", "group other than (?:"],
    ["^(?!a).*$", "group other than (?:"],
    ["^(?<=a)b$", "group other than (?:"],
    ["^(?<n>a)$", "group other than (?:"],
    ["^(?P<n>a)$", "group other than (?:"],
    ["^(?#)a$", "group other than (?:"],
    ["^a)b|(c$", ") without its ("],
    ["^\\Aa\\z$", "the escape \\A"],
    ["^a\\Z$", "the escape \\Z"],
    ["^\\Qa|b\\E$", "the escape \\Q"],
    ["^[\\Q]|[\\E]$", "the escape \\Q"],
    ["^(a)\\1$", "the escape \\1"],
    ["^\\0$", "the escape \\0"],
    ["^\\u0041$", "the escape \\u"],
    ["^\\x4$", "the escape \\x"],
    ["^\\x{}$", "the escape \\x"],
    ["^\\p$", "the escape \\p"],
    ["^\\C$", "the escape \\C"],
    ["^\\", "the escape \\"],
    ["^[]a|b$]$", "first character is ]"],
    ["^[^]a]$", "first character is ]"],
    ["^[[:alpha:]]$", "[ inside a class"],
    ["^[a$", "class without its ]"],
    ["^[a\\]$", "class without its ]"],
  ])("refuses %j", (pattern, why) => {
    expect(patternFault(pattern)).toContain(why);
  });

  it("never passes a pattern that the native engine finds inside a longer text", () => {
    const piece = fc.constantFrom("a", "b", "|", "^", "$", "(", ")", "(?:", "[", "]", "\\", "*", "?", ".", "[^", "\\b", "\\|");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const pattern = `^${pieces.join("")}$`;
        if (patternFault(pattern) !== null) return;
        let found: RegExpExecArray | null;
        try {
          found = new RegExp(pattern, "u").exec("ab\nba");
        } catch {
          return;
        }
        expect(found === null || found[0] === "ab\nba").toBe(true);
      }),
      { numRuns: 3_000, seed: 7731 },
    );
  });
});
