import { canonicalText } from "../json/canonical-text.js";
import type { JsonArray, JsonValue } from "../json/value.js";
import { parseTimestamp } from "../trust/timestamp.js";

/**
 * What compiled schemas call while they judge. Portable and without an engine, so that a policy compiled ahead runs where
 * `eval` does not. Each stands in for a piece of Ajv that is quadratic, or throws, on values an attacker chooses.
 */
export { isMultipleOf } from "./is-multiple-of.js";

/** `enum` and `const`: one look-up, however long the list. Objects and arrays compare by canonical form. */
export function oneOf(values: JsonArray): (value: JsonValue) => boolean {
  const scalars = new Set(values.filter(isScalar));
  const texts = new Set(values.filter((value) => !isScalar(value)).map(canonicalText));
  return (value) => (isScalar(value) ? scalars.has(value) : texts.size > 0 && texts.has(canonicalText(value)));
}

/** `uniqueItems` in linear time: 12 000 distinct items cost Ajv 72 million comparisons. */
export function hasUniqueItems(items: JsonArray): boolean {
  return new Set(items.map((item) => canonicalText(item))).size === items.length;
}

/** `minLength` and `maxLength` count code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The formats that are asserted; a schema that names another is refused (spec/policy.md#formats). */
export const formats: Readonly<Record<FormatName, (text: string) => boolean>> = Object.freeze({
  "date-time": (text: string) => parseTimestamp(text) !== null,
  date: (text: string) => DATE.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== null,
  uuid: (text: string) => UUID.test(text),
});
export const FORMAT_NAMES = ["date-time", "date", "uuid"] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Steps that recursive schemas may take in one check. 64 000 bytes of nested arguments need a few thousand. */
const MAX_STEPS = 20_000;

/** Thrown when a check runs out of steps or work: it must end the check, since a `not` would turn a mere failure into a pass. */
export class OutOfSteps extends Error {}

/** Units of work that one check may do (spec/policy.md#work): the largest pattern on the largest arguments fits in. */
const MAX_WORK = 2 ** 23;

/** What it costs to begin with a text or a value, before its size. */
const BEGIN = 32;
const VALUE = 8;

/**
 * Bounds what a check costs, by counts that are the same on every machine. A recursive schema that follows one member twice
 * doubles its steps at each level; patterns, and schemas side by side, multiply by what the sender lists.
 */
export interface Steps {
  readonly restart: () => void;
  readonly step: () => void;
  readonly work: (units: number) => void;
  /** A text read once, or by each of the instructions of a pattern. */
  readonly text: (text: string, instructions: number) => void;
  /** A value read to its last member. */
  readonly read: (value: JsonValue) => void;
  /** An object whose members are walked, with `units` for each. */
  readonly members: (value: JsonValue, units: number) => void;
}

const { keys } = Object;

export function countSteps(): Steps {
  let left = MAX_STEPS;
  let workLeft = MAX_WORK;
  const work = (units: number): void => {
    workLeft -= units;
    if (workLeft < 0) throw new OutOfSteps();
  };
  return {
    restart: () => {
      left = MAX_STEPS;
      workLeft = MAX_WORK;
    },
    step: () => {
      left -= 1;
      if (left < 0) throw new OutOfSteps();
    },
    work,
    text: (text, instructions) => work(BEGIN + text.length * instructions),
    read: (value) => work(BEGIN + sizeOf(value)),
    members: (value, units) => work(value === null ? 0 : keys(value as object).length * units),
  };
}

/** UTF-16 code units of all texts and names in a value, and some for each value, whatever it is. */
function sizeOf(value: JsonValue): number {
  if (typeof value === "string") return VALUE + value.length;
  let size = VALUE;
  if (typeof value !== "object" || value === null) return size;
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    size += sizeOf((value as Readonly<Record<string, JsonValue>>)[name] as JsonValue);
    if (!Array.isArray(value)) size += name.length;
  }
  return size;
}

function isScalar(value: JsonValue): value is null | boolean | number | string {
  return typeof value !== "object" || value === null;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
