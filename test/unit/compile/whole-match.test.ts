import { RE2JS } from "re2js";
import { describe, expect, it, vi } from "vitest";
import { counted, countedMatch, PatternRefused, wholeMatch } from "../../../src/compile/whole-match.js";
import { countSteps, OutOfSteps } from "../../../src/policy/args-functions.js";

describe("wholeMatch", () => {
  it("matches the whole text only", () => {
    const { test } = wholeMatch("^(?:acct_7731)$");
    expect(test("acct_7731")).toBe(true);
    for (const text of [
      "xacct_7731",
      "acct_77310",
      "acct_9002\nacct_7731",
      "acct_7731\n",
      "\nacct_7731",
      "acct_7731\r\n",
      "acct_7731\0",
      "",
    ]) {
      expect(test(text)).toBe(false);
    }
  });

  it("holds the whole text even for a pattern that says less", () => {
    expect(wholeMatch("a").test("bab")).toBe(false);
    expect(wholeMatch("(?m)^a$").test("a\nb")).toBe(false);
  });

  it("takes linear time for a pattern that backtracks without end elsewhere", () => {
    const { test } = wholeMatch("^(a+)+$");
    expect(test("a".repeat(60_000))).toBe(true);
    expect(test(`${"a".repeat(60_000)}!`)).toBe(false);
  });

  it("reads one character outside the basic plane as one", () => {
    expect(wholeMatch("^.$").test("😀")).toBe(true);
    expect(wholeMatch("^..$").test("😀")).toBe(false);
  });

  it("tells patterns apart by their text", () => {
    expect(String(wholeMatch("^a$"))).not.toBe(String(wholeMatch("^b$")));
  });

  it.each(["^(?=a)$", "^a**$", "^[b-a]$", "^\\p{Nothing}$", "^(?:a{1000}){1000}$"])("refuses %s", (pattern) => {
    expect(() => wholeMatch(pattern)).toThrow(PatternRefused);
  });

  it("keeps nothing of the texts: no automaton is built", () => {
    const automata = vi.spyOn(RE2JS.prototype, "testExact");
    const { test } = wholeMatch("^(?:[ab]*a[ab]{100})$");
    expect(test(`a${"b".repeat(100)}`)).toBe(true);
    expect(test(`${"ab".repeat(5000)}a`)).toBe(true);
    expect(automata).not.toHaveBeenCalled();
    automata.mockRestore();
    const compiled = vi.spyOn(RE2JS, "compile");
    const again = wholeMatch("^(?:[ab]*a[ab]{100})$");
    const engine = compiled.mock.results[0]?.value as RE2JS;
    compiled.mockRestore();
    again.test("ab".repeat(5000));
    expect(engine.re2().lazyDFA).toBeNull();
  });

  it("weighs characters and instructions, times the categories of Unicode", () => {
    expect(wholeMatch("^x{120}$")).toMatchObject({ size: 124, weight: 132 });
    expect(wholeMatch("^x\\pL\\PN$").weight).toBe((wholeMatch("^x\\pL\\PN$").size + 9) * 3);
  });

  it("counts a test before it begins", () => {
    for (const match of [counted(wholeMatch("^x{120}$"), countSteps()), countedMatch(countSteps())("^x{120}$")]) {
      expect(match.test("x".repeat(60_000))).toBe(false);
      expect(() => match.test("x".repeat(60_000))).toThrow(OutOfSteps);
      expect(String(match)).toBe("re2:^x{120}$");
    }
  });

  it("bounds the compiled size", () => {
    expect(() => wholeMatch("^[a-z]{124}$")).not.toThrow();
    expect(() => wholeMatch("^[a-z]{125}$")).toThrow(/too large/);
  });
});
