import type { JsonPointer } from "../../decision/issue.js";
import { canonicalText } from "../../json/canonical-text.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";

/** Elements of one array, and places of one answer, that near misses are made at: like elements are judged alike. */
const MAX_ELEMENTS = 4;
const MAX_PLACES = 400;

export interface Place {
  readonly steps: readonly (string | number)[];
  readonly pointer: JsonPointer;
  readonly value: JsonValue;
}

/** A value and what stands in it, level by level, so that a cap cuts what lies deep. */
export function placesIn(root: JsonValue): readonly Place[] {
  const places: Place[] = [{ steps: [], pointer: "", value: root }];
  for (let at = 0; at < places.length && places.length < MAX_PLACES; at += 1) {
    const { steps, pointer, value } = places[at] as Place;
    for (const [step, inner] of membersOf(value)) {
      if (places.length < MAX_PLACES) places.push({ steps: [...steps, step], pointer: joinPointer(pointer, step), value: inner });
    }
  }
  return places;
}

function membersOf(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (isObject(value)) return Object.entries(value);
  return Array.isArray(value) ? (value as JsonArray).slice(0, MAX_ELEMENTS).map((each, at) => [at, each] as const) : [];
}

/** A copy with another value at a place; undefined takes the member away. */
export function replaceAt(root: JsonValue, steps: readonly (string | number)[], value: JsonValue | undefined): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return value as JsonValue;
  if (Array.isArray(root)) {
    const copy: JsonValue[] = [...(root as JsonArray)];
    copy[step as number] = replaceAt(copy[step as number] as JsonValue, rest, value);
    return copy;
  }
  const entries = Object.entries(root as JsonObject).flatMap(([name, inner]): readonly (readonly [string, JsonValue])[] => {
    if (name !== step) return [[name, inner]];
    return rest.length === 0 && value === undefined ? [] : [[name, replaceAt(inner, rest, value)]];
  });
  return Object.fromEntries(entries);
}

/** Stands for text that is put in afterwards: no value that a contract takes is this one. */
const HOLE = "countersign_hole_7d1f";

/** The text of a value in which raw text stands at a place. */
export function textWith(root: JsonValue, steps: readonly (string | number)[], raw: string): string {
  const [before = "", after = ""] = canonicalText(replaceAt(root, steps, HOLE)).split(`"${HOLE}"`);
  return `${before}${raw}${after}`;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
