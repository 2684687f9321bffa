import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

/** Bytes of the portable entry as a browser would load it: bundled with its dependencies, minified, gzipped. */
export async function portableSize(): Promise<number> {
  const entry = fileURLToPath(new URL("../dist/index.js", import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["browser", "default"] },
    build: { write: false, minify: true, lib: { entry, formats: ["es"] } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !("output" in output)) throw new Error("the bundler gave no output");
  let bytes = 0;
  for (const chunk of output.output) {
    if (chunk.type === "chunk") bytes += gzipSync(chunk.code, { level: 9 }).length;
  }
  return bytes;
}
