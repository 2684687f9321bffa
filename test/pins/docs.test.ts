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
  "keyrings/README.md",
  "vectors/README.md",
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

describe("the packed package", () => {
  // npm packs the first three whatever `files` says.
  const packed: readonly string[] = ["README.md", "LICENSE", "package.json", ...JSON.parse(readText("package.json")).files];
  const isPacked = (path: string) => packed.some((entry) => path === entry || path.startsWith(`${entry}/`));
  const pages = PAGES.filter(isPacked);

  it("has the pages that a reader starts from", () => {
    expect(pages).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "docs/README.md", "spec/README.md"]));
    // The build makes `dist`.
    for (const entry of packed.filter((name) => name !== "dist")) expect(existsSync(`${ROOT}${entry}`), entry).toBe(true);
  });

  it.each(pages)("holds whatever %s links to", (page) => {
    const targets = linksOf(readText(page))
      .filter((link) => !/^(https?:|#)/.test(link))
      .map((link) => posix.join(posix.dirname(page), link.split("#")[0] as string));
    expect(targets.filter((target) => !isPacked(target))).toEqual([]);
  });
});

describe("CONTRIBUTING.md", () => {
  const page = readText("CONTRIBUTING.md");

  it("names files and rooms that exist", () => {
    const paths = [...page.matchAll(/`((?:src|spec|test|vectors|docs|scripts|examples|bench|\.ci)\/[^\s`]*)`/g)].map(
      (found) => found[1] as string,
    );
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
    const chain = /`(decision <- [^`]*)`/.exec(page)?.[1]?.split(/\s*(?:<-|,)\s*/) ?? [];
    expect(chain.length).toBeGreaterThan(8);
    expect(chain.filter((room) => !existsSync(`${ROOT}src/${room}`) && !existsSync(`${ROOT}src/${room}.ts`))).toEqual([]);
  });

  it("names npm scripts that exist", () => {
    const { scripts } = JSON.parse(readText("package.json"));
    const asked = PAGES.flatMap((path) => [...readText(path).matchAll(/\bnpm run ([a-z:]+)/g)].map((found) => found[1] as string));
    expect(asked).toContain("bench");
    expect(asked.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe("SECURITY.md", () => {
  it("tells a way to report that needs nothing which the package does not name", () => {
    const reporting = readText("SECURITY.md").split("## Reporting")[1] ?? "";
    expect(reporting).toContain("privately");
    if (!Object.hasOwn(JSON.parse(readText("package.json")), "repository")) expect(reporting).not.toMatch(/advisor|@|https?:/);
  });
});

describe("tables of pages", () => {
  it.each(["spec", "docs"])("%s/README.md lists every page beside it", (folder) => {
    const pages = filesBelow(folder, ".md").filter((path) => !path.includes("/") && path !== "README.md");
    expect(pages.length).toBeGreaterThan(2);
    const rows = readText(`${folder}/README.md`).split("\n");
    expect(pages.filter((path) => !rows.some((row) => row.startsWith(`| [${path}](${path})`)))).toEqual([]);
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
    const commands = [
      ...page.matchAll(/countersign ((?:keys |policy |approvals |audit |conformance |contract |result |hook )?[a-z]+(?:-[a-z]+)*)(?= |`)/g),
    ].map((found) => found[1]);
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
