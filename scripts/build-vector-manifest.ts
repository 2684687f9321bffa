// Writes vectors/manifest.json, or with --check fails when the file on disk differs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const VECTORS = new URL("../vectors/", import.meta.url);
const PACKAGE = new URL("../package.json", import.meta.url);

/** Of the runner contract in vectors/README.md. */
const FORMAT = 1;

interface VectorCase {
  readonly expect: { readonly reasons?: readonly string[]; readonly code?: string };
}

/** Paths under vectors/ of every vector file, in code unit order. */
function vectorFiles(): readonly string[] {
  const folders = readdirSync(VECTORS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.flatMap(({ name: folder }) => {
    const files = readdirSync(new URL(`${folder}/`, VECTORS)).filter((file) => file.endsWith(".json"));
    return files.map((file) => `${folder}/${file}`);
  });
  return names.sort();
}

export function vectorManifest(): string {
  const reasons = new Set<string>();
  const codes = new Set<string>();
  const kinds: Record<string, number> = {};
  const files: Record<string, { sha256: string; cases: number }> = {};
  let total = 0;
  for (const name of vectorFiles()) {
    const bytes = readFileSync(new URL(name, VECTORS));
    const { kind, cases } = JSON.parse(bytes.toString("utf8")) as { kind: string; cases: readonly VectorCase[] };
    files[name] = { sha256: createHash("sha256").update(bytes).digest("hex"), cases: cases.length };
    kinds[kind] = (kinds[kind] ?? 0) + cases.length;
    total += cases.length;
    for (const { expect } of cases) {
      for (const reason of expect.reasons ?? []) reasons.add(reason);
      if (expect.code !== undefined) codes.add(expect.code);
    }
  }
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  const manifest = {
    format: FORMAT,
    protocol: "PIC/1.0",
    spec_version: version,
    cases: total,
    kinds: Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1))),
    codes_covered: [...codes].sort(),
    reasons_covered: [...reasons].sort(),
    files,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

if (process.argv[1]?.endsWith("build-vector-manifest.ts")) {
  const file = new URL("manifest.json", VECTORS);
  const manifest = vectorManifest();
  if (process.argv.includes("--check")) {
    let onDisk = "";
    try {
      onDisk = readFileSync(file, "utf8");
    } catch {
      // An absent manifest differs, which is what is reported.
    }
    if (onDisk !== manifest) {
      console.error("vectors/manifest.json differs from the files under vectors/: run `npm run build:vectors`.");
      process.exitCode = 1;
    }
  } else {
    writeFileSync(file, manifest);
  }
}
