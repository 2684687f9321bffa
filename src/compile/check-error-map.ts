import type { AnswerKind } from "../contract/answer.js";
import type { ContractFile } from "../contract/contract-file.js";
import type { MapEntry } from "../contract/extract/extract-file.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import { type Check, distinct, list, refuse, shaped, whole } from "./policy-shapes.js";

const MAX_RULES = 16;
const MAX_VALUES = 64;
const CLASSES: readonly unknown[] = ["3xx", "4xx", "5xx"];
/** As far as a system goes. */
export const EXIT_CODE = whole(0, 0xffff_ffff);
const HTTP_STATUS = whole(100, 999);

function status(value: JsonValue, place: JsonPointer): void {
  if (!CLASSES.includes(value)) {
    if (typeof value === "string") refuse(place, 'must be a status such as 404, or one of "3xx", "4xx", "5xx"');
    HTTP_STATUS(value, place);
  }
}

function code(value: JsonValue, place: JsonPointer): void {
  const fits = typeof value === "string" ? value.length <= 256 : Number.isSafeInteger(value);
  if (!fits) refuse(place, "must be a string of at most 256 characters or a whole number: the upstream's own code");
}

function isTrue(value: JsonValue, place: JsonPointer): void {
  if (value !== true) refuse(place, "must be true");
}

const CODES = { code: distinct(code, MAX_VALUES) } as const;
const ENTRIES: Readonly<Record<Exclude<AnswerKind, "json">, Check>> = {
  http: shaped({ status: distinct(status, MAX_VALUES) }, CODES),
  command: shaped({ exit_code: distinct(EXIT_CODE, MAX_VALUES) }, CODES),
  mcp: shaped({ is_error: isTrue }, CODES),
};

/** Checks every `errors.<CODE>.map` against the kind of answer (spec/results.md#failures). */
export function checkErrorMaps({ answer = "json", errors, extract }: ContractFile): void {
  const successes = new Set([...(extract?.status ?? []), ...(extract?.exit_codes ?? [])]);
  let asks = false;
  for (const [name, { map }] of Object.entries(errors)) {
    if (map === undefined) continue;
    const place = joinPointer("/errors", name, "map");
    if (answer === "json") refuse(place, 'is not for "answer": "json", where the adapter gives the code itself; remove it');
    list(ENTRIES[answer], MAX_RULES)(map as unknown as JsonValue, place);
    for (const [at, entry] of map.entries()) {
      const where = joinPointer(place, at);
      asks ||= entry.code !== undefined;
      if (entry.code !== undefined && extract?.failure === undefined)
        refuse(joinPointer(where, "code"), 'has no place in the answer; add "failure": { "code": "/..." } to extract');
      if (extract?.outcome === undefined) checkFails(entry, successes, where);
    }
  }
  if (extract?.failure !== undefined && !asks)
    refuse("/extract/failure", 'reads a code that no map of "errors" names; write one, or remove this');
}

/** A status is of a success or of a failure, unless the answer itself tells which. */
function checkFails({ status: statuses = [], exit_code = [] }: MapEntry, successes: ReadonlySet<number>, place: JsonPointer): void {
  const both = [...statuses, ...exit_code].find((one) => typeof one === "number" && successes.has(one));
  if (both !== undefined) refuse(place, `takes ${both}, which extract has as a success; add "outcome" to extract, or remove it`);
}
