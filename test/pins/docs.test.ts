import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { CODES } from "../../src/decision/catalogue.js";
import { anchorsOf, linksOf, requirementsOf, slugOf } from "./markdown.js";
import { filesBelow, ROOT, readText } from "./sources.js";

const SPEC = filesBelow("spec", ".md").map((path) => `spec/${path}`);
const PAGES = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...SPEC,
  ...filesBelow("docs", ".md").map((path) => `docs/${path}`),
];

describe("links", () => {
  it.each(PAGES)("of %s lead somewhere", (page) => {
    const dead = linksOf(readText(page)).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(`${ROOT}${target}`)) return true;
      return anchor !== undefined && !anchorsOf(readText(target)).has(anchor);
    });
    expect(dead).toEqual([]);
  });
});

describe("requirements", () => {
  it("have numbers that are used once", () => {
    const numbers = SPEC.flatMap((page) => requirementsOf(readText(page)));
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});

describe("vectors", () => {
  it("name places in spec/ that exist", () => {
    const dead: string[] = [];
    for (const path of filesBelow("vectors", ".json")) {
      const file = JSON.parse(readText(`vectors/${path}`)) as { spec?: string; cases?: { id: string; spec?: string }[] };
      for (const { id, spec = file.spec } of Array.isArray(file.cases) ? file.cases : []) {
        const [page = "", anchor = ""] = (spec ?? "").split("#");
        if (!existsSync(`${ROOT}spec/${page}`) || !anchorsOf(readText(`spec/${page}`)).has(anchor)) dead.push(`${id}: ${spec}`);
      }
    }
    expect(dead).toEqual([]);
  });
});

describe("README.md", () => {
  const page = readText("README.md");
  const cli = filesBelow("src/cli", ".ts").map((path) => readText(`src/cli/${path}`));

  it("names every subpath of the package, and no other", () => {
    const offered = Object.keys(JSON.parse(readText("package.json")).exports).map((subpath) => subpath.replace(/^\./, "countersign"));
    const named = [...page.matchAll(/`(countersign(?:\/[a-z0-9/-]+)?)`/g)].map((found) => found[1] as string);
    expect([...new Set(named)].sort()).toEqual(offered.filter((name) => !name.endsWith(".json")).sort());
  });

  it("names flags and commands that exist", () => {
    const flags = new Set(page.match(/(?<=[\s`])--[a-z][a-z-]+/g));
    expect(flags.size).toBeGreaterThan(8);
    const strange = [...flags].filter((flag) => !cli.some((text) => new RegExp(`["\\s]${flag.slice(2)}"?: `).test(text)));
    expect(strange).toEqual([]);
    const commands = [...page.matchAll(/countersign ((?:keys |policy |conformance )?[a-z]+(?:-[a-z]+)*)(?= |`)/g)].map((found) => found[1]);
    const known = cli.flatMap((text) => [...text.matchAll(/^ {2}name: "([a-z -]+)"/gm)].map((found) => found[1]));
    expect(known.length).toBeGreaterThan(8);
    expect(commands.filter((command) => !known.includes(command))).toEqual([]);
    // Each is in the table, by its whole name.
    expect(known.filter((name) => !new RegExp(`\`(countersign )?${name}[ \`]`).test(page))).toEqual([]);
  });

  it("lists the codes in their order", () => {
    expect([...new Set(page.slice(page.indexOf("## Codes")).match(/PIC_[A-Z_]+/g))]).toEqual(Object.keys(CODES));
  });
});

describe("the markdown reader", () => {
  it("makes the anchors that spec/README.md settles", () => {
    expect(slugOf("Duplicate names")).toBe("duplicate-names");
    expect(slugOf("What a decision may say")).toBe("what-a-decision-may-say");
    expect(slugOf("`key_id`, and more")).toBe("key_id-and-more");
    const page = [
      "# One",
      "```bash",
      "# two",
      "```",
      '| <a id="three.four"></a> |',
      "[a](b.md#c) `[x](y)`",
      "- **JSON-1** and **JSON-2**",
    ].join("\n");
    expect([...anchorsOf(page)]).toEqual(["one", "three.four"]);
    expect(linksOf(page)).toEqual(["b.md#c"]);
    expect(requirementsOf(page)).toEqual(["JSON-1", "JSON-2"]);
  });
});
