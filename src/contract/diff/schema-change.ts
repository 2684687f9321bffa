import type { JsonPointer } from "../../decision/issue.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Direction } from "./compare-keyword.js";

/** Names on the way to a value of the data; null for any element of an array. */
export type FieldSteps = readonly (string | null)[];

/** One thing that two `data` schemas say differently, and what it does to the values that pass. */
export interface SchemaChange {
  /** `member`: what a closed object lets in; `presence`: whether a member must be there; `value`: what a value may be. */
  readonly kind: "member" | "presence" | "value" | "wording";
  readonly direction: Direction;
  readonly place: JsonPointer;
  readonly field: FieldSteps;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Two schemas that stand for the same values. */
export interface Pair {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** In the new file. */
  readonly place: JsonPointer;
  readonly field: FieldSteps;
}

export interface ObjectPair extends Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What the parts of the comparison share. */
export interface Walk {
  readonly rootPlace: JsonPointer;
  /** Every member name that the old schema declares anywhere. */
  readonly knownNames: ReadonlySet<string>;
  readonly visit: (pair: Pair) => void;
  readonly tell: (change: SchemaChange) => void;
  /** Whether a value that is written alike refers to what is not. */
  readonly refersToOther: (before: JsonValue, after: JsonValue) => boolean;
}
