import type { JsonValue } from "../../json/value.js";
import { type Answer, answerSize, type JsonAnswer } from "../answer.js";
import { changeBytes, duplicateMembers } from "./change-bytes.js";
import { changeData } from "./change-data.js";
import { changeEnvelope } from "./change-envelope.js";
import { limitHit } from "./limit-hit.js";
import type { Base } from "./near-miss.js";
import { isObject } from "./places.js";
import { jsonBytes, type Spoilt, valueIn, type Wrap } from "./spoilt.js";

/** The adapter's envelope, its bytes, and the data in it. */
export function* spoilJson({ bytes }: JsonAnswer, base: Base): Generator<Spoilt> {
  const { file } = base;
  const envelope = valueIn(bytes);
  if (!isObject(envelope)) return;
  const wrap: Wrap = (changed) => ({ kind: "json", bytes: changed });
  yield* spoilBytes(bytes, envelope, base, wrap);
  for (const { kind, place, envelope: changed, expect } of changeEnvelope(envelope, file)) {
    yield { kind, place, ...written(wrap, changed, base, expect) };
  }
  for (const { kind, place, data, expect } of changeData(base)) {
    yield { kind, place: `/data${place}`, ...written(wrap, { ...envelope, data }, base, expect) };
  }
}

/** The text of JSON, wherever it stands. */
export function* spoilBytes(bytes: Uint8Array, value: JsonValue, { file, answer }: Base, wrap: Wrap): Generator<Spoilt> {
  const { limits } = file;
  // What else the answer holds counts as well.
  const maxBytes = limits.bytes - (answerSize(answer) - bytes.length);
  for (const { bytes: changed, ...told } of changeBytes(bytes, { maxBytes, maxDepth: limits.depth }))
    yield { ...told, answer: wrap(changed) };
  for (const { bytes: changed, ...told } of duplicateMembers(value, maxBytes)) yield { ...told, answer: wrap(changed) };
}

/** A changed value as an answer, and what it is refused for if a limit does not come first. */
export function written(
  wrap: Wrap,
  value: JsonValue,
  { file }: Base,
  expect: Spoilt["expect"],
): { readonly answer: Answer; readonly expect: Spoilt["expect"] } {
  const answer = wrap(jsonBytes(value));
  const limit = limitHit(answerSize(answer), value, file);
  return { answer, expect: limit === null ? expect : [limit] };
}
