import { canonicalText } from "../json/canonical-text.js";
import { quote } from "../json/quote.js";
import type { JsonValue } from "../json/value.js";

/** The members that objects of one kind may have, in canonical order. */
export type Shape = readonly (readonly [name: string, head: string])[];

/** @param names Of plain letters, in the order of their UTF-16 units. */
export function shapeOf(...names: readonly string[]): Shape {
  return names.map((name) => [name, `"${name}":`] as const);
}

/**
 * The canonical text of an object whose kind is known: its members need not be listed and sorted, which takes most of the time of
 * a general serialiser. A member that is absent is left out, and so is one that the shape does not have.
 */
export function membersText(object: object, shape: Shape): string {
  let text = "{";
  for (const [name, head] of shape) {
    const value = Object.hasOwn(object, name) ? (object as Readonly<Record<string, JsonValue | undefined>>)[name] : undefined;
    if (value === undefined) continue;
    text += text === "{" ? head : `,${head}`;
    text += typeof value === "string" ? quote(value) : typeof value === "object" && value !== null ? listText(value) : `${value}`;
  }
  return `${text}}`;
}

/** The same for a list of such objects; null for none. */
export function listOfMembers(objects: readonly object[] | undefined, shape: Shape): string {
  if (objects === undefined) return "null";
  let text = "";
  for (const object of objects) text += text === "" ? membersText(object, shape) : `,${membersText(object, shape)}`;
  return `[${text}]`;
}

function listText(value: JsonValue): string {
  if (!Array.isArray(value)) return canonicalText(value);
  let text = "";
  for (const item of value as readonly JsonValue[]) {
    const one = typeof item === "string" ? quote(item) : canonicalText(item);
    text += text === "" ? one : `,${one}`;
  }
  return `[${text}]`;
}
