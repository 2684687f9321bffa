import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { isObject, list, oneOf, refuse, shaped, whole } from "./policy-shapes.js";

const MAX_LINES = 64;
const MAX_REPEAT = 100_000;

const COUNT = shaped({ least: whole(0, MAX_REPEAT), most: whole(1, MAX_REPEAT) });

function count(value: JsonValue, place: JsonPointer): void {
  if (value === "one" || value === "optional") return;
  if (!isObject(value)) refuse(place, 'must be "one", "optional" or { "least": 0, "most": 20 }');
  COUNT(value, place);
  if ((value.least as number) > (value.most as number)) refuse(joinPointer(place, "least"), "is above most; no answer fits");
}

function text(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string") refuse(place, "must be a string");
}

function groupName(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || !/^[a-z][a-z0-9_]{0,31}$/.test(value))
    refuse(place, "must be a name of 1 to 32 of a-z 0-9 _ that starts with a letter");
}

function line(value: JsonValue, place: JsonPointer): void {
  shaped({ pattern: text }, { count, as: groupName })(value, place);
  const { count: times, as } = value as JsonObject;
  if (isObject(times ?? null) && as === undefined) refuse(place, 'has lines that repeat and no "as", the array that they go into');
  if (!isObject(times ?? null) && as !== undefined)
    refuse(joinPointer(place, "as"), "is for lines that repeat; the groups of one line are members");
}

const GRAMMAR = shaped(
  { lines: list(line, MAX_LINES) },
  { order: oneOf("fixed", "any"), line_end: oneOf("lf", "crlf"), last_line: oneOf("ended", "open") },
);

/** `"empty"`, `"json"`, or a grammar of lines. */
export function stream(value: JsonValue, place: JsonPointer): void {
  if (isObject(value)) GRAMMAR(value, place);
  else if (value !== "empty" && value !== "json") refuse(place, 'must be "empty", "json" or { "lines": [...] }');
}
