import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./layering.js";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Files below a folder of the repository, as sorted paths relative to it. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .sort();
}

export function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, "utf8");
}

export function sources(): readonly SourceFile[] {
  return filesBelow("src", ".ts").map((path) => ({ path, text: readText(`src/${path}`) }));
}
