import type { JsonValue } from "../../json/value.js";

/** A moment, in epoch nanoseconds. */
export class Instant {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A length of time, in nanoseconds. */
export class Span {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A double that is whole, where it would else be taken for the number of a JSON text. */
class Whole {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An integer is a bigint and a double a number, so that they are never taken for one another. */
export type Value = null | boolean | bigint | number | string | Instant | Span | Values | Members;
/** What stands in a list or an object: of a JSON text, or made by a condition. */
export type Stored = JsonValue | Value | Whole;
export type Values = readonly Stored[];
export interface Members {
  readonly [name: string]: Stored;
}

/** Ends the judging of a condition: it cannot be answered, which blocks. */
class Unanswerable extends Error {}

export function give(why: string): never {
  throw new Unanswerable(why);
}

// Taken when the module loads: what a host replaces later does not judge.
const { isSafeInteger } = Number;
const { isArray } = Array;

/** A number of a JSON text is an integer where its value is whole, however it was written, and else a double. */
export function load(stored: Stored): Value {
  if (typeof stored === "number") return isSafeInteger(stored) ? BigInt(stored) : stored;
  return stored instanceof Whole ? stored.value : (stored as Value);
}

export function store(value: Value): Stored {
  return typeof value === "number" && isSafeInteger(value) ? new Whole(value) : value;
}

export type Kind = "null" | "bool" | "number" | "string" | "timestamp" | "duration" | "list" | "map";

export function kindOf(value: Value): Kind {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      if (value === null) return "null";
      if (value instanceof Instant) return "timestamp";
      if (value instanceof Span) return "duration";
      return isArray(value) ? "list" : "map";
  }
}

export function isList(value: Value): value is Values {
  return isArray(value);
}

export function isMap(value: Value): value is Members {
  return kindOf(value) === "map";
}
