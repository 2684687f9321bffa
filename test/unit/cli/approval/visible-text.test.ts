import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleName, visibleText } from "../../../../src/cli/approval/visible-text.js";

const shown = (text: string) =>
  visibleText(text)
    .glyphs.map((glyph) => glyph.text)
    .join("");

describe("visibleText", () => {
  it.each<[string, string, string]>([
    ["plain ASCII", "acct_7731, now!", "acct_7731, now!"],
    ["European letters", "Zürich Łódź Čapek", "Zürich Łódź Čapek"],
    ["a quote and a backslash", 'a"b\\c', 'a\\"b\\\\c'],
    ["what looks like an escape", "\\u{202e}", "\\\\u{202e}"],
    ["a newline and a tab", "a\nb\tc", "a\\u{a}b\\u{9}c"],
    ["a terminal's escape sequence", "\u001b[2K\u001b[1A", "\\u{1b}[2K\\u{1b}[1A"],
    ["an 8-bit control", "\u009b2J", "\\u{9b}2J"],
    ["DEL and backspace", "a\u007f\b", "a\\u{7f}\\u{8}"],
    ["an override", "a\u202eb", "a\\u{202e}b"],
    ["embeddings and isolates", "\u202a\u2066\u2069\u061c\u200e\u200f", "\\u{202a}\\u{2066}\\u{2069}\\u{61c}\\u{200e}\\u{200f}"],
    ["zero width", "a\u200b\u200c\u200d\u2060\ufeffb", "a\\u{200b}\\u{200c}\\u{200d}\\u{2060}\\u{feff}b"],
    ["a soft hyphen", "a\u00adb", "a\\u{ad}b"],
    ["a tag", "a\u{e0041}", "a\\u{e0041}"],
    ["variation selectors", "a\ufe0f\u{e0100}", "a\\u{fe0f}\\u{e0100}"],
    ["a filler that counts as a letter", "a\u3164\u115f\uffa0", "a\\u{3164}\\u{115f}\\u{ffa0}"],
    ["an empty Braille cell", "a\u2800", "a\\u{2800}"],
    ["odd spaces", "a\u00a0b\u2003c\u3000d\u202fe", "a\\u{a0}b\\u{2003}c\\u{3000}d\\u{202f}e"],
    ["line separators", "a\u2028b\u2029", "a\\u{2028}b\\u{2029}"],
    ["a mark at the start", "\u0301a", "\\u{301}a"],
    ["a mark on a letter", "e\u0301", "e\\u{301}"],
    ["a stroke through a digit", "1\u03360", "1\\u{336}0"],
    ["a Cyrillic a in a Latin word", "p\u0430ypal", "p\\u{430}ypal"],
    ["a Greek omicron in a Latin word", "g\u03bfogle", "g\\u{3bf}ogle"],
    ["a Cyrillic word beside a Latin one", "Ivan \u0418\u0432\u0430\u043d", "Ivan \\u{418}\\u{432}\\u{430}\\u{43d}"],
    ["a Cyrillic text", "\u0418\u0432\u0430\u043d \u0418", "\u0418\u0432\u0430\u043d \u0418"],
    ["a Cyrillic letter among digits", "1\u04170", "1\\u{417}0"],
    ["a number beside a Cyrillic word", "\u0418\u0432 204", "\u0418\u0432 204"],
    ["Greek beside Cyrillic", "\u03b1\u0431", "\\u{3b1}\\u{431}"],
    ["Japanese", "\u682a\u5f0f\u4f1a\u793e\u30c6\u30b9\u30c8", "\u682a\u5f0f\u4f1a\u793e\u30c6\u30b9\u30c8"],
    ["a Thai vowel and its tone", "\u0e17\u0e35\u0e48", "\u0e17\u0e35\u0e48"],
    ["a Thai tone twice", "\u0e01\u0e49\u0e49", "\u0e01\u0e49\\u{e49}"],
    ["a Thai tone before its vowel", "\u0e01\u0e49\u0e34", "\u0e01\u0e49\\u{e34}"],
    ["a Thai vowel that two signs make", "\u0e01\u0e4d\u0e32", "\u0e01\\u{e4d}\u0e32"],
    ["a Thai vowel that is drawn like two", "\u0e40\u0e40\u0e01", "\u0e40\\u{e40}\u0e01"],
    ["Devanagari", "\u0939\u093f\u0902\u0926\u0940", "\u0939\u093f\u0902\u0926\u0940"],
    ["a Devanagari dot that makes another letter", "\u0915\u093c", "\u0915\\u{93c}"],
    ["a Devanagari vowel drawn like another", "\u0905\u093e", "\u0905\\u{93e}"],
    ["a script that runs the other way", "\u05d0\u05d1", "\\u{5d0}\\u{5d1}"],
    ["Arabic digits", "\u0661", "\\u{661}"],
    ["fullwidth digits and letters", "\uff11\uff21", "\\u{ff11}\\u{ff21}"],
    ["mathematical letters", "\u{1d41a}", "\\u{1d41a}"],
    ["letters that pass for ASCII", "\u0131\u017f\u0251\u1d00\u2170", "\\u{131}\\u{17f}\\u{251}\\u{1d00}\\u{2170}"],
    ["a slash that is none", "a\u2215b\u2044c", "a\\u{2215}b\\u{2044}c"],
    ["quotes that are none", "\u201ca\u201d\u2033", "\\u{201c}a\\u{201d}\\u{2033}"],
    ["money", "\u20ac5 \u00a35", "\u20ac5 \u00a35"],
    ["spaces at the ends and in a run", " a  b ", "\\u{20}a \\u{20}b\\u{20}"],
    ["an emoji", "\u{1f600}", "\\u{1f600}"],
    ["a private letter", "\ue000", "\\u{e000}"],
    ["half a pair", "\ud800", "\\u{d800}"],
  ])("shows %s", (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it("counts characters, and tells what a reader should know", () => {
    expect(visibleText("p\u0430y\u{1f600}")).toMatchObject({
      characters: 4,
      notes: ["Cyrillic letters among others, written as \\u{...}", "2 written as \\u{...}"],
    });
    expect(visibleText("\u0430\u0441\u0435").notes).toEqual(["Cyrillic letters"]);
    expect(visibleText("Zürich").notes).toEqual([]);
  });

  it("tells the cells that a terminal gives", () => {
    expect(visibleText("\u4e00 1\u202e").glyphs.map(({ cells }) => cells)).toEqual([2, 1, 1, 8]);
  });

  it("names the text exactly, and puts nothing out but what it lists", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const out = shown(text);
        expect(out).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/u);
        const back = out.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/gu, (_, hex, plain) =>
          hex === undefined ? plain : String.fromCodePoint(Number.parseInt(hex, 16)),
        );
        expect(back).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it("never shows a letter of another script beside a Latin one", () => {
    const letter = fc.constantFrom(..."abcdXYZ\u0430\u0441\u0435\u03bf\u03b1\u4e00\u30c6\u0e01\u0905");
    fc.assert(
      fc.property(fc.array(letter), (letters) => {
        const out = shown(letters.join("")).replace(/\\u\{[0-9a-f]+\}/g, "");
        expect(/[A-Za-z]/.test(out) && /[^ -~]/.test(out)).toBe(false);
      }),
    );
  });
});

describe("visibleName", () => {
  it("leaves nothing but ASCII, and no space", () => {
    expect(visibleName("inv-204 \u00e9\\\u202e")).toBe("inv-204\\u{20}\\u{e9}\\\\\\u{202e}");
  });
});
