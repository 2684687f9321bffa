import { ConfigurationError } from "../decision/configuration-error.js";
import { IMPACTS } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../json/value.js";
import { parseTimestamp } from "../trust/timestamp.js";
import { didYouMean } from "./did-you-mean.js";

/** Refuses a value that is not what the member takes; `place` is the value's pointer. */
export type Check = (value: JsonValue, place: JsonPointer) => void;
export type Shape = ReadonlyMap<string, Check>;

/** S2, and the ids of rules. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;
const NAME_FORM = "a name has 1 to 128 of A-Z a-z 0-9 . _ : / - and starts with a letter or digit";
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
const MAX_POINTER = 512;

export function refuse(place: JsonPointer, message: string): never {
  throw new ConfigurationError(place === "" ? `the policy ${message}` : message, { place });
}

export function checkMembers(object: JsonObject, place: JsonPointer, shape: Shape): void {
  for (const [member, value] of Object.entries(object)) {
    const at = joinPointer(place, member);
    const check = shape.get(member);
    if (check === undefined)
      refuse(at, `is no member here${didYouMean(member, shape.keys()) || `; the members are ${[...shape.keys()].join(", ")}`}`);
    check(value, at);
  }
}

/** An object of these members, some of which must be there. */
export function object(shape: Shape, ...needed: readonly string[]): Check {
  return (value, place) => {
    if (!isObject(value)) refuse(place, "must be an object");
    checkMembers(value, place, shape);
    for (const member of needed) if (!Object.hasOwn(value, member)) refuse(joinPointer(place, member), "is missing");
  };
}

/** The same, the members that must be there apart from those that may. */
export function shaped(needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  return object(new Map([...Object.entries(needed), ...Object.entries(optional)]), ...Object.keys(needed));
}

/** A check, and that one of the names is there and no other of them. */
export function exactlyOne(check: Check, names: readonly string[]): Check {
  return (value, place) => {
    check(value, place);
    if (names.filter((each) => Object.hasOwn(value as object, each)).length !== 1) refuse(place, `must have one of ${names.join(", ")}`);
  };
}

/** A list of at least one element and at most `most`. */
export function list(each: Check, most: number): Check {
  return (value, place) => {
    if (!Array.isArray(value)) refuse(place, "must be an array");
    if (value.length === 0) refuse(place, "is empty: write an element, or leave the member out");
    if (value.length > most) refuse(place, `has more than ${most} elements`);
    for (const [index, element] of (value as JsonArray).entries()) each(element, joinPointer(place, index));
  };
}

/** The same where no element may stand twice. */
export function distinct(each: Check, most: number): Check {
  const check = list(each, most);
  return (value, place) => {
    check(value, place);
    const elements = value as readonly string[];
    const again = elements.findIndex((element, at) => elements.indexOf(element) < at);
    if (again >= 0) refuse(joinPointer(place, again), "stands here a second time; remove one");
  };
}

export function byTool(check: Check): Check {
  return (value, place) => {
    if (!isObject(value)) refuse(place, "must be an object");
    for (const [toolName, inner] of Object.entries(value)) {
      const at = joinPointer(place, toolName);
      if (!NAME.test(toolName)) refuse(at, `is no tool name: ${NAME_FORM}`);
      check(inner, at);
    }
  };
}

export function oneOf(...values: readonly (string | number)[]): Check {
  const words = `must be ${values.length > 1 ? "one of " : ""}${quoted(values)}`;
  return (value, place) => {
    const known: readonly unknown[] = values;
    if (known.includes(value)) return;
    refuse(place, `${words}${typeof value === "string" ? didYouMean(value, values.map(String)) : ""}`);
  };
}

export const impact = oneOf(...IMPACTS);

export function impacts(value: JsonValue, place: JsonPointer): void {
  if (!Array.isArray(value)) refuse(place, "must be an array");
  for (const [index, each] of value.entries()) impact(each as JsonValue, joinPointer(place, index));
  if (new Set(value).size !== value.length) refuse(place, "names an impact twice; remove one");
}

export function seconds(value: JsonValue, place: JsonPointer): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1) refuse(place, "must be a whole number of seconds above 0");
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number): Check {
  const words = `must be a whole number from ${least} to ${most}`;
  return (value, place) => {
    if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most) refuse(place, words);
  };
}

export function name(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || !NAME.test(value)) refuse(place, `is no name: ${NAME_FORM}`);
}

/** A place in a document. */
export function pointerInto(what: string, example: string): Check {
  return (value, place) => {
    if (typeof value !== "string" || !POINTER.test(value) || value.length > MAX_POINTER)
      refuse(place, `must be a JSON pointer into ${what} such as "${example}"`);
  };
}

export const pointer = pointerInto("the arguments", "/amount_minor");

export function time(value: JsonValue, place: JsonPointer): void {
  if (parseTimestamp(value) === null) refuse(place, "must be an RFC 3339 time such as 2027-01-31T00:00:00Z");
}

export function boolean(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "boolean") refuse(place, "must be true or false");
}

export function checkObject(value: JsonValue, place: JsonPointer): void {
  if (!isObject(value)) refuse(place, "must be an object");
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
