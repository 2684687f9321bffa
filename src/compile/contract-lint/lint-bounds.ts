import { fieldOf } from "../../contract/field.js";
import type { JsonObject } from "../../json/value.js";
import { hasKeyword } from "../schema-graph.js";
import { everyWay, excludes, lacking, listedValues, own } from "./every-way.js";
import { schemasAt } from "./field-schemas.js";
import type { ContractFinding, ContractLint } from "./finding.js";
import { findingAt, type LintQuestion } from "./lint.js";
import { isBounded } from "./pattern-bounds.js";

interface Bound {
  readonly lint: ContractLint;
  readonly types: readonly string[];
  readonly bounds: (schema: JsonObject) => boolean;
  readonly says: string;
  readonly remedy: string;
}

const has = (schema: JsonObject, ...names: readonly string[]) => names.some((name) => Object.hasOwn(schema, name));

const STRING: Bound = {
  lint: "unbounded-string",
  types: ["string"],
  bounds: (schema) => has(schema, "maxLength", "format") || isBoundedPattern(own(schema, "pattern")),
  says: "takes a string of any length",
  remedy: 'add "maxLength", an "enum", or a pattern without * + {n,}',
};
const ARRAY: Bound = {
  lint: "unbounded-array",
  types: ["array"],
  bounds: (schema) => has(schema, "maxItems") || own(schema, "items") === false,
  says: "takes an array of any length",
  remedy: 'add "maxItems", as many as the agent has use for',
};
const NUMBER_TYPES = ["number", "integer"];
const LOW: Bound = {
  lint: "unbounded-number",
  types: NUMBER_TYPES,
  bounds: (schema) => has(schema, "minimum", "exclusiveMinimum"),
  says: "takes a number however small",
  remedy: 'add "minimum"',
};
const HIGH: Bound = {
  lint: "unbounded-number",
  types: NUMBER_TYPES,
  bounds: (schema) => has(schema, "maximum", "exclusiveMaximum"),
  says: "takes a number however large",
  remedy: 'add "maximum"',
};
const EITHER: Bound = {
  ...HIGH,
  bounds: (schema) => LOW.bounds(schema) || HIGH.bounds(schema),
  says: "takes any number",
  remedy: 'add "minimum" and "maximum"',
};

/** Strings, arrays and numbers that the schema does not bound: whoever answers decides how much of them there is. */
export function lintBounds({ file, graph, patterns, values }: LintQuestion): readonly ContractFinding[] {
  // The contract itself bounds these, in code points.
  const texts = new Set((file.text ?? []).flatMap(({ field }) => schemasAt(graph, fieldOf(field).steps, patterns).always));
  const find = ({ lint, types, bounds, says, remedy }: Bound, but: ReadonlySet<object> = NONE) => {
    const holds = everyWay((schema) => listedValues(schema) !== null || excludes(schema, ...types) || bounds(schema));
    return values.flatMap((value) =>
      but.has(value) ? [] : lacking(value, holds).map((node) => ({ node, finding: findingAt(lint, node, says, remedy) })),
    );
  };
  const unbounded = find(EITHER);
  const told = new Set<object>(unbounded.map(({ node }) => node));
  const halves = [...find(LOW), ...find(HIGH)].filter(({ node }) => !told.has(node));
  return [...find(STRING, texts), ...find(ARRAY), ...unbounded, ...halves].map(({ finding }) => finding);
}

const NONE: ReadonlySet<object> = new Set();

function isBoundedPattern(pattern: unknown): boolean {
  return typeof pattern === "string" && isBounded(pattern);
}

/** A format is of strings: beside a type that is none, nothing asserts it. */
export function lintFormats({ graph }: LintQuestion): readonly ContractFinding[] {
  const never = everyWay((schema) => excludes(schema, "string"));
  return [...graph.values()]
    .filter((node) => hasKeyword(node, "format") && never(node))
    .map((node) =>
      findingAt(
        "format-not-asserted",
        node,
        "stands where no string may, so that nothing asserts it",
        'write "type": "string", or remove the format',
        "/format",
      ),
    );
}
