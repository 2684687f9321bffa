import type { StepCount } from "./steps.js";
import { give, Instant, isList, isMap, kindOf, load, type Members, Span, type Stored, type Value, type Values } from "./value.js";

const { hasOwn, keys } = Object;

/**
 * Equality within a kind; integers and doubles are one kind and compare by value, exactly. Values of two kinds cannot be
 * compared, so that neither `==` nor `!=` passes by a wrong type; only null is a value that each may be held against.
 * What is unlike is looked for to the end: whether there is an answer must not hang on the order of members.
 */
export function equal(a: Value, b: Value, steps: StepCount): boolean {
  steps.take(1);
  if (a === null || b === null) return a === b;
  if (kindOf(a) !== kindOf(b)) give("values of two kinds");
  if (typeof a === "string") {
    steps.text(a.length);
    return a === b;
  }
  if (a instanceof Instant || a instanceof Span) return a.nanos === (b as Instant | Span).nanos;
  if (isList(a)) return equalLists(a, b as Values, steps);
  if (isMap(a)) return equalMaps(a, b as Members, steps);
  // biome-ignore lint/suspicious/noDoubleEquals: an integer and a double are equal where their values are
  return a == b;
}

function equalLists(a: Values, b: Values, steps: StepCount): boolean {
  if (a.length !== b.length) return false;
  let same = true;
  for (let at = 0; at < a.length; at += 1) same = equalStored(a[at] as Stored, b[at] as Stored, steps) && same;
  return same;
}

function equalMaps(a: Members, b: Members, steps: StepCount): boolean {
  const names = keys(a);
  steps.take(names.length);
  if (names.length !== keys(b).length) return false;
  for (const name of names) if (!hasOwn(b, name)) return false;
  let same = true;
  for (const name of names) same = equalStored(a[name] as Stored, b[name] as Stored, steps) && same;
  return same;
}

/** Numbers of JSON texts need not become integers to be compared. */
function equalStored(a: Stored, b: Stored, steps: StepCount): boolean {
  if (typeof a !== "number" || typeof b !== "number") return equal(load(a), load(b), steps);
  steps.take(1);
  return a === b;
}

/** Whether a list has an equal element, or an object a member of that name. */
export function holds(value: Value, range: Value, steps: StepCount): boolean {
  if (isMap(range)) return typeof value === "string" ? hasOwn(range, value) : give("no name of a member");
  if (!isList(range)) give("neither list nor map");
  let found = false;
  let alien = false;
  for (let at = 0; at < range.length; at += 1) {
    const element = load(range[at] as Stored);
    if (value !== null && element !== null && kindOf(value) !== kindOf(element)) {
      steps.take(1);
      alien = true;
    } else found = equal(value, element, steps) || found;
  }
  // Found is found, wherever it stands; that something is not there cannot be told from elements of another kind.
  return found || (alien ? give("values of two kinds") : false);
}

/** Negative, 0 or positive. Only what has an order: numbers, texts, moments, lengths of time. */
export function order(a: Value, b: Value, steps: StepCount): number {
  if (typeof a === "string" && typeof b === "string") return orderTexts(a, b, steps);
  if ((a instanceof Instant && b instanceof Instant) || (a instanceof Span && b instanceof Span)) return orderNumbers(a.nanos, b.nanos);
  if (kindOf(a) === "number" && kindOf(b) === "number") return orderNumbers(a as bigint | number, b as bigint | number);
  return give("values without an order");
}

function orderNumbers(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By code points, which UTF-16 units do not give beyond U+FFFF. */
function orderTexts(a: string, b: string, steps: StepCount): number {
  const shared = Math.min(a.length, b.length);
  steps.text(shared * 16);
  for (let at = 0; at < shared; at += 1) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
}
