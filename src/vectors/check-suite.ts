import { matchesVectorFile } from "./compiled/vector-file.js";
import type { CanonicalCase, DecisionCase, JsonCase, ResultCase, VectorFile, VectorKind, VectorSource } from "./vector-file.js";

/** A case beside what it takes from its file. */
export type SuiteCase = { readonly file: string } & (
  | { readonly kind: "json"; readonly testCase: JsonCase }
  | { readonly kind: "canonical"; readonly testCase: CanonicalCase }
  | { readonly kind: "decision"; readonly testCase: DecisionCase; readonly header: VectorFile["header"] }
  | { readonly kind: "result"; readonly testCase: ResultCase; readonly header: VectorFile["header"] }
);

export interface VectorFault {
  readonly file: string;
  /** Null where the fault is the file's. */
  readonly id: string | null;
  readonly message: string;
}

export interface Suite {
  readonly cases: readonly SuiteCase[];
  readonly faults: readonly VectorFault[];
}

const RESULT_HEADER: ReadonlySet<string> = new Set(["contract", "request", "now", "keyring"]);
const ROOT = Object.freeze({ instancePath: "" } as const);

/** Reads files into cases. A file that does not fit the schema is a fault and gives none; so is a broken twin or a second id. */
export function checkSuite(sources: readonly VectorSource[]): Suite {
  const faults: VectorFault[] = [];
  const cases = sources.flatMap((source) => readCases(source, faults));
  const byId = new Map<string, SuiteCase>();
  for (const entry of cases) {
    const first = byId.get(entry.testCase.id);
    if (first === undefined) byId.set(entry.testCase.id, entry);
    else faults.push(fault(entry, `the id is also used in ${first.file}`));
  }
  for (const entry of cases) {
    const message = judgeTwin(entry, byId);
    if (message !== null) faults.push(fault(entry, message));
  }
  return { cases, faults };
}

function readCases({ name, value }: VectorSource, faults: VectorFault[]): SuiteCase[] {
  if (!matchesVectorFile(value, ROOT)) {
    for (const { instancePath, keyword, params } of matchesVectorFile.errors ?? []) {
      if (keyword === "if") continue;
      const member = params?.additionalProperty ?? params?.missingProperty;
      const message = `${instancePath === "" ? "/" : instancePath} breaks "${keyword}" of the schema${member === undefined ? "" : `: ${member}`}`;
      faults.push({ file: name, id: null, message });
    }
    return [];
  }
  const file = value as VectorFile;
  const { header } = file;
  if (file.kind === "decision") return file.cases.map((testCase) => ({ file: name, kind: file.kind, testCase, header }));
  if (file.kind === "result") {
    const strange = Object.keys(header ?? {}).find((member) => !RESULT_HEADER.has(member));
    if (strange !== undefined) faults.push({ file: name, id: null, message: `results have no ${strange} in their header` });
    return file.cases.map((testCase) => ({ file: name, kind: file.kind, testCase, header }));
  }
  const stray = Object.keys(header ?? {}).find((member) => member !== "limits");
  if (stray !== undefined) faults.push({ file: name, id: null, message: `only decisions have ${stray} in their header` });
  const shared = header?.limits === undefined ? {} : { limits: header.limits };
  return file.cases.map((testCase) => ({ file: name, kind: file.kind, testCase: { ...shared, ...testCase } }) as SuiteCase);
}

/** A case is accepted, or refused; its twin must be the other. Several faults at once have no twin, and live in flow/. */
function judgeTwin(entry: SuiteCase, byId: ReadonlyMap<string, SuiteCase>): string | null {
  const { twin: id } = entry.testCase;
  if (id === undefined) return isAccepted(entry) || entry.file.startsWith("flow/") ? null : "a refused case needs a twin";
  const twin = byId.get(id);
  if (twin === undefined) return `its twin ${id} does not exist`;
  if (kindOf(twin) !== kindOf(entry)) return `its twin ${id} is of another kind`;
  return isAccepted(twin) === isAccepted(entry) ? `its twin ${id} has the same verdict` : null;
}

function kindOf(entry: SuiteCase): VectorKind {
  return entry.kind;
}

function isAccepted({ kind, testCase }: SuiteCase): boolean {
  if (kind === "result") return "outcome" in testCase.expect && testCase.expect.outcome === "success";
  if (kind !== "decision") return testCase.expect.ok;
  return "verdict" in testCase.expect && testCase.expect.verdict === "allow";
}

function fault({ file, testCase }: SuiteCase, message: string): VectorFault {
  return { file, id: testCase.id, message };
}
