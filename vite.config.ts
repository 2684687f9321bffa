import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = (path: string) => fileURLToPath(new URL(`src/${path}.ts`, import.meta.url));
const sourcesLike = (...paths: string[]) => new RegExp(`/src/(?:${paths.join("|")})\\.(?:ts|js)$`);

/**
 * Left to the runtime: Node itself, the engine that the package's `imports` map chooses, and the portable engine's curves and
 * hashes, which a reader may want to see in their own package. What else is used is bundled (spec/decisions/0032).
 */
const external = new Set(["#crypto", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);

export default defineConfig({
  build: {
    target: ["node20", "es2023"],
    outDir: "dist",
    emptyOutDir: true,
    // A reader should be able to hold what runs against the sources.
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    license: { fileName: "THIRD-PARTY-NOTICES.md" },
    lib: {
      formats: ["es"],
      entry: {
        index: source("index"),
        node: source("node/index"),
        "crypto-node": source("node/crypto"),
        "crypto-portable": source("trust/crypto-portable"),
        ed25519: source("trust/ed25519"),
        "ed25519-portable": source("trust/ed25519-portable"),
        sign: source("sign/index"),
        compile: source("compile/index"),
        "compiled-policy": source("policy/compiled-policy"),
        "compiled-policy-patterns": source("compile/whole-match"),
        vectors: source("vectors/index"),
        cli: source("cli/main"),
      },
    },
    rolldownOptions: {
      external: (id) => external.has(id) || id.startsWith("@noble/"),
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name].js",
        // Few files, since each costs a start: what both engines share, what every decision needs, what `verify` needs.
        codeSplitting: {
          groups: [
            { name: "engine", priority: 3, test: sourcesLike("json/is-bytes", "trust/(?:bytes|base64|ed25519-encoding)") },
            {
              name: "core",
              priority: 2,
              test: sourcesLike(
                "(?:decision|json|wire|provenance|binding|policy)/.+",
                "trust/(?!crypto-portable|ed25519).+",
                "verify-[a-z]+",
              ),
            },
            {
              name: "verify",
              priority: 1,
              test: sourcesLike("cli/(?!main)[a-z-]+", "cli/commands/verify", "cli/formats/(?!sarif|junit|tree).+"),
            },
          ],
        },
      },
    },
  },
});
