import type { ResultCheck } from "../../contract/result-options.js";
import type { JsonPointer } from "../../decision/issue.js";
import type { Keyring } from "../../trust/keyring.js";
import type { Gate } from "../create-gate.js";
import type { Audit, Clock } from "../ports.js";
import type { FailureClass, LiveDecision } from "./live-result.js";

/** What became of the bytes of a refused answer. */
export type RawCopy =
  | {
      readonly kept: true;
      /** Within the folder of copies. */
      readonly file: string;
      /** In the file. */
      readonly bytes: number;
      /** More was read than the cap takes. */
      readonly cut: boolean;
      /** Of the file. */
      readonly sha256: string;
    }
  | { readonly kept: false; readonly part: string; readonly why: "quota" | "failed" | "late" };

/** Keeps bytes that no model may see. Rejects, or says `quota`, where it does not. */
export interface RawCopies {
  /** Most bytes of one copy. */
  readonly maxBytes: number;
  /** @param name of `A-Z a-z 0-9 _ .`, given once */
  keep(name: string, bytes: Uint8Array): Promise<RawCopy>;
}

/** An answer that does not fit, for whoever owns the contract. */
export interface InvalidNotice {
  /** As the contract names them. */
  readonly owner: string;
  readonly tool: string;
  readonly request_id: string;
  readonly contract: { readonly version: string; readonly digest: string };
  readonly failure_class: FailureClass;
  readonly reason: string;
  readonly path: JsonPointer | null;
  readonly facts: LiveDecision["facts"];
  readonly raw_copies: readonly RawCopy[];
  /** Answers in a row that did not fit. */
  readonly in_a_row: number;
  /** From now on the tool is not asked until the contract changes. */
  readonly circuit_open: boolean;
}

/** Told of every answer that does not fit, after it was recorded; what it returns or throws changes nothing. */
export type InvalidObserver = (notice: InvalidNotice) => unknown;

export interface ResultPorts {
  readonly clock: Clock;
  readonly audit: Audit;
  /** The action gate whose permits are taken; null: none are. */
  readonly gate: Pick<Gate, "run" | "holds"> | null;
  /** The host's functions that contracts name in `belongs`. */
  readonly checks: Readonly<Record<string, ResultCheck>>;
  /** Keys of upstreams; null: no contract wants a signature. */
  readonly keyring: Keyring | null;
  /** Null: the operator said "none". */
  readonly rawCopies: RawCopies | null;
  readonly onInvalid: InvalidObserver | null;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Unpredictable text of `[A-Za-z0-9_.]`. */
  readonly newRequestId: () => string;
  /** For a call whose contract has no budget of its own, in milliseconds. */
  readonly timeoutMs: number;
  /** For a record, and for a copy, in milliseconds. */
  readonly recordTimeoutMs: number;
}
