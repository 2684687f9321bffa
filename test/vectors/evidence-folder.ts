import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { DEFAULT_LIMITS } from "../../src/decision/limits.js";
import type { Artifact, Artifacts } from "../../src/trust/artifacts.js";

/**
 * Lays artifacts down as files and returns the evidence root. A ref that must be refused gets its file too, where a reader that
 * did not refuse it would look (`..` leads into the folder around the root); only a name that no file can have gets none.
 */
export function layDown(artifacts: Artifacts, parent: string): string {
  const around = mkdtempSync(join(parent, "evidence-"));
  const root = join(around, "root");
  mkdirSync(root);
  for (const [ref, artifact] of artifacts) {
    const path = join(root, ref.replace(/^file:\/\//, ""));
    if (!path.startsWith(around + sep)) throw new Error(`${ref} leads out of the test's own folder`);
    const isName = path !== root && !path.endsWith(sep) && !path.includes("\0");
    if (isName) write(path, artifact, around);
  }
  return root;
}

function write(path: string, artifact: Artifact, around: string): void {
  if (artifact === "unavailable") return;
  mkdirSync(dirname(path), { recursive: true });
  if (artifact === "refused") {
    const outside = join(around, "outside.txt");
    writeFileSync(outside, "a file that lies elsewhere");
    symlinkSync(outside, path);
    return;
  }
  writeFileSync(path, artifact === "too_large" ? "" : artifact);
  if (artifact === "too_large") truncateSync(path, DEFAULT_LIMITS.maxArtifactBytes + 1);
}
