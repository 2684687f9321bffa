import { describe, expect, it } from "vitest";
import { readText } from "./sources.js";

const manifest = JSON.parse(readText("package.json"));

describe("package.json", () => {
  it("offers the pinned subpaths", () => {
    expect(manifest.exports).toEqual({
      ".": { types: "./dist/types/index.d.ts", default: "./dist/index.js" },
      "./result": { types: "./dist/types/result.d.ts", default: "./dist/result.js" },
      "./http": { types: "./dist/types/http/index.d.ts", default: "./dist/http.js" },
      "./node": { types: "./dist/types/node/index.d.ts", default: "./dist/node.js" },
      "./ed25519": { types: "./dist/types/trust/ed25519.d.ts", default: "./dist/ed25519.js" },
      "./ed25519/portable": { types: "./dist/types/trust/ed25519-portable.d.ts", default: "./dist/ed25519-portable.js" },
      "./mcp": { types: "./dist/types/adapters/mcp/index.d.ts", default: "./dist/mcp.js" },
      "./sign": { types: "./dist/types/sign/index.d.ts", default: "./dist/sign.js" },
      "./compile": { types: "./dist/types/compile/index.d.ts", default: "./dist/compile.js" },
      "./compiled-policy": { types: "./dist/types/policy/compiled-policy.d.ts", default: "./dist/compiled-policy.js" },
      "./compiled-policy/patterns": { types: "./dist/types/compile/whole-match.d.ts", default: "./dist/compiled-policy-patterns.js" },
      "./compiled-policy/conditions": {
        types: "./dist/types/policy/conditions.d.ts",
        default: "./dist/compiled-policy-conditions.js",
      },
      "./vectors": { types: "./dist/types/vectors/index.d.ts", default: "./dist/vectors.js" },
      "./package.json": "./package.json",
    });
    expect(manifest.bin).toEqual({ countersign: "dist/cli.cjs" });
  });

  it("chooses the crypto engine by the runtime alone", () => {
    const { "countersign-source": source, ...published } = manifest.imports["#crypto"];
    // Order decides: the first condition that holds is taken.
    expect(Object.entries(published)).toEqual([
      ["types", "./dist/types/trust/crypto-portable.d.ts"],
      ["countersign-portable", "./dist/crypto-portable.js"],
      ["node", "./dist/crypto-node.js"],
      ["default", "./dist/crypto-portable.js"],
    ]);
    expect(Object.keys(source)).toEqual(["countersign-portable", "node", "default"]);
  });

  it("is an ES module that runs on the pinned Node, and installs without scripts", () => {
    expect(manifest.type).toBe("module");
    expect(manifest.engines).toEqual({ node: ">=20.19" });
    expect(manifest.sideEffects).toBe(false);
    // `prepare` does not run for a tarball.
    expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?(install|publish|pack)$/.test(name))).toEqual([]);
  });

  it("installs two packages beside itself, and bundles the rest", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["@noble/ed25519", "@noble/hashes"]);
  });

  it("names no address", () => {
    expect(JSON.stringify(manifest)).not.toMatch(/https?:|git[+@]|github/);
    expect(readText("package-lock.json")).not.toContain('"resolved"');
  });
});
