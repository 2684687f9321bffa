// Lets Node run this repository's TypeScript as written: `node --import ./scripts/typescript.js FILE.ts`. Types are
// stripped, nothing is checked (`npm run typecheck` does that). Development only; the package ships built JavaScript.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transformSync } from "rolldown/utils";

const root = new URL("../", import.meta.url);

// Node runs the hooks below on a thread of their own and loads this file there a second time.
if (isMainThread) register(import.meta.url);

/** This package by its own name (examples do that) leads to the sources that tsconfig.json says. */
const { paths } = JSON.parse(readFileSync(new URL("tsconfig.json", root), "utf8")).compilerOptions;

export async function resolve(specifier, context, next) {
  if (!context.parentURL?.endsWith(".ts")) return next(specifier, context);
  if (Object.hasOwn(paths, specifier)) return next(new URL(paths[specifier][0], root).href, context);
  // The private `#crypto` leads to sources where a source asks.
  const asked = { ...context, conditions: ["countersign-source", ...context.conditions] };
  try {
    return await next(specifier, asked);
  } catch (error) {
    // Imports end in `.js`, the files in `.ts`.
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !specifier.startsWith(".") || !specifier.endsWith(".js")) throw error;
    return next(specifier.replace(/\.js$/, ".ts"), asked);
  }
}

export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const file = fileURLToPath(url);
  const { code, errors } = transformSync(file, await readFile(file, "utf8"), { target: "node20", sourcemap: false });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
  return { format: "module", shortCircuit: true, source: code };
}
