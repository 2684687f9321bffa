import { canonicalText } from "../../json/canonical-text.js";
import { parseBytes } from "../../json/parse-json.js";
import type { JsonValue } from "../../json/value.js";
import type { Answer } from "../answer.js";
import type { ResultReason } from "../result-catalogue.js";

/** An answer with one thing wrong in it. */
export interface Spoilt {
  readonly kind: string;
  readonly place: string;
  readonly answer: Answer;
  /** None: nothing of it may be seen, and the agent gets what it got before. */
  readonly expect: readonly ResultReason[];
}

/** Makes an answer of the fixture's kind out of bytes that stand where its JSON stood. */
export type Wrap = (bytes: Uint8Array) => Answer;

const ENCODER = new TextEncoder();

export function textBytes(text: string): Uint8Array {
  return ENCODER.encode(text);
}

export function jsonBytes(value: JsonValue): Uint8Array {
  return ENCODER.encode(canonicalText(value));
}

/** What a fixture's JSON holds; undefined where it is none. */
export function valueIn(bytes: Uint8Array): JsonValue | undefined {
  const value = parseBytes(bytes, { maxBytes: Math.max(1, bytes.length), maxDepth: 64 });
  return value.ok ? value.value : undefined;
}
