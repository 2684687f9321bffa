import { type JsonPointer, MAX_ISSUES } from "../decision/issue.js";
import { canonicalText } from "../json/canonical-text.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import { OutOfSteps, type Steps } from "./args-functions.js";
import type { ArgsCheck } from "./policy.js";

/** What a compiled schema leaves behind when it refuses: the form of Ajv's errors, as far as it is read here. */
export interface SchemaFault {
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled schema. It stops at the first fault, so its cost does not grow with the number of faults. */
export interface CompiledSchema {
  (args: JsonValue): boolean;
  errors?: readonly SchemaFault[] | null;
}

const FITS: readonly JsonPointer[] = Object.freeze([]);
const WHOLE: readonly JsonPointer[] = Object.freeze([""]);

/**
 * Wraps a compiled schema as the check that rules call. `names` are the member names that the operator's schema declares:
 * a pointer ends before the first member of another name, since that name is the attacker's (spec/policy.md#args-paths).
 */
export function argsCheck(schema: CompiledSchema, names: ReadonlySet<string>, steps: Steps): ArgsCheck {
  return (args) => {
    const faults = judge(schema, args, steps);
    if (faults === null) return FITS;
    if (faults.length === 0) return WHOLE;
    // Which fault comes first may hang on member order; asked again in canonical order, the answer does not.
    const ordered = JSON.parse(canonicalText(args)) as JsonValue;
    const pointers = (judge(schema, ordered, steps) ?? []).slice(0, MAX_ISSUES).map((fault) => placeOf(fault, ordered, names));
    return pointers.length === 0 ? WHOLE : [...new Set(pointers)].sort();
  };
}

/** Null where the arguments fit; no faults where the steps ran out. */
function judge(schema: CompiledSchema, args: JsonValue, steps: Steps): readonly SchemaFault[] | null {
  steps.restart();
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
