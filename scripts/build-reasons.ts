// Writes docs/reasons/: a frame from the catalogue, spec/ and vectors/ around each page's hand-written remedy, and the index. With
// --check it writes nothing and fails where a page differs, has no remedy, or stands for no reason, or where spec/ names a reason nowhere.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { CATALOGUE } from "../src/decision/catalogue.js";
import { findClauses, type Page } from "./reasons/find-clauses.js";
import { fileOf, indexPage, isRemedy, reasonPage, remedyIn, type Showing } from "./reasons/reason-page.js";

const ROOT = new URL("../", import.meta.url);
const DOCS = new URL("docs/reasons/", ROOT);

/** Pages of spec/ that name every reason and so say nothing of one. */
const TABLES: ReadonlySet<string> = new Set(["errors.md"]);

export interface Built {
  /** Name in docs/reasons/ to what it must hold. */
  readonly pages: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

/** What docs/reasons/ must hold, given what it holds. */
export function buildReasons(
  onDisk: ReadonlyMap<string, string>,
  spec: readonly Page[],
  shown: ReadonlyMap<string, readonly Showing[]>,
): Built {
  const problems: string[] = [];
  const pages = new Map<string, string>([["README.md", indexPage()]]);
  const clauses = findClauses(
    spec.filter(({ name }) => !TABLES.has(name)),
    CATALOGUE.map(({ reason }) => reason),
  );
  for (const row of CATALOGUE) {
    const file = fileOf(row.reason);
    const remedy = remedyIn(onDisk.get(file) ?? "");
    if (!isRemedy(remedy)) problems.push(`docs/reasons/${file}: write a remedy of at least two sentences between its marks`);
    const named = clauses.get(row.reason) ?? [];
    if (named.length === 0) problems.push(`spec/ names ${row.reason} nowhere: its rule must`);
    pages.set(file, reasonPage(row, remedy ?? "", named, shown.get(row.reason) ?? []));
  }
  for (const file of onDisk.keys()) if (!pages.has(file)) problems.push(`docs/reasons/${file}: there is no such reason; remove the page`);
  return { pages, problems };
}

/** Whatever lies in docs/reasons/. */
export function readPages(): ReadonlyMap<string, string> {
  if (!existsSync(DOCS)) return new Map();
  return new Map(readdirSync(DOCS).map((file) => [file, readFileSync(new URL(file, DOCS), "utf8")]));
}

export function readSpec(): readonly Page[] {
  const folder = new URL("spec/", ROOT);
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return names.sort().map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
}

/** The vector files that show each reason, with the number of their cases that do. */
export function readShowings(): ReadonlyMap<string, readonly Showing[]> {
  const folder = new URL("vectors/", ROOT);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const shown = new Map<string, Showing[]>();
  for (const file of names.filter((name) => name.includes("/") && name.endsWith(".json")).sort()) {
    const { cases } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as {
      cases: readonly { expect: { reasons?: readonly string[] } }[];
    };
    const reasons = cases.flatMap(({ expect }) => [...new Set(expect.reasons ?? [])]);
    for (const reason of new Set(reasons)) {
      const showing = { file, cases: reasons.filter((each) => each === reason).length };
      shown.set(reason, [...(shown.get(reason) ?? []), showing]);
    }
  }
  return shown;
}

if (process.argv[1]?.endsWith("build-reasons.ts")) {
  const onDisk = readPages();
  const { pages, problems } = buildReasons(onDisk, readSpec(), readShowings());
  const stale = [...pages].filter(([file, text]) => onDisk.get(file) !== text);
  if (process.argv.includes("--check")) {
    for (const [file] of stale) console.error(`docs/reasons/${file} differs from its sources: run \`npm run build:reasons\`.`);
  } else {
    mkdirSync(DOCS, { recursive: true });
    for (const [file, text] of stale) writeFileSync(new URL(file, DOCS), text);
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || (process.argv.includes("--check") && stale.length > 0)) process.exitCode = 1;
}
