import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILES } from "./generate/all-files.js";
import { fileText } from "./generate/vector-file.js";

const VECTORS = join(import.meta.dirname, "../../vectors");

/** `UPDATE_VECTORS=1 npx vitest run test/vectors/generated.test.ts` writes the files instead of comparing them. */
const update = process.env.UPDATE_VECTORS === "1";

describe("generated vectors are the ones checked in", () => {
  it.each(FILES)("$path", (file) => {
    const path = join(VECTORS, file.path);
    const text = fileText(file);
    if (update) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    expect(existsSync(path), `${file.path} is not checked in`).toBe(true);
    // Compared as one text: a difference in a byte is a difference.
    expect(readFileSync(path, "utf8") === text, `${file.path} differs from its generator; run with UPDATE_VECTORS=1`).toBe(true);
  });
});
