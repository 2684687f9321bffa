import { fieldOf } from "../../contract/field.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonObject } from "../../json/value.js";
import type { Patterns } from "../check-keyword.js";
import type { SchemaNode } from "../schema-graph.js";
import { everyWay, excludes, own } from "./every-way.js";
import { type FieldSchemas, schemasAt, wholeValue } from "./field-schemas.js";
import type { ContractFinding } from "./finding.js";
import type { LintQuestion } from "./lint.js";
import { takesProse } from "./pattern-bounds.js";

const REMEDY = 'give it an "enum" or a pattern, or mark the field under "text"';

/** Strings that reach the agent and may say anything: an instruction in one of them is read like any other. */
export function lintSelected({ file, graph, patterns }: LintQuestion): readonly ContractFinding[] {
  const texts = new Set((file.text ?? []).map(({ field }) => field));
  const told = everyWay((schema) => excludes(schema, "string") || isTold(schema, patterns));
  return file.select.flatMap((entry, at): readonly ContractFinding[] => {
    const pointer = typeof entry === "string" ? entry : entry.field;
    if (texts.has(pointer)) return [];
    const loose = looseIn(schemasAt(graph, fieldOf(pointer).steps, patterns), told);
    return loose === null
      ? []
      : [
          {
            lint: "selected-string",
            place: joinPointer("/select", at),
            says: `gives the agent a string that may say anything (/data${loose.place})`,
            remedy: REMEDY,
          },
        ];
  });
}

/** The first string of a selected value that no schema holds to a form; null where each is held. */
function looseIn({ always, maybe }: FieldSchemas, told: (node: SchemaNode) => boolean): SchemaNode | null {
  const looseBelow = (start: SchemaNode) => wholeValue(start).find((node) => !told(node)) ?? null;
  const fixed = always.map(looseBelow);
  if (fixed.includes(null)) return null;
  const branches = maybe.map(looseBelow);
  if (branches.length > 0 && branches.every((loose) => loose === null)) return null;
  return fixed[0] ?? branches.find((loose) => loose !== null) ?? null;
}

/** A pattern that takes prose says nothing. */
function isTold(schema: JsonObject, patterns: Patterns): boolean {
  if (["enum", "const", "format"].some((name) => Object.hasOwn(schema, name))) return true;
  const pattern = own(schema, "pattern");
  const match = typeof pattern === "string" ? patterns.get(pattern) : undefined;
  return match !== undefined && !takesProse(match.test);
}
