import type { ContractFile } from "../contract/contract-file.js";
import { parseMediaType } from "../contract/extract/media-type.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../json/value.js";
import { checkErrorMaps, EXIT_CODE } from "./check-error-map.js";
import { stream } from "./check-grammar.js";
import { didYouMean } from "./did-you-mean.js";
import { boolean, type Check, distinct, isObject, list, oneOf, pointerInto, refuse, shaped, whole } from "./policy-shapes.js";

const MAX_FIELDS = 64;
const MAX_PAIRS = 256;
const MAX_STATUSES = 16;
const MAX_PLACES = 9;
/** Levels of `each` in one another. */
const MAX_EACH = 4;

const inData = pointerInto("the data", "/project_id");
const inAnswer = pointerInto("the answer", "/result/id");

function scalar(value: JsonValue, place: JsonPointer): void {
  if (typeof value === "object" && value !== null) refuse(place, "must be a string, a number, true, false or null");
}

/** Two values that are told apart by their very type. */
function pair(value: JsonValue, place: JsonPointer): void {
  if (!Array.isArray(value) || value.length !== 2) refuse(place, "must be [value of the answer, value of the data]");
  for (const [at, one] of (value as JsonArray).entries()) scalar(one, joinPointer(place, at));
}

const READERS = ["integer", "decimal", "digits", "epoch_seconds", "epoch_milliseconds"] as const;
const oneOfPairs: Check = (value, place) => {
  list(pair, MAX_PAIRS)(value, place);
  const froms = (value as readonly JsonArray[]).map(([from]) => from);
  const again = froms.findIndex((from, at) => froms.indexOf(from) < at);
  if (again >= 0) refuse(joinPointer(place, again), "names a value a second time; remove one");
};
const minorUnits = shaped({ minor_units: whole(0, MAX_PLACES) });
const values = shaped({ one_of: oneOfPairs });

const READ_WORDS = `${READERS.map((name) => `"${name}"`).join(", ")}, { "minor_units": 2 } or { "one_of": [[from, to], ...] }`;

function read(value: JsonValue, place: JsonPointer): void {
  if (isObject(value) && Object.hasOwn(value, "minor_units")) minorUnits(value, place);
  else if (isObject(value) && Object.hasOwn(value, "one_of")) values(value, place);
  else if (!(READERS as readonly unknown[]).includes(value))
    refuse(place, `must be ${READ_WORDS}${typeof value === "string" ? didYouMean(value, READERS) : ""}`);
}

function optional(value: JsonValue, place: JsonPointer): void {
  if (value !== "or null") boolean(value, place);
}

function source(value: JsonValue, place: JsonPointer): void {
  if (value !== "") inAnswer(value, place);
}

function fields(level: number): Check {
  return (value, place) => {
    if (level > MAX_EACH) refuse(place, `is more than ${MAX_EACH} levels of "each" deep; let an adapter flatten the answer`);
    list((entry, at) => fieldEntry(entry, at, level), MAX_FIELDS)(value, place);
  };
}

function fieldEntry(value: JsonValue, place: JsonPointer, level: number): void {
  if (typeof value === "string") {
    source(value, place);
    if (value === "") refuse(place, 'is the whole; write { "from": "", "to": "/name" }');
    checkNames(value, place);
    return;
  }
  shaped({ from: source }, { to: inData, read, optional, each: fields(level + 1) })(value, place);
  const { from, to, read: reader, each } = value as JsonObject;
  if (reader !== undefined && each !== undefined) refuse(place, 'has "read" and "each"; what is read stands inside of "each"');
  if (from === "" && to === undefined) refuse(place, 'is of the whole and has no name of its own; add "to"');
  checkNames((to ?? from) as string, place);
}

function checkNames(to: string, place: JsonPointer): void {
  if (to.split("/").includes("__proto__")) refuse(place, "names __proto__, which no member may be called");
}

const OUTCOME: Check = (value, place) => {
  shaped({ field: inAnswer, success: scalar, failure: scalar })(value, place);
  const { success, failure } = value as JsonObject;
  if (success === failure) refuse(joinPointer(place, "failure"), "is the value of success; one of them tells nothing");
};

function mediaType(value: JsonValue, place: JsonPointer): void {
  const parsed = typeof value === "string" ? parseMediaType(value) : null;
  if (parsed === null) refuse(place, 'must be a media type such as "application/json"');
  const charset = parsed.parameters.find(({ name }) => name === "charset")?.value;
  if (charset !== undefined && charset.toLowerCase() !== "utf-8") refuse(place, "has a charset other than utf-8, as which a body is read");
}

function contentKind(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || !/^[a-z][a-z_]{0,31}$/.test(value) || value === "text")
    refuse(place, 'must be a kind of content beside text, such as "resource_link"');
}

const SHAPES = {
  http: shaped(
    { status: distinct(whole(200, 299), MAX_STATUSES), media_type: mediaType },
    { outcome: OUTCOME, fields: fields(1), failure: shaped({ code: inAnswer }, { media_type: mediaType }) },
  ),
  command: shaped(
    { exit_codes: distinct(EXIT_CODE, MAX_STATUSES), stdout: stream, stderr: stream },
    { outcome: OUTCOME, fields: fields(1), failure: shaped({ code: inAnswer, stdout: stream, stderr: stream }) },
  ),
  mcp: shaped(
    { from: oneOf("structured", "text") },
    { beside: distinct(contentKind, MAX_STATUSES), fields: fields(1), failure: shaped({ code: inAnswer }) },
  ),
} as const;

/**
 * Checks `extract` and the maps of `errors` against the file's kind of answer (spec/results.md#extract).
 *
 * @throws ConfigurationError with the first fault's pointer
 */
export function checkExtract(file: ContractFile): void {
  const { answer = "json", extract } = file;
  if (answer === "json") {
    if (extract !== undefined) refuse("/extract", 'is not for "answer": "json", where the adapter writes the data itself; remove it');
  } else if (extract === undefined) refuse("/extract", `is missing: how an answer of kind ${answer} becomes data`);
  else SHAPES[answer](extract as unknown as JsonValue, "/extract");
  checkErrorMaps(file);
}
