import { describe, expect, it } from "vitest";
import { importsOf, layeringFaults, resolveImport, roomOf } from "./layering.js";
import { sources } from "./sources.js";

const ALL = sources();

describe("layering", () => {
  it("holds in every source file", () => {
    expect(ALL.length).toBeGreaterThan(10);
    expect(ALL.flatMap(layeringFaults)).toEqual([]);
  });

  it.each([
    ["json/a.ts", 'import { x } from "../wire/b.js";', "imports wire/"],
    ["json/a.ts", 'import type { x } from "../trust/b.js";', "imports trust/"],
    ["json/a.ts", 'export { x } from "../trust/b.js";', "imports trust/"],
    ["json/a.ts", 'export * from "../gate/b.js";', "imports gate/"],
    ["json/a.ts", 'const x = await import("../node/b.js");', "imports node/"],
    ["json/a.ts", 'let x: import("../policy/b.js").X;', "imports policy/"],
    ["json/a.ts", "const x = await import(name);", "imports a computed name"],
    ["json/a.ts", 'import { x } from "../decision/b";', "imports ../decision/b without .js"],
    ["json/a.ts", 'import { x } from "../../scripts/b.js";', "imports ../../scripts/b.js, outside src/"],
    ["wire/a.ts", 'import s from "../../spec/schemas/x.schema.json";', "imports ../../spec/schemas/x.schema.json, outside src/"],
    ["cli/a.ts", 'import s from "../../package.json";', "imports ../../package.json, outside src/"],
    ["json/a.ts", 'import { readFileSync } from "node:fs";', "imports node:fs"],
    ["http/a.ts", 'import { createServer } from "node:http";', "imports node:http"],
    ["adapters/mcp/a.ts", 'import { spawn } from "node:child_process";', "imports node:child_process"],
    ["adapters/mcp/a.ts", 'import { f } from "../../node/files.js";', "imports node/"],
    ["http/a.ts", 'import { f } from "../adapters/mcp/b.js";', "imports adapters/"],
    ["sign/a.ts", 'import type { S } from "node:stream";', "imports node:stream"],
    ["sign/a.ts", 'import { p } from "../policy/b.js";', "imports policy/"],
    ["gate/a.ts", 'import { f } from "../node/files.js";', "imports node/"],
    ["vectors/a.ts", 'import { f } from "../cli/main.js";', "imports cli/"],
    ["index.ts", 'export { f } from "./node/index.js";', "imports node/"],
    ["index.ts", 'export { f } from "./compile/index.js";', "imports compile/"],
    ["node/a.ts", 'import { f } from "../cli/main.js";', "imports cli/"],
    ["unheard-of/a.ts", "export const x = 1;", "room unheard-of is not in the table"],
    ["json/a.ts", "const t = Date.now();", "uses Date.now"],
    ["json/a.ts", 'const t = Date["now"]();', "uses Date.now"],
    ["json/a.ts", "const t = new Date();", "uses new Date()"],
    ["json/a.ts", "const t = Date();", "uses Date()"],
    ["json/a.ts", "const D = Date; const t = new D();", "gives Date or Math another name"],
    ["json/a.ts", "const t = Math.random();", "uses Math.random"],
    ["json/a.ts", "console.log(1);", "uses console"],
    ["json/a.ts", "export const env = process.env;", "uses process"],
    ["json/a.ts", "await fetch(url);", "uses fetch"],
    ["json/a.ts", "setTimeout(f, 1);", "uses setTimeout"],
    ["json/a.ts", "const b = Buffer.from(text);", "uses Buffer"],
    ["json/a.ts", "const f = new Function('x');", "uses Function"],
    ["json/a.ts", 'const p = globalThis["process"];', "uses globalThis"],
    ["json/a.ts", "const o = { fetch };", "uses fetch"],
  ])("finds the fault in %s: %s", (path, text, fault) => {
    expect(layeringFaults({ path, text })).toContain(`${path}: ${fault}`);
  });

  it.each([
    ["trust/a.ts", 'import { sha256 } from "#crypto"; import { parse } from "../json/b.js";'],
    ["json/a.ts", "const t = new Date(0); const u = Date.parse(text); const m = Math.max(1, 2);"],
    ["json/a.ts", "const x = port.fetch(1); const y = { process: 1 }; interface P { fetch(): void }"],
    ["json/a.ts", "type T = typeof globalThis extends { A: infer A } ? A : never;"],
    ["json/a.ts", '// process.env, Date.now()\nconst x = "console.log";'],
    ["node/a.ts", 'import { readFileSync } from "node:fs"; const t = Date.now(); console.log(process.pid);'],
    ["cli/a.ts", 'import { f } from "../node/index.js"; import s from "../../spec/schemas/x.schema.json" with { type: "json" };'],
  ])("lets pass %s: %s", (path, text) => {
    expect(layeringFaults({ path, text })).toEqual([]);
  });

  it("has no import cycle", () => {
    const graph = new Map(
      ALL.map((file) => [
        file.path,
        importsOf(file).flatMap(({ specifier, typeOnly }) => (typeOnly ? [] : (resolveImport(file.path, specifier) ?? []))),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" > "));
      else if (!done.has(path)) {
        for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
        done.add(path);
      }
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

describe("the portable entries", () => {
  const byPath = new Map(ALL.map((file) => [file.path, file]));

  /** Packages that the built code of an entry loads outside Node, where `#crypto` is the portable engine. */
  const packagesFrom = (entry: string): readonly string[] => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      const file = byPath.get(path);
      if (file === undefined) throw new Error(`${path} does not exist`);
      for (const { specifier, typeOnly } of importsOf(file)) {
        if (typeOnly) continue;
        const target = specifier === "#crypto" ? "trust/crypto-portable.ts" : resolveImport(path, specifier);
        if (target === null) packages.add(specifier);
        else visit(target);
      }
    };
    visit(entry);
    return [...packages].sort();
  };

  it("load nothing of Node and only the named packages", () => {
    expect(packagesFrom("index.ts")).toEqual(["@noble/ed25519", "@noble/hashes/sha2.js"]);
  });

  it("place a file in its room", () => {
    expect(roomOf("trust/a/b.ts")).toBe("trust");
    expect(roomOf("verify-action.ts")).toBe("verify-action");
    expect(resolveImport("a/b/c.ts", "../../d/e.js")).toBe("d/e.ts");
  });
});
