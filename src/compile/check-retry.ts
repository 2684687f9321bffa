import type { ContractFile } from "../contract/contract-file.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import { didYouMean } from "./did-you-mean.js";
import { boolean, type Check, distinct, object, oneOf, refuse, whole } from "./policy-shapes.js";

const MAX_ATTEMPTS = 10;
/** Ten minutes: no agent waits longer for one answer. */
const MAX_BUDGET_MS = 600_000;
const MAX_WAIT_MS = 60_000;
const MAX_CODES = 64;

const CLASSES = oneOf("transport", "upstream", "invalid");
/** Classes that no contract can have tried again, and what to do instead. */
const NEVER: Readonly<Record<string, string>> = {
  unauthorised: "is never tried again: the action needs a new decision",
  mismatch: "is never tried again: the adapter or the contract must be mended",
};

const aClass: Check = (value, place) => {
  if (typeof value === "string" && Object.hasOwn(NEVER, value)) refuse(place, NEVER[value] as string);
  CLASSES(value, place);
};
/** Which codes there are is checked beside `errors`. */
const aCode: Check = (value, place) => {
  if (typeof value !== "string") refuse(place, "must be a code of errors");
};

const SHAPE = object(
  new Map<string, Check>([
    ["idempotent", boolean],
    ["budget_ms", whole(1, MAX_BUDGET_MS)],
    ["attempt_ms", whole(1, MAX_BUDGET_MS)],
    ["unauthorised", distinct(aCode, MAX_CODES)],
    ["attempts", whole(2, MAX_ATTEMPTS)],
    ["first_wait_ms", whole(1, MAX_WAIT_MS)],
    ["max_wait_ms", whole(1, MAX_WAIT_MS)],
    // More than there are classes, so that one which is never tried again is told as that.
    ["on", distinct(aClass, 8)],
    ["codes", distinct(aCode, MAX_CODES)],
  ]),
  "idempotent",
  "budget_ms",
);
const OF_RETRIES = ["attempts", "first_wait_ms", "max_wait_ms", "on"] as const;

/** The shape of `retry`; only a tool that says it is idempotent is asked twice (spec/results.md#retries). */
export function checkRetry(value: JsonValue, place: JsonPointer): void {
  SHAPE(value, place);
  const retry = value as unknown as NonNullable<ContractFile["retry"]>;
  const at = (member: string) => joinPointer(place, member);
  for (const member of retry.idempotent ? OF_RETRIES : ([...OF_RETRIES, "codes"] as const)) {
    if (retry.idempotent && !Object.hasOwn(retry, member)) refuse(at(member), "is missing");
    if (!retry.idempotent && Object.hasOwn(retry, member)) {
      refuse(at(member), "is for a tool that may be asked twice; leave it out, or say idempotent where that is so");
    }
  }
  const { budget_ms, attempt_ms = budget_ms, first_wait_ms = 0, max_wait_ms = 0, on = [] } = retry;
  if (attempt_ms > budget_ms) refuse(at("attempt_ms"), "is longer than budget_ms");
  if (first_wait_ms > max_wait_ms) refuse(at("max_wait_ms"), "is shorter than first_wait_ms");
  if (on.includes("upstream") !== Object.hasOwn(retry, "codes"))
    refuse(at("codes"), on.includes("upstream") ? "is missing: the codes to try again on" : 'says nothing without "upstream" in on');
}

/** Codes of `retry` against those of `errors`: both must say the same of trying again. */
export function checkRetryCodes({ retry, errors }: ContractFile): void {
  for (const member of ["codes", "unauthorised"] as const) {
    for (const [at, code] of (retry?.[member] ?? []).entries()) {
      const place = joinPointer("/retry", member, at);
      const entry = Object.hasOwn(errors, code) ? errors[code] : undefined;
      if (entry === undefined) refuse(place, `is no code of errors${didYouMean(code, Object.keys(errors))}`);
      const wanted = member === "codes";
      if (entry.retryable !== wanted) {
        const word = wanted ? "false, so it is not tried again" : "true, and what was not authorised is not tried again";
        refuse(place, `has "retryable": ${word}`);
      }
    }
  }
}
