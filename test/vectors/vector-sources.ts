import { readdirSync, readFileSync } from "node:fs";
import type { VectorSource } from "../../src/vectors/index.js";

const VECTORS = new URL("../../vectors/", import.meta.url);

/** Every vector file of record, in the order of their names. */
export function vectorSources(): readonly VectorSource[] {
  const names = readdirSync(VECTORS, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return names
    .filter((name) => name.includes("/") && name.endsWith(".json"))
    .sort()
    .map((name) => ({ name, value: JSON.parse(readFileSync(new URL(name, VECTORS), "utf8")) as unknown }));
}
