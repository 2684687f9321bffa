import type { ContractFile } from "../contract/contract-file.js";
import { isResultReason, RESULT_REASONS } from "../contract/result-catalogue.js";
import { INVALID_RESPONSE } from "../contract/result-decision.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import { isRequestId } from "../decision/request-id.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { isKeyId, isPlainText } from "../trust/names.js";
import { checkExtract } from "./check-extract.js";
import { checkFixtureAnswer } from "./check-fixture-answer.js";
import { checkRetry, checkRetryCodes } from "./check-retry.js";
import { didYouMean } from "./did-you-mean.js";
import {
  boolean,
  type Check,
  checkObject,
  distinct,
  exactlyOne,
  isObject,
  list,
  name,
  oneOf,
  pointerInto,
  refuse,
  shaped,
  time,
  whole,
} from "./policy-shapes.js";

const MAX_TIES = 16;
const MAX_SELECTED = 64;
const MAX_ERRORS = 64;
const MAX_FIXTURES = 256;
const MAX_TEXT = 4096;
/** Seconds of 366 days. */
const MAX_WINDOW = 31_622_400;
/** Seconds of a day: older facts are fetched again. */
const MAX_RECEIPT = 86_400;
/** Bytes, levels, elements: what one answer may be at most, whoever asks. */
const MOST = { bytes: 16 * 1024 * 1024, depth: 64, items: 100_000 } as const;

const field = pointerInto("the data", "/project_id");
const inRequest: Check = (value, place) => {
  pointerInto("the request", "/args/project_id")(value, place);
  if (!/^\/(?:args|context)\//.test(value as string)) refuse(place, "must begin with /args/ or /context/: what was asked, or who asks");
};

const TIE = shaped({ data: field, request: inRequest });
const CHECK_TIE = shaped({ data: field, check: name });
const TIES = list(TIE, MAX_TIES);
const EXPECT_SUCCESS = shaped({ outcome: oneOf("success"), data: checkObject }, { untrusted_text: checkObject });
const EXPECT_FAILURE = shaped({ outcome: oneOf("failure"), code: errorCode }, { reason });

const BOTH_SHOWN = "a contract shows one answer that it takes and one that it refuses at least";

/** A list that cannot be left out. */
const shownList = (each: Check, most: number): Check => {
  const check = list(each, most);
  return (value, place) => (Array.isArray(value) && value.length === 0 ? refuse(place, `is empty; ${BOTH_SHOWN}`) : check(value, place));
};

const CHECK = shaped(
  {
    contract: oneOf(1),
    tool: name,
    version: name,
    owner: plainText,
    upstream: exactlyOne(
      shaped({ adapter: plainText }, { endpoint: plainText, command: plainText, signature: shaped({ keys: distinct(keyId, MAX_TIES) }) }),
      ["endpoint", "command"],
    ),
    limits: shaped({ bytes: whole(1, MOST.bytes), depth: whole(1, MOST.depth), items: whole(1, MOST.items) }),
    data: checkObject,
    errors,
    select: list(selection, MAX_SELECTED),
    fixtures: shownList(
      shaped(
        {
          title: plainText,
          answer: checkObject,
          request: shaped({ id: requestId, args: checkObject }, { context: checkObject }),
          now: time,
          expect: (value, place) => (isObject(value) && value.outcome === "failure" ? EXPECT_FAILURE : EXPECT_SUCCESS)(value, place),
        },
        { checks: checkAnswers },
      ),
      MAX_FIXTURES,
    ),
  },
  {
    ends: time,
    answer: oneOf("json", "http", "command", "mcp"),
    extract: checkObject,
    bind: TIES,
    belongs: list(belonging, MAX_TIES),
    fresh: shaped({ field, max_age_seconds: whole(0, MAX_WINDOW), max_ahead_seconds: whole(0, MAX_WINDOW) }),
    receipt: shaped({}, { name, lifetime_seconds: whole(1, MAX_RECEIPT) }),
    text: list(shaped({ field, max: whole(1, MAX_TEXT) }), MAX_TIES),
    retry: checkRetry,
    on_invalid: shaped({ circuit_after: whole(1, 100) }),
  },
);

/**
 * Checks the shape of a contract file (spec/results.md#contract), by hand like a policy's (spec/decisions/0014). That fixtures of
 * both outcomes are there is part of it.
 *
 * @throws ConfigurationError with the first fault's pointer, what may stand there, and the name that was probably meant
 */
export function checkContractFile(value: JsonValue): ContractFile {
  if (!isObject(value)) throw new ConfigurationError("the contract must be a JSON object");
  CHECK(value, "");
  const file = value as unknown as ContractFile;
  if (file.upstream.signature !== undefined && (file.answer ?? "json") !== "json")
    refuse("/upstream/signature", "needs the adapter's own envelope, which carries it; an answer of another kind has no place for one");
  checkExtract(file);
  for (const [at, { answer }] of file.fixtures.entries())
    checkFixtureAnswer(answer, file.answer ?? "json", joinPointer("/fixtures", at, "answer"));
  checkRetryCodes(file);
  for (const outcome of ["success", "failure"] as const) {
    if (file.fixtures.some(({ expect }) => expect.outcome === outcome)) continue;
    refuse("/fixtures", `expects no ${outcome}; ${BOTH_SHOWN}`);
  }
  return file;
}

function errors(value: JsonValue, place: JsonPointer): void {
  if (!isObject(value)) refuse(place, "must be an object of codes; {} where the adapter reports no failure");
  const codes = Object.entries(value);
  if (codes.length > MAX_ERRORS) refuse(place, `has more than ${MAX_ERRORS} codes`);
  const entry = shaped({ retryable: boolean }, { map: () => {} });
  for (const [code, inner] of codes) {
    const at = joinPointer(place, code);
    errorCode(code, at);
    if (code === INVALID_RESPONSE) refuse(at, "is the gate's own code for an answer that does not hold, and never retryable; leave it out");
    entry(inner, at);
  }
}

function errorCode(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || !/^[A-Z][A-Z0-9_]{1,63}$/.test(value))
    refuse(place, "must be a code such as NOT_FOUND: 2 to 64 of A-Z 0-9 _");
}

function reason(value: JsonValue, place: JsonPointer): void {
  if (typeof value === "string" && isResultReason(value)) return;
  const guess = typeof value === "string" ? didYouMean(value, RESULT_REASONS) : "";
  refuse(place, `must be a reason of spec/results.md${guess}`);
}

function selection(value: JsonValue, place: JsonPointer): void {
  if (typeof value === "string") field(value, place);
  else shaped({ field }, { as: name, optional: boolean })(value, place);
}

function plainText(value: JsonValue, place: JsonPointer): void {
  if (!isPlainText(value)) refuse(place, "must be one line of 1 to 256 visible characters");
}

function belonging(value: JsonValue, place: JsonPointer): void {
  (isObject(value) && Object.hasOwn(value, "check") ? CHECK_TIE : TIE)(value, place);
}

function keyId(value: JsonValue, place: JsonPointer): void {
  if (!isKeyId(value)) refuse(place, "must be the id of a key: letters, digits and ._:@/-, at most 128");
}

function checkAnswers(value: JsonValue, place: JsonPointer): void {
  checkObject(value, place);
  for (const [check, answer] of Object.entries(value as JsonObject)) boolean(answer, joinPointer(place, check));
}

function requestId(value: JsonValue, place: JsonPointer): void {
  if (!isRequestId(value)) refuse(place, "must be 8 to 64 of A-Z a-z 0-9 _ . and start with a letter or digit");
}
