import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
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
      const file = JSON.parse(readText(`vectors/${path}`)) as { cases?: { id: string; spec?: string }[] };
      for (const { id, spec } of Array.isArray(file.cases) ? file.cases : []) {
        const [page = "", anchor = ""] = (spec ?? "").split("#");
        if (!existsSync(`${ROOT}spec/${page}`) || !anchorsOf(readText(`spec/${page}`)).has(anchor)) dead.push(`${id}: ${spec}`);
      }
    }
    expect(dead).toEqual([]);
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
