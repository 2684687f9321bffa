import { describe, expect, it } from "vitest";
import { PatternRefused, wholeMatch } from "../../../src/compile/whole-match.js";

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

  it("bounds the compiled size", () => {
    expect(() => wholeMatch("^[a-z]{124}$")).not.toThrow();
    expect(() => wholeMatch("^[a-z]{125}$")).toThrow(/too large/);
  });
});
