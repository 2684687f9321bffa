import { joinPointer } from "../../json/pointer.js";
import type { JsonObject } from "../../json/value.js";
import type { ObjectPair, Walk } from "./schema-change.js";
import { listOf, own } from "./schema-text.js";

/** Schemas that judge the same object may declare its members too, so that one schema alone does not tell what is let in. */
const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "patternProperties"];
const CLOSING = ["additionalProperties", "unevaluatedProperties"] as const;

/** What an object requires, declares and lets in. */
export function compareMembers(pair: ObjectPair, walk: Walk): void {
  compareRequired(pair, walk);
  compareDeclared(pair, walk);
  compareClosing(pair, walk);
}

function compareRequired({ before, after, place, field }: ObjectPair, { tell }: Walk): void {
  const [had, has] = [listOf(own(before, "required")), listOf(own(after, "required"))] as readonly [readonly string[], readonly string[]];
  const told = { kind: "presence", place: joinPointer(place, "required") } as const;
  for (const name of has)
    if (!had.includes(name)) tell({ ...told, direction: "narrower", field: [...field, name], before: undefined, after: name });
  for (const name of had)
    if (!has.includes(name)) tell({ ...told, direction: "wider", field: [...field, name], before: name, after: undefined });
}

function compareDeclared({ before, after, place, field }: ObjectPair, { tell, visit, knownNames }: Walk): void {
  const [had, has] = [own(before, "properties") ?? {}, own(after, "properties") ?? {}] as [JsonObject, JsonObject];
  const plain = isPlain(before) && isPlain(after);
  for (const name of new Set([...Object.keys(had), ...Object.keys(has)])) {
    const [old, next] = [own(had, name), own(has, name)];
    const at = { place: joinPointer(place, "properties", name), field: [...field, name] };
    if (old !== undefined && next !== undefined) visit({ before: old, after: next, ...at });
    // Where nothing declared the name before, nothing let it in.
    else if (next !== undefined)
      tell({ ...at, kind: "member", direction: plain || !knownNames.has(name) ? "wider" : "unknown", before: old, after: next });
    else tell({ ...at, kind: "member", direction: plain ? "narrower" : "unknown", before: old, after: next });
  }
}

/** A contract has no other word for it than `false`; where nothing is put together, either keyword says the same. */
function compareClosing({ before, after, place, field }: ObjectPair, { tell, rootPlace }: Walk): void {
  const closing = (schema: JsonObject): readonly string[] => {
    const written = CLOSING.filter((keyword) => Object.hasOwn(schema, keyword));
    // The root is closed in any case (spec/results.md#closed).
    return written.length === 0 && place === rootPlace ? ["unevaluatedProperties"] : written;
  };
  const [old, next] = [closing(before), closing(after)];
  if (isPlain(before) && isPlain(after) && old.length > 0 && next.length > 0) return;
  for (const keyword of CLOSING) {
    if (old.includes(keyword) === next.includes(keyword)) continue;
    const written = { before: own(before, keyword), after: own(after, keyword) };
    tell({ kind: "value", direction: "unknown", place: joinPointer(place, keyword), field, ...written });
  }
}

function isPlain(schema: JsonObject): boolean {
  return !COMPOSING.some((keyword) => Object.hasOwn(schema, keyword));
}
