import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";

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

export interface FixtureEntry {
  readonly title: string;
  /** One of the three: the answer as text, as bytes in hex, or as a value that is written out. */
  readonly answer: { readonly text?: string; readonly hex?: string; readonly json?: JsonValue };
  readonly request: { readonly id: string; readonly args: JsonObject; readonly context?: JsonObject };
  /** RFC 3339. */
  readonly now: string;
  readonly expect:
    | { readonly outcome: "success"; readonly data: JsonObject; readonly untrusted_text?: JsonObject }
    | { readonly outcome: "failure"; readonly code: string; readonly reason?: string };
}

/** A file whose shape was checked (check-contract-file.ts). */
export interface ContractFile {
  readonly contract: 1;
  readonly tool: string;
  readonly version: string;
  readonly owner: string;
  /** RFC 3339; half open. */
  readonly ends?: string;
  readonly upstream: { readonly adapter: string; readonly endpoint?: string; readonly command?: string };
  readonly limits: { readonly bytes: number; readonly depth: number; readonly items: number };
  /** JSON Schema 2020-12. */
  readonly data: JsonObject;
  readonly errors: Readonly<Record<string, { readonly retryable: boolean }>>;
  readonly bind?: readonly BindEntry[];
  readonly belongs?: readonly BindEntry[];
  readonly fresh?: FreshEntry;
  readonly select: readonly SelectEntry[];
  readonly text?: readonly TextEntry[];
  readonly retry?: RetryEntry;
  readonly on_invalid?: { readonly circuit_after: number };
  readonly fixtures: readonly FixtureEntry[];
}
