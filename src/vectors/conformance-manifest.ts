import { isRecord, readJson } from "./conformance-read.js";

export type Expected = "allow" | "block" | "canonical_match" | "canonical_reject";
const EXPECTED: ReadonlySet<unknown> = new Set<Expected>(["allow", "block", "canonical_match", "canonical_reject"]);

export interface ManifestEntry {
  readonly id: string;
  /** Relative to the manifest's folder. */
  readonly file: string;
  readonly mode: string;
  readonly expected: Expected;
  readonly expected_error_code?: string;
}

type ManifestRead =
  | { readonly ok: true; readonly version: string; readonly entries: readonly ManifestEntry[] }
  | { readonly ok: false; readonly message: string };

/** Reads a manifest. Messages name positions, never what stands there. */
export function readManifest(bytes: Uint8Array | null): ManifestRead {
  if (bytes === null) return refuse("the manifest cannot be read");
  const manifest = readJson(bytes);
  if (!isRecord(manifest)) return refuse("the manifest holds no JSON object");
  const { version, vectors } = manifest;
  if (typeof version !== "string" || version === "") return refuse("`version` is not a text");
  if (!Array.isArray(vectors)) return refuse("`vectors` is not an array");
  const entries: ManifestEntry[] = [];
  const ids = new Set<string>();
  for (const [index, vector] of (vectors as readonly unknown[]).entries()) {
    const entry = readEntry(vector);
    if (entry === null) return refuse(`/vectors/${index} lacks id, file, mode or expected, or one is of the wrong form`);
    // Two vectors of one id: a result could not say which of them it is about.
    if (ids.has(entry.id)) return refuse(`/vectors/${index} repeats an id`);
    ids.add(entry.id);
    entries.push(entry);
  }
  return { ok: true, version, entries };
}

function refuse(message: string): ManifestRead {
  return { ok: false, message };
}

function readEntry(value: unknown): ManifestEntry | null {
  if (!isRecord(value)) return null;
  const { id, file, mode, expected, expected_error_code: code } = value;
  for (const text of [id, file, mode]) if (typeof text !== "string" || text === "") return null;
  if (!EXPECTED.has(expected) || (code !== undefined && typeof code !== "string")) return null;
  return {
    id: id as string,
    file: file as string,
    mode: mode as string,
    expected: expected as Expected,
    ...(code === undefined ? {} : { expected_error_code: code }),
  };
}

type Selection = { readonly ok: true; readonly entries: readonly ManifestEntry[] } | { readonly ok: false; readonly message: string };

/** Applies the filters. One that matches nothing is refused: a misspelt id must not pass as a test that ran. */
export function selectEntries(entries: readonly ManifestEntry[], modes: readonly string[], ids: readonly string[]): Selection {
  const mode = modes.find((one) => !entries.some((entry) => entry.mode === one));
  if (mode !== undefined) return { ok: false, message: `no vector of the manifest has the mode ${JSON.stringify(mode)}` };
  const stray = ids.find((one) => !entries.some((entry) => entry.id === one));
  if (stray !== undefined) return { ok: false, message: `no vector of the manifest has the id ${JSON.stringify(stray)}` };
  const selected = entries.filter(({ id, mode }) => (modes.length === 0 || modes.includes(mode)) && (ids.length === 0 || ids.includes(id)));
  return selected.length === 0 ? { ok: false, message: "no vector is of a mode and of an id asked for" } : { ok: true, entries: selected };
}
