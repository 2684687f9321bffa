import type { Decision } from "../decision/decision.js";
import type { OperatorFile } from "./operator-files.js";

/** A decision and where it came from: what every output format is made of. */
export interface Report {
  readonly decision: Decision;
  /** The input's bytes, for line numbers. */
  readonly bytes: Uint8Array;
  readonly files: UsedFiles;
  /** Where the decision was recorded; absent where it was not to be. */
  readonly record?: RecordedAs;
}

interface RecordedAs {
  /** As given. */
  readonly audit: string;
  readonly request_id: string;
  /** False where the log did not take it. */
  readonly recorded: boolean;
}

export interface UsedFiles {
  /** As given; `-` is standard input. */
  readonly input: string;
  /** File of the live arguments. */
  readonly args: string | null;
  readonly evidenceRoot: string | null;
  /** The proposal has hash evidence, and no folder was given to read it from. */
  readonly rootMissing: boolean;
  /** Null only where the command can do without. */
  readonly policy: OperatorFile | null;
  readonly keys: OperatorFile | null;
}
