import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Field } from "../contract.js";
import type { MediaType } from "./media-type.js";

/** Turns a value of the answer into the data's form; undefined for one that it does not know. */
export type Reader = (value: JsonValue) => JsonValue | undefined;

/** A value of the data, and where the answer has it. */
export interface Leaf {
  readonly from: Field;
  /** What becomes of a value that is not there, and of null. */
  readonly absent: "refused" | "left out" | "left out, null too";
  /** Null: as it is. */
  readonly read: Reader | null;
  /** The value is an array, of whose elements each is put together anew. */
  readonly each: Shape | null;
}

/** An object of the data, put together member by member. */
export interface Shape {
  readonly members: readonly { readonly name: string; readonly of: Leaf | Shape }[];
}

export type Scalar = string | number | boolean | null;

/** A member that tells success from failure where the status does not. */
export interface OutcomeRule {
  readonly field: Field;
  readonly success: Scalar;
  readonly failure: Scalar;
}

/** The contract's code for a failure: by its status alone, or by the upstream's own code. */
export type FailureRule = string | ReadonlyMap<string | number, string>;

/** What all kinds have. */
interface Common {
  /** Null: what the answer holds is the data. */
  readonly shape: Shape | null;
  /** By HTTP status or exit code; an MCP result has one, `IS_ERROR`. */
  readonly failures: ReadonlyMap<number, FailureRule>;
  /** Where a failure holds the upstream's own code. */
  readonly codeField: Field | null;
}

export interface HttpExtraction extends Common {
  readonly kind: "http";
  readonly statuses: ReadonlySet<number>;
  readonly mediaType: MediaType;
  readonly failureMediaType: MediaType;
  readonly outcome: OutcomeRule | null;
}

/** Names of groups, and the text of each that took part. */
export type Groups = Readonly<Record<string, string>>;

/** False where the line does not match; null where the work that one answer may cost is used up. */
export type LineMatch = (line: string) => Groups | false | null;

export interface LineRule {
  readonly match: LineMatch;
  readonly least: number;
  readonly most: number;
  /** The array that such lines go into; null where the groups of the one line are members. */
  readonly as: string | null;
}

export interface Grammar {
  readonly rules: readonly LineRule[];
  /** Lines come in the order of the rules; otherwise in any, and each fits one rule only. */
  readonly ordered: boolean;
  readonly lineEnd: "lf" | "crlf";
  /** The last line has a line end too. */
  readonly ended: boolean;
  /** What its groups and arrays are called. */
  readonly names: readonly string[];
  /** Begins to count the work anew. */
  readonly restart: () => void;
}

export type Stream = "empty" | "json" | Grammar;

export interface Output {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export interface CommandExtraction extends Common {
  readonly kind: "command";
  readonly exitCodes: ReadonlySet<number>;
  readonly output: Output;
  readonly failureOutput: Output | null;
  readonly outcome: OutcomeRule | null;
}

/** An MCP result has no status; this stands for `isError`. */
export const IS_ERROR = 1;

export interface McpExtraction extends Common {
  readonly kind: "mcp";
  readonly source: "structured" | "text";
  /** Kinds of content that may stand beside, of which nothing is read. */
  readonly beside: ReadonlySet<string>;
}

/** How answers of a kind become data (spec/results.md#extract). */
export type Extraction = HttpExtraction | CommandExtraction | McpExtraction;

/** Filled by assignment, which a setter on Object.prototype would swallow. */
export function bare(): Record<string, JsonValue> {
  return Object.create(null) as Record<string, JsonValue>;
}

/** A spread defines each member, whatever Object.prototype has of its name. */
export function plain(members: JsonObject): JsonObject {
  return { ...members };
}
