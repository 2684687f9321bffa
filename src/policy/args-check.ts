import { type JsonPointer, MAX_ISSUES } from "../decision/issue.js";
import { canonicalText } from "../json/canonical-text.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import { OutOfSteps, type Steps } from "./args-functions.js";
import type { ArgsCheck, ArgsVerdict } from "./policy.js";

/** What a compiled schema leaves behind when it refuses: the form of Ajv's errors, as far as it is read here. */
export interface SchemaFault {
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A fault, and its place held to names that the schema declares. */
export interface PlacedFault<Fault extends SchemaFault> {
  readonly fault: Fault;
  readonly place: JsonPointer;
}

/** A compiled schema. It stops at the first fault, so its cost does not grow with the number of faults. */
export interface CompiledSchema<Fault extends SchemaFault = SchemaFault> {
  (args: JsonValue): boolean;
  errors?: readonly Fault[] | null;
}

const FITS: ArgsVerdict = Object.freeze({ fits: true, places: Object.freeze([]) });
const WHOLE: ArgsVerdict = Object.freeze({ fits: false, places: Object.freeze([""]) });

/** One tool's schema as generated code, and what is known of it. */
export interface CompiledArgs<Fault extends SchemaFault = SchemaFault> {
  readonly validate: CompiledSchema<Fault>;
  /** The member names that the operator's schema declares. */
  readonly names: ReadonlySet<string>;
  /** What a check costs hangs on the order of members, so that they are judged in canonical order. */
  readonly ordered: boolean;
}

/** Wraps a compiled schema as the check that rules call. */
export function argsCheck(compiled: CompiledArgs, steps: Steps): ArgsCheck {
  const judged = schemaCheck(compiled, steps);
  return (args) => {
    const faults = judged(args);
    if (faults === null) return FITS;
    return faults.length === 0 ? WHOLE : { fits: false, places: [...new Set(faults.map(({ place }) => place))].sort() };
  };
}

/**
 * Null where a value fits, else its faults; none where steps or work ran out. A pointer ends before the first member of a name
 * that the schema does not declare, since that name is the attacker's (spec/policy.md#args-paths).
 */
export function schemaCheck<Fault extends SchemaFault>(
  { validate, names, ordered }: CompiledArgs<Fault>,
  steps: Steps,
): (value: JsonValue) => readonly PlacedFault<Fault>[] | null {
  return (value) => {
    steps.restart();
    // Where the order of members decides what a check costs, it must not be the sender's.
    const first = ordered ? inOrder(value) : value;
    const faults = judge(validate, first);
    if (faults === null || faults.length === 0) return faults === null ? null : NONE;
    // Which fault comes first may hang on member order; asked again in canonical order, on what is left of steps and work,
    // the answer does not.
    const inTurn = ordered ? first : inOrder(value);
    const told = ordered ? faults : (judge(validate, inTurn) ?? NONE);
    return told.slice(0, MAX_ISSUES).map((fault) => ({ fault, place: placeOf(fault, inTurn, names) }));
  };
}

const NONE: readonly never[] = Object.freeze([]);

function inOrder(args: JsonValue): JsonValue {
  return JSON.parse(canonicalText(args)) as JsonValue;
}

/** Null where the arguments fit; no faults where steps or work ran out. */
function judge<Fault extends SchemaFault>(schema: CompiledSchema<Fault>, args: JsonValue): readonly Fault[] | null {
  try {
    if (schema(args) === true) return null;
  } catch (error) {
    if (error instanceof OutOfSteps) return [];
    throw error;
  }
  return schema.errors ?? [];
}

function placeOf({ instancePath, params }: SchemaFault, args: JsonValue, names: ReadonlySet<string>): JsonPointer {
  const missing = params.missingProperty;
  const tokens = typeof missing === "string" ? [...tokensOf(instancePath), missing] : tokensOf(instancePath);
  let pointer = "";
  let value: JsonValue | undefined = args;
  for (const token of tokens) {
    const isIndex: boolean = Array.isArray(value);
    if (!isIndex && !names.has(token)) break;
    pointer = joinPointer(pointer, token);
    value = memberOf(value, token);
  }
  return pointer;
}

function memberOf(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as Readonly<Record<string, JsonValue>>)[token];
}

/** The names and indexes that a pointer walks through, unescaped. */
function tokensOf(pointer: JsonPointer): readonly string[] {
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
