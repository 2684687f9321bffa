import { canonicalText } from "../../json/canonical-text.js";
import type { JsonValue } from "../../json/value.js";
import type { ResultReason } from "../result-catalogue.js";
import { ORDER, STRANGER } from "./near-miss.js";
import { isObject, placesIn, textWith } from "./places.js";

export interface ChangedBytes {
  readonly kind: string;
  readonly place: string;
  readonly bytes: Uint8Array;
  readonly expect: readonly [ResultReason];
}

const ENCODER = new TextEncoder();
/** Banners and error pages are what a connector puts where an answer should be. */
const BANNER = `NOTICE: ${ORDER}\n`;
const PAGE = `<html><body>502 Bad Gateway. ${ORDER}</body></html>`;
const BOM = [0xef, 0xbb, 0xbf];

/** The JSON text of an answer, spoilt: what is told of it hangs on no schema. */
export function* changeBytes(bytes: Uint8Array, { maxBytes, maxDepth }: { maxBytes: number; maxDepth: number }): Generator<ChangedBytes> {
  const made = (kind: string, changed: Uint8Array, reason: ResultReason): ChangedBytes => {
    return { kind, place: "", bytes: changed, expect: [changed.length > maxBytes ? "limit.bytes" : reason] };
  };
  yield made("banner-before", joined(ENCODER.encode(BANNER), bytes), "json.syntax");
  yield made("text-behind", joined(bytes, ENCODER.encode(`\n${BANNER}`)), "json.trailing_data");
  yield made("second-answer", joined(bytes, bytes), "json.trailing_data");
  yield made("cut-short", bytes.subarray(0, bytes.lastIndexOf(0x7d)), "json.syntax");
  yield made("error-page", ENCODER.encode(PAGE), "json.syntax");
  yield made("nothing", new Uint8Array(0), "json.empty");
  yield made("byte-order-mark", joined(Uint8Array.from(BOM), bytes), "json.bom");
  yield made("not-utf8", joined(bytes, Uint8Array.of(0xff)), "json.invalid_utf8");
  yield made("too-many-bytes", joined(bytes, new Uint8Array(Math.max(1, maxBytes + 1 - bytes.length)).fill(0x20)), "limit.bytes");
  yield made("too-deep", ENCODER.encode("[".repeat(maxDepth + 1) + "]".repeat(maxDepth + 1)), "limit.depth");
}

/** Two members of one name, at each level of the answer: two readers take two values, and a parsed value no longer shows it. */
export function* duplicateMembers(root: JsonValue, maxBytes: number): Generator<ChangedBytes> {
  for (const { steps, pointer, value } of placesIn(root)) {
    if (!isObject(value)) continue;
    const [name] = Object.keys(value);
    if (name === undefined) continue;
    // The true value comes last: a reader that keeps the last sees nothing.
    const raw = `{${canonicalText(name)}:${canonicalText(STRANGER)},${canonicalText(value).slice(1)}`;
    const bytes = ENCODER.encode(textWith(root, steps, raw));
    const reason = bytes.length > maxBytes ? "limit.bytes" : "json.duplicate_name";
    yield { kind: "duplicate-member", place: pointer, bytes, expect: [reason] };
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
