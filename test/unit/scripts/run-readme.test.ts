import { describe, expect, it } from "vitest";
import { packagesOf, usageBlocks } from "../../../scripts/readme/usage-blocks.js";
import { matches } from "../../../scripts/run-readme.js";

const PAGE = ["# Title", "```bash", "npm ci && npm test", "```", "Text.", "```bash", "echo one", "```", "prints", "```text", "no", "```"];

describe("usageBlocks", () => {
  it("leaves out the clone's blocks and takes an output only where nothing stands between", () => {
    expect(usageBlocks(PAGE.join("\n"))).toEqual([{ line: 6, script: "echo one\n", prints: null, typed: null }]);
  });

  it("pairs a block with the output right after it", () => {
    const page = ["```bash", "echo one", "echo two", "```", "", "```text", "one", "two", "```"].join("\n");
    expect(usageBlocks(page)).toEqual([{ line: 1, script: "echo one\necho two\n", prints: "one\ntwo\n", typed: null }]);
  });

  it("reads what is typed at a terminal, and the screen with it", () => {
    const page = [
      "```console terminal",
      "$ approve \\",
      "  --out x",
      "Head: one",
      "Which: 2,3 <Enter>",
      "More...of it: <Enter>",
      "Signed",
      "```",
      "```console",
      "$ not run",
      "```",
    ];
    expect(usageBlocks(page.join("\n"))).toEqual([
      {
        line: 1,
        script: "approve \\\n  --out x\n",
        prints: "Head: one\nWhich: 2,3\nMore...of it:\nSigned\n",
        typed: [
          { question: "Which: ", answer: "2,3" },
          { question: "of it: ", answer: "" },
        ],
      },
    ]);
    expect(() => usageBlocks("```console terminal\nno prompt\n```")).toThrow("line 1");
    expect(() => usageBlocks("```console terminal\n$ a\nyes<Enter>\n```")).toThrow("line 1");
  });

  it("knows what a page installs beside the package, in blocks that are not run", () => {
    expect(packagesOf("```sh\nnpm install countersign better-sqlite3@12\n```\n`pg@8`\n```bash\nnpm install pg@8\n```")).toEqual([
      "better-sqlite3",
    ]);
  });

  it("refuses a block without an end", () => {
    expect(() => usageBlocks("```bash\necho one")).toThrow("line 1");
  });
});

describe("matches", () => {
  it.each([
    ["one\n", "one\n", true],
    ["one\n", "two\n", false],
    ["one\n", "one\ntwo\n", false],
    ["a.c\n", "abc\n", false],
    ["exit ...\n", "exit 3\n", true],
    ["exit ...\n", "exit 3\nmore\n", false],
    ["one\n...\nfour\n", "one\ntwo\nthree\nfour\n", true],
    ["one\n...\nfour\n", "one\ntwo\nthree\n", false],
    ["one\n...\nfour\n", "one\nfour\n", true],
    ["...\ntwo\n...\n", "one\ntwo\n", true],
    ["...\ntwo\n...\n", "one\n", false],
  ])("%j and %j: %s", (prints, text, expected) => {
    expect(matches(prints, text)).toBe(expected);
  });
});
