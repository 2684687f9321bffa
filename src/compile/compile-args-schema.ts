import { _, Ajv2020, type Options } from "ajv/dist/2020.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { argsCheck, type CompiledSchema } from "../policy/args-check.js";
import { countSteps, FORMAT_NAMES, formats, type Steps } from "../policy/args-functions.js";
import type { CompileArgs } from "../policy/build-policy.js";
import type { ArgsCheck } from "../policy/policy.js";
import { ajvKeywords } from "./ajv-keywords.js";
import { type Patterns, pointerOf } from "./check-keyword.js";
import { checkRecursion } from "./check-recursion.js";
import { checkUnevaluated } from "./check-unevaluated.js";
import { copySchema, type EngineSchema } from "./copy-schema.js";
import { didYouMean } from "./did-you-mean.js";
import { readSchema } from "./read-schema.js";
import { refuse } from "./refuse.js";
import { hasKeyword, type SchemaGraph, type SchemaNode } from "./schema-graph.js";
import { refuseStrayMembers } from "./stray-members.js";
import { weigh } from "./weigh-schema.js";
import { counted, type WholeMatch } from "./whole-match.js";

/** Most schemas and listed names in the `args` of all tools together: a policy must not hang the load. */
const MAX_PARTS = 1_000;

/** What the schemas of one policy share. */
export interface Room {
  readonly patterns: Patterns;
  /** Parts that may still come. */
  left: number;
}

export function newRoom(): Room {
  return { patterns: new Map(), left: MAX_PARTS };
}

/**
 * A compiler of `args` schemas (spec/policy.md#args): JSON Schema 2020-12 on Ajv in strict mode, held closed, patterns on
 * RE2, decimals exact. One per policy.
 *
 * The check says whether the arguments fit, and the places that do not; it stops at the first fault, and each pointer holds
 * only names that the schema declares, or indexes.
 *
 * @throws ConfigurationError from the compiler, with the place in the file, for whatever is refused
 * @example
 * const check = argsCompiler()({ type: "object", properties: { amount: { type: "integer", minimum: 1 } } }, "/tools/pay/args", "pay");
 * check({ amount: 0 }); // { fits: false, places: ["/amount"] }
 * check({ amount: 1, note: "x" }); // { fits: false, places: [""] }
 */
export function argsCompiler(): CompileArgs {
  const steps = countSteps();
  const room = newRoom();
  const ajv = newAjv(steps, room.patterns, true);
  let count = 0;
  return (schema, place) => {
    const prepared = prepareArgsSchema(schema, place, room);
    count += 1;
    return argsCheck({ ...prepared, validate: compileEngineSchema(ajv, prepared.schema, place, `args:${count}`) }, steps);
  };
}

/** One schema as it is written, with neither the closing rule nor the lints: what the published test suite runs on. */
export function compileRawSchema(schema: JsonValue): ArgsCheck {
  const steps = countSteps();
  const patterns: Patterns = new Map();
  const graph = readSchema(schema, { file: "", lint: false, patterns });
  const entered = checkRecursion(graph, "");
  checkUnevaluated(graph, "");
  const validate = compileEngineSchema(newAjv(steps, patterns, false), copySchema(graph, weigh(graph, entered)), "");
  return argsCheck({ validate, names: namesIn(graph), ordered: isOrdered(graph, entered) }, steps);
}

/** A schema that passed every check, closed and ready for the engine. */
export interface PreparedSchema {
  readonly schema: Exclude<EngineSchema, boolean>;
  /** Member names that the schema declares. */
  readonly names: ReadonlySet<string>;
  /** Members are judged in canonical order. */
  readonly ordered: boolean;
}

/** Checks a tool's schema and closes its root. */
export function prepareArgsSchema(schema: JsonObject, place: JsonPointer, room: Room): PreparedSchema {
  const graph = readSchema(schema, { file: place, lint: true, patterns: room.patterns });
  room.left -= partsOf(graph);
  if (room.left < 0) refuse(place, "", `the schemas of one file together have more than ${MAX_PARTS} parts; split the file`);
  const root = rootOf(graph);
  if (hasKeyword(root, "type") && schema.type !== "object") refuse(place, "/type", 'must be "object": what is judged is an object');
  const open = !hasKeyword(root, "additionalProperties") && !hasKeyword(root, "unevaluatedProperties");
  const entered = checkRecursion(graph, place);
  if (open && entered.has(root)) {
    refuse(
      place,
      "",
      "a schema that refers back to its root must close itself; write additionalProperties at the root, or move the recursion to $defs",
    );
  }
  checkUnevaluated(graph, place);
  checkRequired(graph, place);
  const copy = copySchema(graph, weigh(graph, entered)) as Exclude<EngineSchema, boolean>;
  const closing = open ? { unevaluatedProperties: false } : {};
  return { schema: { ...copy, type: "object", ...closing }, names: namesIn(graph), ordered: isOrdered(graph, entered) };
}

/** What an engine may do besides: say which part of the schema a fault is of; take values for objects that lend it no member (own-data.ts). */
interface Engine {
  readonly verbose?: boolean;
  readonly ownProperties?: boolean;
}

/** The engine with every relaxation off. `strict` is Ajv's set of lints: only the published test suite goes without. */
export function newAjv(
  steps: Steps,
  patterns: Patterns,
  strict: boolean,
  code: Options["code"] = {},
  { verbose = false, ownProperties = true }: Engine = {},
): Ajv2020 {
  refuseStrayMembers("schemas");
  const engineFor = Object.assign((pattern: string) => counted(patterns.get(pattern) as WholeMatch, steps), {
    code: "countedMatch(steps)",
  });
  const ajv = new Ajv2020({
    strict,
    allowUnionTypes: true,
    // checkRequired looks in the whole schema, not only beside the keyword.
    strictRequired: false,
    // Ajv would test this lint on the backtracking engine.
    allowMatchingProperties: true,
    ownProperties,
    // No loops over lists of the schema: see hardened.
    loopRequired: Number.MAX_SAFE_INTEGER,
    // What stops at the first fault does not grow with the number of faults.
    allErrors: false,
    messages: false,
    verbose,
    validateFormats: true,
    // A definition is compiled once, however often it is referred to.
    inlineRefs: false,
    // readSchema has judged the schema; the meta-schema would cost most of a cold start.
    meta: false,
    validateSchema: false,
    logger: false,
    // No second pass over the code: it takes a third of the load, and the host's compiler does the same.
    code: { ...code, optimize: false, lines: true, formats: _`formats`, regExp: engineFor, process: hardened },
  });
  for (const keyword of ajvKeywords(steps)) {
    ajv.removeKeyword(keyword.keyword as string);
    ajv.addKeyword(keyword);
  }
  for (const name of FORMAT_NAMES) ajv.addFormat(name, formats[name]);
  return ajv;
}

/**
 * Generated code walks names with the array iterator, and counts the faults of a reference by the length of a list that
 * array methods fill: a page that replaced them could open a closed object (spec/decisions/0010). Statements stand on lines
 * of their own, and no string holds a line break, so nothing that an operator wrote is rewritten.
 */
export function hardened(code: string): string {
  const own = code
    .replaceAll(/^errors = vErrors\.length;$/gm, "errors++;")
    .replaceAll(/^for\(const (\w+) of Object\.keys\((\w+)\)\)\{$/gm, "for(const $1 in $2){\nif(!Object.hasOwn($2, $1)) continue;");
  if (/^(?:for\(.* of |errors = vErrors)/m.test(own)) throw new Error("the schema engine wrote code of a form that is not known");
  return own;
}

/** `id` keeps `#` in one schema from meaning the root of another. */
export function compileEngineSchema(ajv: Ajv2020, schema: EngineSchema, place: JsonPointer, id = "args:0"): CompiledSchema {
  try {
    return ajv.compile(typeof schema === "boolean" ? schema : { ...schema, $id: id }) as CompiledSchema;
  } catch (error) {
    throw told(error, place);
  }
}

/** What the engine's strict mode refuses, and what to write instead. */
const LINTS: readonly (readonly [RegExp, string])[] = [
  [/missing type "([^"]*)" for keyword "([^"]*)"/, '"$2" judges nothing but type $1; write "type": "$1" beside it'],
];

function told(error: unknown, file: JsonPointer): ConfigurationError {
  const message = error instanceof Error ? error.message : String(error);
  const fragment = / at (?:path )?"[^"#]*(#[^"]*?)\/?"/.exec(message)?.[1];
  const place = file + (fragment === undefined ? "" : (pointerOf(fragment) ?? ""));
  for (const [form, advice] of LINTS) {
    const match = form.exec(message);
    if (match !== null) {
      const text = advice.replaceAll(/\$(\d)/g, (_all, group: string) => match[Number(group)] ?? "");
      return new ConfigurationError(text, { place }, { cause: error });
    }
  }
  return new ConfigurationError(message.replace(/^strict mode: /, ""), { place }, { cause: error });
}

/** Keywords that walk members in the order that they come in. */
const WALKS = ["patternProperties", "propertyNames", "additionalProperties", "unevaluatedProperties"] as const;

/**
 * A check ends at the first fault, and also where steps or work run out: where members are judged as they come, their order
 * would decide which is first (POLICY-43).
 */
function isOrdered(graph: SchemaGraph, entered: ReadonlySet<SchemaNode>): boolean {
  if (entered.size > 0) return true;
  for (const { schema } of graph.values()) {
    if (typeof schema === "object" && WALKS.some((name) => Object.hasOwn(schema, name) && typeof schema[name] !== "boolean")) return true;
  }
  return false;
}

function rootOf(graph: SchemaGraph): SchemaNode {
  return graph.get("") as SchemaNode;
}

/** Member names that stand under `properties` anywhere in the schema. */
function namesIn(graph: SchemaGraph): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { schema } of graph.values()) {
    if (typeof schema === "object") for (const name of Object.keys(schema.properties ?? {})) names.add(name);
  }
  return names;
}

/** Each schema, and each name that `required` and `dependentRequired` list, is code of its own. */
function partsOf(graph: SchemaGraph): number {
  let parts = graph.size;
  for (const { schema } of graph.values()) {
    if (typeof schema === "boolean") continue;
    parts += ((schema.required ?? []) as readonly string[]).length;
    for (const names of Object.values(schema.dependentRequired ?? {})) parts += 1 + (names as readonly string[]).length;
  }
  return parts;
}

/** A required name that no `properties` declares is a typing error that would block every call. */
function checkRequired(graph: SchemaGraph, file: JsonPointer): void {
  const names = namesIn(graph);
  for (const { schema, place } of graph.values()) {
    if (typeof schema === "boolean") continue;
    const stray = ((schema.required ?? []) as readonly string[]).find((name) => !names.has(name));
    if (stray === undefined) continue;
    const guess = didYouMean(stray, names);
    refuse(file, `${place}/required`, `${JSON.stringify(stray)} is required and nowhere defined${guess || "; add it to properties"}`);
  }
}
