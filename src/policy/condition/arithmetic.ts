import type { StepCount } from "./steps.js";
import { give, Instant, isList, Span, type Value } from "./value.js";

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
/** 0001-01-01T00:00:00Z and 10000-01-01T00:00:00Z in epoch nanoseconds. */
const FIRST = -62_135_596_800_000_000_000n;
const END = 253_402_300_800_000_000_000n;

export function int(value: bigint): bigint {
  return value > MAX_INT || value < MIN_INT ? give("integer overflow") : value;
}

/** What is not finite is no answer. */
export function double(value: number): number {
  return Number.isFinite(value) ? value : give("no finite double");
}

export function instant(nanos: bigint): Instant {
  return nanos >= FIRST && nanos < END ? new Instant(nanos) : give("no year of four digits");
}

/** Integers and doubles do not mix: `double(args.amount)` says what is meant. */
export function add(a: Value, b: Value, steps: StepCount): Value {
  if (typeof a === "bigint" && typeof b === "bigint") return int(a + b);
  if (typeof a === "number" && typeof b === "number") return double(a + b);
  if (typeof a === "string" && typeof b === "string") {
    steps.text((a.length + b.length) * 8);
    return a + b;
  }
  if (a instanceof Instant && b instanceof Span) return instant(a.nanos + b.nanos);
  if (a instanceof Span && b instanceof Instant) return instant(a.nanos + b.nanos);
  if (a instanceof Span && b instanceof Span) return new Span(int(a.nanos + b.nanos));
  if (isList(a) && isList(b)) {
    steps.take(a.length + b.length);
    return a.concat(b);
  }
  return give("no such sum");
}

export function subtract(a: Value, b: Value): Value {
  if (typeof a === "bigint" && typeof b === "bigint") return int(a - b);
  if (typeof a === "number" && typeof b === "number") return double(a - b);
  if (a instanceof Instant && b instanceof Span) return instant(a.nanos - b.nanos);
  if (a instanceof Instant && b instanceof Instant) return new Span(a.nanos - b.nanos);
  if (a instanceof Span && b instanceof Span) return new Span(int(a.nanos - b.nanos));
  return give("no such difference");
}

export function multiply(a: Value, b: Value): Value {
  if (typeof a === "bigint" && typeof b === "bigint") return int(a * b);
  if (typeof a === "number" && typeof b === "number") return double(a * b);
  return give("no such product");
}

/** Integers are cut towards zero. */
export function divide(a: Value, b: Value): Value {
  if (typeof a === "bigint" && typeof b === "bigint") return b === 0n ? give("division by zero") : int(a / b);
  if (typeof a === "number" && typeof b === "number") return double(a / b);
  return give("no such quotient");
}

export function remainder(a: Value, b: Value): Value {
  if (typeof a === "bigint" && typeof b === "bigint") return b === 0n ? give("division by zero") : a % b;
  return give("no such remainder");
}

export function negate(a: Value): Value {
  if (typeof a === "bigint") return int(-a);
  return typeof a === "number" ? -a : give("no number");
}
