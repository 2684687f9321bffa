import { describe, expect, it } from "vitest";
import { containsText } from "../../../../src/policy/condition/contains-text.js";

describe("containsText", () => {
  it.each<[string, string, boolean]>([
    ["abc", "", true],
    ["", "", true],
    ["", "a", false],
    ["abc", "abc", true],
    ["abc", "abcd", false],
    ["abc", "c", true],
    ["abc", "ac", false],
    ["aaab", "aab", true],
    ["abababc", "ababc", true],
    ["aabaacaabaad", "aabaad", true],
    ["aabaacaabaa", "aabaad", false],
    ["gr\u00fc\u00dfe", "\u00fc\u00df", true],
    ["\ud83d\ude00", "\ude00", true],
  ])("%j has %j: %s", (text, part, has) => {
    expect(containsText(text, part)).toBe(has);
  });

  it("finds what the engine finds, in every text of two letters", () => {
    const texts = Array.from({ length: 255 }, (_, at) => (at + 1).toString(2).slice(1));
    for (const text of texts)
      for (const part of texts) if (containsText(text, part) !== text.includes(part)) expect([text, part]).toEqual([]);
  });

  it("looks at each character a few times, whatever the sender chose", () => {
    let looks = 0;
    const counted = (text: string) =>
      ({
        length: text.length,
        charCodeAt: (at: number) => {
          looks += 1;
          return text.charCodeAt(at);
        },
      }) as string;
    const part = `${"a".repeat(260)}b${"a".repeat(15_000)}`;
    expect(containsText(counted("a".repeat(47_000)), counted(part))).toBe(false);
    expect(looks).toBeLessThan(5 * (47_000 + part.length));
  });
});
