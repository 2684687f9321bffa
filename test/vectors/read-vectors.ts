import { readFileSync } from "node:fs";
import { vectorFiles } from "../../scripts/build-vector-manifest.js";
import type { VectorSource } from "../../src/vectors/vector-file.js";

const VECTORS = new URL("../../vectors/", import.meta.url);

/** Every vector file of record. */
export function readVectors(): readonly VectorSource[] {
  return vectorFiles().map((name) => ({ name, value: JSON.parse(readFileSync(new URL(name, VECTORS), "utf8")) as unknown }));
}
