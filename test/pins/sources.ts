import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./layering.js";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Files below a folder of the repository, as sorted paths relative to it. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  if (!existsSync(`${ROOT}${folder}`)) return [];
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .sort();
}

export function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, "utf8");
}

/** The code below `src/`: TypeScript, and what is compiled ahead as JavaScript beside a declaration. */
export function sources(): readonly SourceFile[] {
  const written = filesBelow("src", ".ts").filter((path) => !path.endsWith(".d.ts"));
  const compiled = filesBelow("src", ".js").map((path) => ({ path: path.replace(/\.js$/, ".ts"), text: readText(`src/${path}`) }));
  return [...written.map((path) => ({ path, text: readText(`src/${path}`) })), ...compiled];
}
