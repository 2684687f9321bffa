import type { JsonPointer } from "../decision/issue.js";
import type { JsonValue } from "../json/value.js";
import type { AnswerKind } from "./answer.js";
import type { Extraction } from "./extract/extraction.js";
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

/** Data that a function of the host's knows to belong to what was asked. */
export interface CheckTie {
  readonly data: Field;
  /** The function's name. */
  readonly check: string;
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

/** How answers become facts. */
export interface ReceiptTerms {
  readonly name: string;
  readonly lifetimeSeconds: number;
  /** What the contract ties to the request, each by the name that it has in a receipt. */
  readonly bound: readonly { readonly field: Field; readonly as: string }[];
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
  /** The kind of answer that it is of. */
  readonly answer: AnswerKind;
  /** How such an answer becomes data; null where the adapter's envelope says it all. */
  readonly extraction: Extraction | null;
  /** Whose signature a success carries; null where it carries none. */
  readonly signature: { readonly keys: readonly string[] } | null;
  readonly limits: { readonly maxBytes: number; readonly maxDepth: number; readonly maxItems: number };
  readonly data: DataCheck;
  /** Whether a failure of that code may be tried again. */
  readonly errors: ReadonlyMap<string, boolean>;
  readonly bind: readonly Tie[];
  readonly belongs: readonly (Tie | CheckTie)[];
  /** Names of the functions that `belongs` asks. */
  readonly checks: readonly string[];
  readonly fresh: FreshRule | null;
  readonly text: readonly TextRule[];
  readonly select: readonly Selection[];
  /** Null where its answers get no receipt. */
  readonly receipt: ReceiptTerms | null;
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
