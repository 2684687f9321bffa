import type { JsonPointer } from "../../decision/issue.js";
import type { Scalar } from "./extraction.js";

/** How a value is read; a name, or a name with what it needs. */
export type ReadEntry =
  | "integer"
  | "decimal"
  | "digits"
  | "epoch_seconds"
  | "epoch_milliseconds"
  | { readonly minor_units: number }
  | { readonly one_of: readonly (readonly [from: Scalar, to: Scalar])[] };

/** A pointer by itself is the member of its last name. */
export type FieldEntry =
  | JsonPointer
  | {
      /** Into the answer's value, below `each` into the element; "" is the whole. */
      readonly from: JsonPointer;
      /** Into the data. */
      readonly to?: JsonPointer;
      readonly read?: ReadEntry;
      readonly optional?: boolean | "or null";
      readonly each?: readonly FieldEntry[];
    };

interface OutcomeEntry {
  readonly field: JsonPointer;
  readonly success: Scalar;
  readonly failure: Scalar;
}

/** One line, at most one, or from `least` to `most` of them. */
type CountEntry = "one" | "optional" | { readonly least: number; readonly most: number };

export interface LineEntry {
  readonly pattern: string;
  /** One, where it is absent. */
  readonly count?: CountEntry;
  /** Where a count has numbers: the array of such lines. */
  readonly as?: string;
}

export interface GrammarEntry {
  readonly lines: readonly LineEntry[];
  readonly order?: "fixed" | "any";
  readonly line_end?: "lf" | "crlf";
  readonly last_line?: "ended" | "open";
}

export type StreamEntry = "empty" | "json" | GrammarEntry;

/** The members of all kinds; which of them a kind has, and which must be there, check-extract.ts holds. */
export interface ExtractEntry {
  readonly status?: readonly number[];
  readonly media_type?: string;
  readonly exit_codes?: readonly number[];
  readonly stdout?: StreamEntry;
  readonly stderr?: StreamEntry;
  readonly from?: "structured" | "text";
  readonly beside?: readonly string[];
  readonly outcome?: OutcomeEntry;
  readonly fields?: readonly FieldEntry[];
  readonly failure?: {
    readonly code: JsonPointer;
    readonly media_type?: string;
    readonly stdout?: StreamEntry;
    readonly stderr?: StreamEntry;
  };
}

/** What a code of the contract's stands for: a status or exit code or `isError`, with one of the upstream's codes or whatever it says. */
export interface MapEntry {
  readonly status?: readonly (number | "3xx" | "4xx" | "5xx")[];
  readonly exit_code?: readonly number[];
  readonly is_error?: true;
  readonly code?: readonly (string | number)[];
}
