import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { dependencies?: Record<string, string> };
const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Left to Node's resolver: the engine chosen by the package's `imports` map, Node itself, and installed dependencies. */
const external = new Set(["#crypto", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const installed = Object.keys(manifest.dependencies ?? {});

export default defineConfig({
  build: {
    target: ["node20", "es2023"],
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    // A reader should be able to hold what runs against the sources.
    sourcemap: false,
    reportCompressedSize: false,
    license: { fileName: "THIRD-PARTY-NOTICES.md" },
    lib: {
      formats: ["es"],
      entry: {
        index: source("index.ts"),
        node: source("node/index.ts"),
        "crypto-node": source("node/crypto.ts"),
        "crypto-portable": source("trust/crypto-portable.ts"),
        ed25519: source("trust/ed25519.ts"),
        "ed25519-portable": source("trust/ed25519-portable.ts"),
        sign: source("sign/index.ts"),
        compile: source("compile/index.ts"),
        vectors: source("vectors/index.ts"),
        cli: source("cli/main.ts"),
      },
    },
    rolldownOptions: {
      external: (id) => external.has(id) || installed.some((name) => id === name || id.startsWith(`${name}/`)),
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
    },
  },
});
