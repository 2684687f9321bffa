import type { JsonObject } from "../json/value.js";
import { printableName } from "../wire/printable-name.js";

const { hasOwn } = Object;
/** Most names that are told. */
const MAX_TOLD = 8;

/** Names that an envelope does not have, made printable; null where there are none. */
export function unknownMembers(object: JsonObject, known: (name: string) => boolean): readonly string[] | null {
  let names: string[] | null = null;
  for (const name in object) {
    if (!hasOwn(object, name) || known(name)) continue;
    names ??= [];
    if (names.length < MAX_TOLD) names[names.length] = printableName(name);
  }
  return names === null ? null : Object.freeze(names.sort());
}
