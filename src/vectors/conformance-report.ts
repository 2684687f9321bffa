/** Why a vector failed, or why there was no run. */
export type Diagnostic =
  | "verdict_mismatch"
  | "error_code_mismatch"
  | "canonicalization_mismatch"
  | "manifest_drift"
  | "vector_invalid"
  | "runner_error"
  | "no_vectors_selected"
  | "manifest_invalid";

export interface VectorResult {
  readonly id: string;
  readonly mode: string;
  readonly passed: boolean;
  /** A Diagnostic; null where the vector passed. */
  readonly reason_code: Diagnostic | null;
  readonly message: string | null;
}

/** The reference's report, member for member. */
export interface ConformanceReport {
  /** Null where the manifest could not be read. */
  readonly manifest_version: string | null;
  readonly selection: {
    readonly total_in_manifest: number;
    readonly selected: number;
    readonly filter_modes: readonly string[];
    readonly filter_ids: readonly string[];
  };
  readonly results: readonly VectorResult[];
  readonly summary: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly all_passed: boolean;
    readonly diagnostic: Diagnostic | null;
    readonly message: string | null;
  };
  /** 0 all passed, 1 some failed, 2 nothing could be run. */
  readonly exit_code: 0 | 1 | 2;
}

interface Scope {
  readonly total: number;
  readonly filterModes: readonly string[];
  readonly filterIds: readonly string[];
}

function selectionOf({ total, filterModes, filterIds }: Scope, selected: number): ConformanceReport["selection"] {
  return { total_in_manifest: total, selected, filter_modes: filterModes, filter_ids: filterIds };
}

/** The report of a run in which something was tested. */
export function report(version: string, scope: Scope, results: readonly VectorResult[]): ConformanceReport {
  const passed = results.filter((result) => result.passed).length;
  const failed = results.length - passed;
  const allPassed = results.length > 0 && failed === 0;
  return {
    manifest_version: version,
    selection: selectionOf(scope, results.length),
    results,
    summary: {
      total: results.length,
      passed,
      failed,
      all_passed: allPassed,
      diagnostic: null,
      message: allPassed ? null : `${failed} of ${results.length} failed`,
    },
    exit_code: allPassed ? 0 : 1,
  };
}

/** The report of a run that tested nothing. */
export function unrunnable(
  diagnostic: "no_vectors_selected" | "manifest_invalid",
  message: string,
  version: string | null,
  scope: Scope,
): ConformanceReport {
  return {
    manifest_version: version,
    selection: selectionOf(scope, 0),
    results: [],
    summary: { total: 0, passed: 0, failed: 0, all_passed: false, diagnostic, message },
    exit_code: 2,
  };
}
