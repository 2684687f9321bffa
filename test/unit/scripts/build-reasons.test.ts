import { describe, expect, it } from "vitest";
import { buildReasons, readPages, readShowings, readSpec } from "../../../scripts/build-reasons.js";
import { findClauses } from "../../../scripts/reasons/find-clauses.js";
import { isRemedy, remedyIn } from "../../../scripts/reasons/reason-page.js";

const onDisk = readPages();
const spec = readSpec();
const shown = readShowings();

/** What is wrong once docs/reasons/ holds these pages in place of its own; null takes one away. */
function problemsWith(changes: Readonly<Record<string, string | null>>): readonly string[] {
  const pages = new Map(onDisk);
  for (const [file, text] of Object.entries(changes)) {
    if (text === null) pages.delete(file);
    else pages.set(file, text);
  }
  return buildReasons(pages, spec, shown).problems;
}

describe("docs/reasons/", () => {
  const { pages, problems } = buildReasons(onDisk, spec, shown);

  it("holds what its sources make, and a remedy on every page", () => {
    expect(problems).toEqual([]);
    expect([...pages].filter(([file, text]) => onDisk.get(file) !== text).map(([file]) => file)).toEqual([]);
    expect([...onDisk.keys()].sort()).toEqual([...pages.keys()].sort());
  });

  it("stays small beside the package", () => {
    const bytes = [...onDisk.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(150_000);
  });

  it.each([
    ["absent", null],
    ["without marks", "A remedy. Of two sentences."],
    ["empty", "<!-- remedy -->\n<!-- /remedy -->"],
    ["one sentence", "<!-- remedy -->\nWrite it as in spec.md or `a. b.` there.\n<!-- /remedy -->"],
    ["marked twice", "<!-- remedy -->\nOne. Two.\n<!-- /remedy -->\n<!-- remedy -->\nOne. Two.\n<!-- /remedy -->"],
  ])("tells of a page that is %s", (_, text) => {
    expect(problemsWith({ "json.bom.md": text })).toEqual([expect.stringContaining("docs/reasons/json.bom.md")]);
  });

  it("tells of a page that stands for no reason", () => {
    expect(problemsWith({ "json.gone.md": "x" })).toEqual([expect.stringContaining("docs/reasons/json.gone.md")]);
  });

  it("tells of a reason that spec/ names nowhere but in the table of all", () => {
    const without = spec.map(({ name, text }) => ({ name, text: name === "errors.md" ? text : text.replaceAll("`json.bom`", "it") }));
    expect(buildReasons(onDisk, without, shown).problems).toEqual(["spec/ names json.bom nowhere: its rule must"]);
  });

  it("keeps the remedy as it is written, and makes the frame anew", () => {
    const remedy = "First | one.\n\n- Second `one`.";
    const page = buildReasons(
      new Map([["json.bom.md", `old\n<!-- remedy -->\n\n${remedy}\n\n<!-- /remedy -->\nold`]]),
      spec,
      shown,
    ).pages.get("json.bom.md");
    expect(remedyIn(page as string)).toBe(remedy);
    expect(page).not.toContain("old");
    expect(page).toContain("The input starts with a byte order mark.");
    expect(page).toContain("| [`PIC_INVALID_REQUEST`](../../spec/errors.md#pic_invalid_request) | 400 | 1 | no | bytes |");
    expect(page).toMatch(/Order: 9 of \d+, after \[`request\.missing`\]\(request\.missing\.md\), before \[`json\.invalid_utf8`\]/);
    expect(page).toContain("[json 3.1](../../spec/json.md#bytes)");
    expect(page).toContain("`json/bom.json` 2");
  });
});

describe("isRemedy", () => {
  it.each([
    [null, false],
    ["", false],
    ["One sentence, with `code. and. points.`.", false],
    ["One about 0.5 and spec.md.", false],
    ["One. Two.", true],
    ["One.\n\nTwo.", true],
  ])("%j: %s", (text, expected) => {
    expect(isRemedy(text)).toBe(expected);
  });
});

describe("findClauses", () => {
  const text = [
    "# Page",
    "",
    "Not `a.c` but `a.b`.",
    "",
    '<a id="own"></a>',
    "",
    "## 2. Second",
    "",
    "- **X-1** One line",
    "  and `a.b` on the next, `a.b` again.",
    '- <a id="x-2"></a>**X-2** `a.b`.',
    "",
    "### `Third` part",
    "",
    "| x | `a.b` |",
    "",
    '1. <a id="item"></a>An item: `a.b`.',
  ].join("\n");

  it("gives the nearest anchor, and the requirement's number or the heading", () => {
    const found = findClauses([{ name: "page.md", text }], ["a.b", "a.z"]);
    expect(found.get("a.b")?.map(({ anchor, label }) => [anchor, label])).toEqual([
      ["page", "Page"],
      ["own", "X-1"],
      ["x-2", "X-2"],
      ["third-part", "`Third` part"],
      ["item", "`Third` part"],
    ]);
    expect(found.get("a.z")).toEqual([]);
  });
});
