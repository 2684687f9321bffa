import { sha256 } from "#crypto";
import type { Code } from "../decision/catalogue.js";
import { canonicalize } from "../json/canonicalize.js";
import type { Policy } from "../policy/policy.js";
import type { Artifacts } from "../trust/artifacts.js";
import { loadKeyring } from "../trust/load-keyring.js";
import { conclude, prepare } from "../verify-action.js";
import { type Expected, type ManifestEntry, readManifest, selectEntries } from "./conformance-manifest.js";
import { isRecord, isRelativePath, type JsonRecord, readJson } from "./conformance-read.js";
import { type ConformanceReport, type Diagnostic, report, unrunnable, type VectorResult } from "./conformance-report.js";

/** The policy under which the reference's vectors run: it names no tool and asks for nothing. */
export const CONFORMANCE_POLICY = '{"impact_by_tool":{},"require_pic_for_impacts":[],"require_evidence_for_impacts":[]}';
const EMPTY_KEYRING = { trusted_keys: {}, revoked_keys: [] };
const DEFAULT_NOW = "2026-10-01T12:00:00Z";

/** Where the runner gets bytes from. Paths are relative, with no `.` or `..` in them. */
export interface ConformancePorts {
  /** A vector's file, named from the manifest's folder; null where it cannot be read. */
  readonly readVector: (file: string) => Promise<Uint8Array | null>;
  /** Evidence files under a folder, named from the folder that holds the manifest's folder. */
  readonly readArtifacts: (root: string, refs: readonly string[]) => Promise<Artifacts>;
}

export interface ConformanceOptions {
  /** CONFORMANCE_POLICY, loaded. */
  readonly policy: Policy;
  /** Only vectors of these modes; empty means all. */
  readonly filterModes?: readonly string[];
  /** Only these vectors; empty means all. */
  readonly filterIds?: readonly string[];
}

/**
 * Runs the reference's conformance vectors in the interop profile (spec/conformance.md). Each vector's result stands alone:
 * a fault in one is its result, never the end of the run. `exit_code` is 0 only when something ran and all of it passed.
 *
 * @param manifest The manifest's bytes; null where it cannot be read.
 */
export async function runConformance(
  manifest: Uint8Array | null,
  { policy, filterModes = [], filterIds = [] }: ConformanceOptions,
  ports: ConformancePorts,
): Promise<ConformanceReport> {
  const read = readManifest(manifest);
  if (!read.ok) return unrunnable("manifest_invalid", read.message, null, { total: 0, filterModes, filterIds });
  const { version, entries } = read;
  const scope = { total: entries.length, filterModes, filterIds };
  const selected = selectEntries(entries, filterModes, filterIds);
  if (!selected.ok) return unrunnable("no_vectors_selected", selected.message, version, scope);

  const results: VectorResult[] = [];
  for (const entry of selected.entries) {
    const fault = await runVector(entry, policy, ports).catch(() => no("runner_error", "the runner met a fault of its own"));
    const { id, mode } = entry;
    results.push({ id, mode, passed: fault === null, reason_code: fault?.diagnostic ?? null, message: fault?.message ?? null });
  }
  return report(version, scope, results);
}

interface VectorFault {
  readonly diagnostic: Diagnostic;
  readonly message: string;
}

function no(diagnostic: Diagnostic, message: string): VectorFault {
  return { diagnostic, message };
}

/** Null where the vector passes. */
async function runVector(entry: ManifestEntry, policy: Policy, ports: ConformancePorts): Promise<VectorFault | null> {
  if (!isRelativePath(entry.file)) return no("vector_invalid", "the file is not a plain relative path");
  const bytes = await ports.readVector(entry.file);
  if (bytes === null) return no("vector_invalid", "the file cannot be read");
  const vector = readJson(bytes);
  if (!isRecord(vector)) return no("vector_invalid", "the file holds no JSON object");
  const drift = driftOf(entry, vector);
  if (drift !== null) return no("manifest_drift", `the manifest and the file differ in ${drift}`);
  switch (entry.mode) {
    case "canonicalization":
      return runCanonicalization(entry.expected, vector);
    case "core":
    case "evidence":
    case "trust_sanitization":
      return runProposal(entry, vector, policy, ports);
    default:
      return no("vector_invalid", "the mode is not known");
  }
}

/** The first member in which the file contradicts the manifest; what the file leaves out contradicts nothing. */
function driftOf(entry: ManifestEntry, vector: JsonRecord): string | null {
  for (const member of ["id", "mode", "expected", "expected_error_code"] as const) {
    if (Object.hasOwn(vector, member) && vector[member] !== entry[member]) return member;
  }
  return null;
}

function runCanonicalization(expected: Expected, vector: JsonRecord): VectorFault | null {
  if (!Object.hasOwn(vector, "input")) return no("vector_invalid", "there is no `input`");
  const canonical = canonicalize(vector.input);
  if (expected === "canonical_reject") {
    return canonical.ok ? no("canonicalization_mismatch", "expected a refusal and got canonical bytes") : null;
  }
  if (expected !== "canonical_match") return no("vector_invalid", "`expected` is not one of this mode");
  const { expected_canonical_bytes_hex: bytesHex, expected_sha256_hex: digestHex } = vector;
  if (typeof bytesHex !== "string" || typeof digestHex !== "string")
    return no("vector_invalid", "the expected bytes or digest are missing");
  if (!canonical.ok) return no("canonicalization_mismatch", "expected canonical bytes and got a refusal");
  if (hex(canonical.value) !== bytesHex) return no("canonicalization_mismatch", "the canonical bytes differ");
  return sha256(canonical.value) === digestHex ? null : no("canonicalization_mismatch", "the digest differs");
}

function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

async function runProposal(entry: ManifestEntry, vector: JsonRecord, policy: Policy, ports: ConformancePorts): Promise<VectorFault | null> {
  if (entry.expected !== "allow" && entry.expected !== "block") return no("vector_invalid", "`expected` is not one of this mode");
  const { proposal } = vector;
  if (!isRecord(proposal)) return no("vector_invalid", "there is no `proposal` object");
  const options = optionsOf(entry.mode, vector);
  if (typeof options === "string") return no("vector_invalid", options);
  const { strictTrust, verifyEvidence, tool, now, root, keyring } = options;

  const prepared = prepare(proposal, {
    policy,
    keyring: loadKeyring(new TextEncoder().encode(JSON.stringify(keyring))),
    now,
    call: tool === null ? "proposal-only" : { tool },
    profile: { name: "interop", strictTrust, verifyEvidence },
  });
  const artifacts = root === null ? new Map() : await ports.readArtifacts(root, prepared.artifactRefs);
  const { decision } = conclude(prepared, artifacts);
  if (decision.verdict !== entry.expected) return no("verdict_mismatch", `expected ${entry.expected} and got ${told(decision)}`);
  const code = entry.expected_error_code;
  if (code !== undefined && decision.code !== code) return no("error_code_mismatch", `expected ${code} and got ${told(decision)}`);
  return null;
}

function told({ verdict, code, reason }: { readonly verdict: string; readonly code: Code; readonly reason: string | null }): string {
  return reason === null ? verdict : `${verdict} ${code} (${reason})`;
}

interface VectorOptions {
  readonly strictTrust: boolean;
  readonly verifyEvidence: boolean;
  readonly tool: string | null;
  readonly now: string;
  readonly root: string | null;
  readonly keyring: object;
}

const OPTION_NAMES: ReadonlySet<string> = new Set(["strict_trust", "verify_evidence", "expected_tool", "evidence_root_dir", "now"]);

/** What a vector sets; a text says why it cannot be run. An option that we do not know could change what is tested. */
function optionsOf(mode: string, vector: JsonRecord): VectorOptions | string {
  const { options = {}, embedded_keyring: keyring = EMPTY_KEYRING } = vector;
  if (!isRecord(options)) return "`options` is not an object";
  if (!isRecord(keyring)) return "`embedded_keyring` is not an object";
  if (Object.keys(options).some((name) => !OPTION_NAMES.has(name))) return "an option is not known";
  const {
    strict_trust: strictTrust = true,
    verify_evidence: verifyEvidence = false,
    expected_tool: tool = null,
    now = DEFAULT_NOW,
  } = options;
  const { evidence_root_dir: root = null } = options;
  if (typeof strictTrust !== "boolean" || typeof verifyEvidence !== "boolean") return "a switch among the options is not a boolean";
  if (tool !== null && typeof tool !== "string") return "`expected_tool` is not a string";
  if (typeof now !== "string") return "`now` is not a string";
  if (root !== null && (typeof root !== "string" || !isRelativePath(root))) return "`evidence_root_dir` is not a plain relative path";
  if (mode === "evidence" && !verifyEvidence) return "this mode verifies evidence and the vector does not";
  if (mode === "core" && verifyEvidence) return "this mode verifies no evidence and the vector does";
  // The reference binds to no tool where the text is empty.
  return { strictTrust, verifyEvidence, tool: tool === "" ? null : tool, now, root, keyring };
}
