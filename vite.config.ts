import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = (path: string) => fileURLToPath(new URL(`src/${path}.ts`, import.meta.url));
const sourcesLike = (...paths: string[]) => new RegExp(`/src/(?:${paths.join("|")})\\.(?:ts|js)$`);

/**
 * Left to the runtime: Node itself, the engine that the package's `imports` map chooses, and the portable engine's curves and
 * hashes, which a reader may want to see in their own package; and the ledgers' drivers, which only who keeps such a ledger installs.
 * What else is used is bundled (spec/decisions/0032).
 */
const external = new Set(["#crypto", "better-sqlite3", "pg", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);

/** The library: an entry for each subpath of the package. */
const library = defineConfig({
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
        result: source("result"),
        http: source("http/index"),
        node: source("node/index"),
        "crypto-node": source("node/crypto"),
        "crypto-portable": source("trust/crypto-portable"),
        ed25519: source("trust/ed25519"),
        "ed25519-portable": source("trust/ed25519-portable"),
        mcp: source("adapters/mcp/index"),
        sign: source("sign/index"),
        compile: source("compile/index"),
        "compiled-policy": source("policy/compiled-policy"),
        "compiled-policy-patterns": source("compile/whole-match"),
        "compiled-policy-conditions": source("policy/conditions"),
        vectors: source("vectors/index"),
      },
    },
    rolldownOptions: {
      external: (id) => external.has(id) || id.startsWith("@noble/"),
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name].js",
        // Few files, since each costs a start: what both engines share, what every decision needs.
        codeSplitting: {
          groups: [
            { name: "engine", priority: 3, test: sourcesLike("json/is-bytes", "trust/(?:bytes|base64|ed25519-encoding)") },
            {
              name: "core",
              priority: 2,
              test: sourcesLike(
                "(?:decision|json|wire|provenance|binding)/.+",
                // Conditions are for whoever has one.
                "policy/(?!conditions?(?:/|\\.)).+",
                "trust/(?!crypto-portable|ed25519).+",
                "verify-(?:action|frame|settings)",
              ),
            },
          ],
        },
      },
    },
  },
});

/**
 * The command line: what a verification needs in one file, and each other command beside it. A process that answers one
 * question spends most of its time on finding and reading files, so it shares none with the library, and is CommonJS, which starts
 * sooner (spec/decisions/0054).
 */
const commandLine = defineConfig({
  // What a package has for browsers is not for a command.
  resolve: { conditions: ["countersign-source", "node"], mainFields: ["module", "main"] },
  build: {
    ...library.build,
    emptyOutDir: false,
    license: { fileName: "cli/THIRD-PARTY-NOTICES.md" },
    lib: { formats: ["cjs"], entry: { cli: source("cli/main") } },
    rolldownOptions: {
      platform: "node",
      external: (id) => external.has(id) && id !== "#crypto",
      output: {
        entryFileNames: "[name].cjs",
        chunkFileNames: "cli/[name].cjs",
        codeSplitting: { groups: [{ name: "verify", tags: ["$initial"] }] },
      },
    },
  },
});

export default defineConfig(({ mode }) => (mode === "cli" ? commandLine : library));
