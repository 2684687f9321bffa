import { joinPointer } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import { compareSets } from "./compare-keyword.js";
import type { ObjectPair, Walk } from "./schema-change.js";
import { own } from "./schema-text.js";

/** Types and listed values; a list of values says their types as well. */
export function compareValues({ before, after, place, field }: ObjectPair, { tell }: Walk): void {
  const [old, next] = [listedIn(before), listedIn(after)];
  const listed = compareSets(old, next);
  const keyword = Object.hasOwn(next === null ? before : after, "const") ? "const" : "enum";
  const change = { kind: "value", place: joinPointer(place, keyword), field } as const;
  if (listed !== null) tell({ ...change, direction: listed, before: writtenIn(before), after: writtenIn(after) });
  // Where both list their values, the lists have told it.
  if (old !== null && next !== null) return;
  const types = compareSets(typesIn(before, old), typesIn(after, next));
  if (types === null) return;
  tell({
    kind: "value",
    direction: types,
    place: joinPointer(place, "type"),
    field,
    before: own(before, "type"),
    after: own(after, "type"),
  });
}

function listedIn(schema: JsonObject): JsonArray | null {
  if (Object.hasOwn(schema, "const")) return [schema.const as JsonValue];
  const listed = own(schema, "enum");
  return Array.isArray(listed) ? listed : null;
}

function writtenIn(schema: JsonObject): JsonValue | undefined {
  return own(schema, "const") ?? own(schema, "enum");
}

/** A number is an integer or a fraction. Null where nothing is said of types. */
function typesIn(schema: JsonObject, listed: JsonArray | null): JsonArray | null {
  const type = own(schema, "type");
  if (type !== undefined) return ([type].flat() as JsonArray).flatMap((each) => (each === "number" ? ["integer", "fraction"] : [each]));
  return listed === null ? null : listed.map(typeOf);
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "fraction") : typeof value;
}
