import type { AnswerKind } from "../contract/answer.js";
import type { AnswerEntry } from "../contract/contract-file.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonValue } from "../json/value.js";
import { type Check, exactlyOne, refuse, shaped, whole } from "./policy-shapes.js";

const FORMS = ["text", "hex", "json"] as const;
const BYTES = { text, hex, json: () => {} } as const;
const bytes = exactlyOne(shaped({}, BYTES), FORMS);

const ANSWERS: Readonly<Record<AnswerKind, Check>> = {
  json: bytes,
  http: shaped({ http: exactlyOne(shaped({ status: whole(0, 999), media_type: orNull(text) }, BYTES), FORMS) }),
  command: shaped({ command: shaped({ exit_code: orNull(whole(0, 0xffff_ffff)), stdout: bytes }, { stderr: bytes }) }),
  mcp: exactlyOne(shaped({}, { ...BYTES, mcp: bytes }), [...FORMS, "mcp"]),
};

/** Checks the answer of a fixture against the contract's kind (spec/results.md#fixtures). */
export function checkFixtureAnswer(answer: AnswerEntry, kind: AnswerKind, place: JsonPointer): void {
  ANSWERS[kind](answer as unknown as JsonValue, place);
}

function orNull(check: Check): Check {
  return (value, place) => {
    if (value !== null) check(value, place);
  };
}

function text(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string") refuse(place, "must be a string");
}

function hex(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || !/^(?:[0-9a-f]{2})*$/.test(value)) refuse(place, "must be bytes in lower-case hex");
}
