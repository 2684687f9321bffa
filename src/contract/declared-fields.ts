import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject } from "../json/value.js";
import { declaredAt } from "./near-misses/declared-at.js";

const MAX_LEVELS = 8;
const MAX_FIELDS = 200;

/** The fields that a `data` schema declares, each at its deepest; what stands in an array counts as the array. */
export function declaredFields(schema: JsonObject): readonly JsonPointer[] {
  const fields: JsonPointer[] = [];
  const visit = (steps: readonly string[]): void => {
    const { always, maybe } = declaredAt(schema, steps);
    const names = steps.length === MAX_LEVELS ? [] : [...new Set([...always, ...maybe].flatMap(namesIn))];
    for (const name of names) if (fields.length < MAX_FIELDS) visit([...steps, name]);
    if (names.length === 0 && steps.length > 0) fields.push(joinPointer("", ...steps));
  };
  visit([]);
  return fields;
}

function namesIn(schema: JsonObject): readonly string[] {
  return Object.hasOwn(schema, "properties") ? Object.keys(schema.properties as JsonObject) : [];
}
