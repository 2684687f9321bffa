// Lets Node run this repository's TypeScript as written: `node --import ./scripts/typescript.js FILE.ts`. Types are
// stripped, nothing is checked (`npm run typecheck` does that). Development only; the package ships built JavaScript.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transformSync } from "rolldown/utils";

// Node runs the hooks below on a thread of their own and loads this file there a second time.
if (isMainThread) register(import.meta.url);

/** Imports end in `.js`, the files in `.ts`. */
export async function resolve(specifier, context, next) {
  const mayBeSource = specifier.startsWith(".") && specifier.endsWith(".js") && context.parentURL?.endsWith(".ts");
  // This repository's private `#crypto` leads to sources where a source asks.
  const conditions = context.parentURL?.endsWith(".ts") ? ["source", ...context.conditions] : context.conditions;
  try {
    return await next(specifier, { ...context, conditions });
  } catch (error) {
    if (!mayBeSource || error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    return next(specifier.replace(/\.js$/, ".ts"), { ...context, conditions });
  }
}

export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const file = fileURLToPath(url);
  const { code, errors } = transformSync(file, await readFile(file, "utf8"), { target: "node20", sourcemap: false });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
  return { format: "module", shortCircuit: true, source: code };
}
