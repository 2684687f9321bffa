import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../json/value.js";
import { FORMAT_NAMES } from "../policy/args-functions.js";
import { didYouMean } from "./did-you-mean.js";
import { refuse } from "./refuse.js";
import { patternFault } from "./scan-pattern.js";
import { DIALECT, TYPES, type ValueKind } from "./schema-keywords.js";
import { PatternRefused, type WholeMatch, wholeMatch } from "./whole-match.js";

/** Compiled patterns by their text. */
export type Patterns = Map<string, WholeMatch>;

/** One keyword of a schema, and where it stands. */
export interface Written {
  readonly value: JsonValue;
  /** Pointer of the schema in its file. */
  readonly file: JsonPointer;
  /** Pointer of the keyword within the schema. */
  readonly at: JsonPointer;
  /** The keyword stands at the root of the schema. */
  readonly atRoot: boolean;
  /** Where each pattern is kept, compiled: the engine takes its patterns from here only. */
  readonly patterns: Patterns;
}

/** Refuses a keyword whose value is not of its kind. Subschemas are left to the reader. */
export function checkKeyword(kind: ValueKind, written: Written): void {
  CHECKS[kind](written);
}

const CHECKS: Readonly<Record<ValueKind, (written: Written) => void>> = {
  annotation: () => {},
  text: needs("a string", ({ value }) => typeof value === "string"),
  boolean: needs("true or false", ({ value }) => typeof value === "boolean"),
  number: needs("a number", ({ value }) => isNumber(value)),
  positive: needs("a number above 0", ({ value }) => isNumber(value) && value > 0),
  count: needs("a whole number, 0 or more", ({ value }) => Number.isSafeInteger(value) && (value as number) >= 0),
  types: checkTypes,
  values: (written) => {
    needs("an array with at least one value", ({ value }) => Array.isArray(value) && value.length > 0)(written);
    checkNamesWithin(written.value, written);
  },
  value: (written) => checkNamesWithin(written.value, written),
  names: checkNames,
  "name-lists": (written) => {
    if (!isObject(written.value)) fail(written, "must be an object of arrays of names");
    for (const [name, value] of Object.entries(written.value)) {
      checkName(name, written);
      checkNames({ ...written, value, at: joinPointer(written.at, name) });
    }
  },
  pattern: (written) => checkPattern(written.value, written),
  format: checkFormat,
  dialect: needs(`"${DIALECT}", at the root of the schema only`, ({ value, atRoot }) => value === DIALECT && atRoot),
  "root-id": needs("a string, at the root of the schema only", ({ value, atRoot }) => typeof value === "string" && atRoot),
  ref: needs('a pointer into this schema, such as "#/$defs/name"', ({ value }) => typeof value === "string" && pointerOf(value) !== null),
  schema: () => {},
  "schema-list": needs("an array with at least one schema", ({ value }) => Array.isArray(value) && value.length > 0),
  "schema-map": (written) => {
    if (!isObject(written.value)) fail(written, "must be an object of schemas");
    for (const name of Object.keys(written.value)) checkName(name, written);
  },
  "pattern-map": (written) => {
    if (!isObject(written.value)) fail(written, "must be an object of schemas");
    for (const name of Object.keys(written.value)) checkPattern(name, { ...written, at: joinPointer(written.at, name) });
  },
};

/** Where a `$ref` points within its document, percent-decoded and written our way; null unless it is `#` or `#/...`. */
export function pointerOf(ref: string): JsonPointer | null {
  if (ref === "#") return "";
  if (!ref.startsWith("#/") || /~(?![01])/.test(ref)) return null;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return null;
  }
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function needs(what: string, holds: (written: Written) => boolean): (written: Written) => void {
  return (written) => {
    if (!holds(written)) fail(written, `must be ${what}`);
  };
}

function checkTypes(written: Written): void {
  const { value } = written;
  const types: JsonArray = Array.isArray(value) ? value : [value as JsonValue];
  for (const type of types) {
    if (typeof type === "string" && TYPES.includes(type)) continue;
    const guess = typeof type === "string" ? didYouMean(type, TYPES) : "";
    fail(written, `must be one of ${TYPES.join(", ")}, or an array of them${guess}`);
  }
  if (types.length === 0 || new Set(types).size !== types.length) fail(written, "must be an array with each type once");
}

function checkNames(written: Written): void {
  const { value } = written;
  const named = Array.isArray(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length;
  if (!named) fail(written, "must be an array of member names, each once");
  if (value.length > MAX_LISTED) fail(written, `lists more than ${MAX_LISTED} names; split the tool or simplify`);
  for (const name of value) checkName(name as string, written);
}

function checkPattern(pattern: JsonValue, written: Written): void {
  if (typeof pattern !== "string") fail(written, "must be a string");
  if (pattern.length > MAX_PATTERN) fail(written, `the pattern has more than ${MAX_PATTERN} characters; shorten it`);
  const fault = patternFault(pattern);
  if (fault !== null) fail(written, `the pattern ${fault}`);
  if (written.patterns.has(pattern)) return;
  if (written.patterns.size === MAX_PATTERNS) fail(written, `is one of more than ${MAX_PATTERNS} different patterns; split the policy`);
  try {
    const match = wholeMatch(pattern);
    written.patterns.set(pattern, match);
    const weight = [...written.patterns.values()].reduce((sum, one) => sum + one.weight, 0);
    if (weight > MAX_PATTERN_WEIGHT) throw new PatternRefused(TOO_HEAVY);
  } catch (error) {
    if (!(error instanceof PatternRefused)) throw error;
    fail(written, `the pattern ${error.message}`);
  }
}

function checkFormat(written: Written): void {
  const { value } = written;
  const known: readonly unknown[] = FORMAT_NAMES;
  if (known.includes(value)) return;
  const guess = typeof value === "string" ? didYouMean(value, FORMAT_NAMES) : "";
  fail(written, `must be one of ${FORMAT_NAMES.join(", ")}, the formats that are asserted${guess || "; write a pattern for others"}`);
}

function checkNamesWithin(value: JsonValue, written: Written): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    checkName(name, written);
    checkNamesWithin(inner, written);
  }
}

/** Most UTF-16 code units of a member name or a pattern: every place below it repeats the name. */
const MAX_NAME = 256;
const MAX_PATTERN = 512;

/** Most names in one list; the engine nests code for each. */
const MAX_LISTED = 500;

/** Most different patterns of one policy: each is compiled while it loads. */
const MAX_PATTERNS = 200;

/** Most that the patterns of one policy weigh: what bounds their number alone lets each be of the worst. */
const MAX_PATTERN_WEIGHT = 5_000;
const TOO_HEAVY = `and those before it weigh more than ${MAX_PATTERN_WEIGHT} together; use the same pattern for like members, smaller repeat counts with maxLength, and fewer \\p`;

/** No argument can have the name (S1), and engines lose it. */
function checkName(name: string, written: Written): void {
  if (name.length > MAX_NAME) fail(written, `names a member of more than ${MAX_NAME} characters; shorten it`);
  if (name === "__proto__") fail(written, "names __proto__, which no member may be called; remove it");
}

function fail({ file, at }: Written, message: string): never {
  refuse(file, at, message);
}

function isNumber(value: JsonValue): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
