import type { JsonPointer } from "../decision/issue.js";
import type { JsonValue } from "../json/value.js";
import type { ResultFacts, SchemaFact } from "./result-decision.js";

/** One fault that the schema found in the data. */
export interface DataFault {
  /** Into the data; ends before the first name that the schema does not declare. */
  readonly place: JsonPointer;
  readonly schema: SchemaFact;
  /** A member that nobody declared, as it is written; the sender's word. */
  readonly unknown: string | null;
}

/** A compiled `data` schema: null where the data fits, else what does not, the first fault; none where the work ran out. */
export type DataCheck = (data: JsonValue) => readonly DataFault[] | null;

/** A place in a document, by the names on the way to it. */
export interface Field {
  readonly pointer: JsonPointer;
  readonly steps: readonly string[];
}

/** Data that must agree with what was asked. */
export interface Tie {
  readonly data: Field;
  readonly request: Field;
}

export interface FreshRule {
  readonly field: Field;
  /** Nanoseconds. */
  readonly maxAge: bigint;
  readonly maxAhead: bigint;
}

export interface TextRule {
  readonly field: Field;
  /** Code points. */
  readonly max: number;
}

export interface Selection {
  readonly field: Field;
  /** The member's name in what the agent gets. */
  readonly as: string;
  readonly optional: boolean;
  /** A text that somebody else wrote. */
  readonly untrusted: boolean;
}

/** A class of failures that may be tried again. */
type RetryClass = "transport" | "upstream" | "invalid";

/** How often the same request may be sent, where the tool is idempotent. */
export interface RetryRule {
  /** The first one counts. */
  readonly attempts: number;
  /** Milliseconds before the second attempt at most; twice that before the third, and so on. */
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
  readonly on: ReadonlySet<RetryClass>;
  /** Codes of upstream failures that may be tried again. */
  readonly codes: ReadonlySet<string>;
}

/** How long a live call may take, in milliseconds. */
interface TimeBudget {
  /** All attempts and the waits between them. */
  readonly totalMs: number;
  readonly attemptMs: number;
}

declare const loaded: unique symbol;
/** A contract that loaded, its fixtures run. Only build-contract.ts makes one. */
export interface Contract {
  readonly tool: string;
  readonly version: string;
  readonly owner: string;
  /** SHA-256 (hex) of the file's canonical form. */
  readonly digest: string;
  /** Epoch nanoseconds; null where it has no end. */
  readonly ends: bigint | null;
  readonly upstream: ResultFacts["upstream"];
  readonly limits: { readonly maxBytes: number; readonly maxDepth: number; readonly maxItems: number };
  readonly data: DataCheck;
  /** Whether a failure of that code may be tried again. */
  readonly errors: ReadonlyMap<string, boolean>;
  readonly bind: readonly Tie[];
  readonly belongs: readonly Tie[];
  readonly fresh: FreshRule | null;
  readonly text: readonly TextRule[];
  readonly select: readonly Selection[];
  /** Null: a request is sent once. */
  readonly retry: RetryRule | null;
  /** Null: the gate's own. */
  readonly budget: TimeBudget | null;
  /** Codes of failures after which the action needs a new decision. */
  readonly unauthorised: ReadonlySet<string>;
  /** Answers in a row that do not fit, after which the tool is not asked any more. */
  readonly circuitAfter: number;
  readonly [loaded]: true;
}
