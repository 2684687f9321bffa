import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { AnswerKind } from "./answer.js";
import type { ExtractEntry, MapEntry } from "./extract/extract-file.js";

/** Pointers of `data`, `field` and `select` lead into the success data, those of `request` into `{args, context}`. */
export interface BindEntry {
  readonly data: JsonPointer;
  readonly request: JsonPointer;
}

export interface FreshEntry {
  readonly field: JsonPointer;
  readonly max_age_seconds: number;
  readonly max_ahead_seconds: number;
}

/** A pointer by itself is the field of that last name. */
export type SelectEntry = JsonPointer | { readonly field: JsonPointer; readonly as?: string; readonly optional?: boolean };

/** What an idempotent tool's contract says of sending a request again; without that it says how long one may take. */
export interface RetryEntry {
  readonly idempotent: boolean;
  readonly budget_ms: number;
  readonly attempt_ms?: number;
  readonly unauthorised?: readonly string[];
  readonly attempts?: number;
  readonly first_wait_ms?: number;
  readonly max_wait_ms?: number;
  readonly on?: readonly ("transport" | "upstream" | "invalid")[];
  readonly codes?: readonly string[];
}

interface TextEntry {
  readonly field: JsonPointer;
  /** Code points. */
  readonly max: number;
}

/** `belongs` by a list of the request's, or by a function of the host's. */
export type BelongsEntry = BindEntry | { readonly data: JsonPointer; readonly check: string };

/** One of the three: text, bytes in hex, or a value that is written out. */
export interface BytesEntry {
  readonly text?: string;
  readonly hex?: string;
  readonly json?: JsonValue;
}

/** An answer of the contract's kind. What is not under its kind is the bytes of `json` or `mcp`. */
export interface AnswerEntry extends BytesEntry {
  readonly http?: BytesEntry & { readonly status: number; readonly media_type: string | null };
  readonly command?: { readonly exit_code: number | null; readonly stdout: BytesEntry; readonly stderr?: BytesEntry };
  readonly mcp?: BytesEntry;
}

export interface ErrorEntry {
  readonly retryable: boolean;
  readonly map?: readonly MapEntry[];
}

export interface FixtureEntry {
  readonly title: string;
  readonly answer: AnswerEntry;
  readonly request: { readonly id: string; readonly args: JsonObject; readonly context?: JsonObject };
  /** RFC 3339. */
  readonly now: string;
  /** What the functions that `belongs` names say; the functions themselves are not run. */
  readonly checks?: Readonly<Record<string, boolean>>;
  readonly expect:
    | { readonly outcome: "success"; readonly data: JsonObject; readonly untrusted_text?: JsonObject }
    | { readonly outcome: "failure"; readonly code: string; readonly reason?: string };
}

/** That answers may be signed as facts (spec/receipts.md#contract). */
interface ReceiptEntry {
  readonly name?: string;
  readonly lifetime_seconds?: number;
}

/** A file whose shape was checked (check-contract-file.ts). */
export interface ContractFile {
  readonly contract: 1;
  readonly tool: string;
  readonly version: string;
  readonly owner: string;
  /** RFC 3339; half open. */
  readonly ends?: string;
  readonly upstream: {
    readonly adapter: string;
    readonly endpoint?: string;
    readonly command?: string;
    /** Ids of keys of purpose `upstream`, of which one signs each success. */
    readonly signature?: { readonly keys: readonly string[] };
  };
  readonly limits: { readonly bytes: number; readonly depth: number; readonly items: number };
  /** JSON Schema 2020-12. */
  readonly data: JsonObject;
  /** `json` where it is absent. */
  readonly answer?: AnswerKind;
  /** Of the form of its kind; there for every kind but `json`. */
  readonly extract?: ExtractEntry;
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly bind?: readonly BindEntry[];
  readonly belongs?: readonly BelongsEntry[];
  readonly fresh?: FreshEntry;
  readonly select: readonly SelectEntry[];
  readonly text?: readonly TextEntry[];
  readonly receipt?: ReceiptEntry;
  readonly retry?: RetryEntry;
  readonly on_invalid?: { readonly circuit_after: number };
  readonly fixtures: readonly FixtureEntry[];
}
