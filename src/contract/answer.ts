import { isBytes } from "../json/is-bytes.js";

/** Exactly one JSON value, the adapter's envelope. */
export interface JsonAnswer {
  readonly kind: "json";
  readonly bytes: Uint8Array;
}

/** What a tool gave, told apart by `kind`. */
export type Answer = JsonAnswer;

/** TypeError for what is no answer: that is the host's mistake, not the tool's. */
export function readAnswerInput(answer: Answer): Uint8Array {
  if (typeof answer !== "object" || answer === null) throw new TypeError('answer must be { kind: "json", bytes }');
  if (answer.kind !== "json") throw new TypeError('answer.kind must be "json"');
  const { bytes } = answer;
  if (!isBytes(bytes)) throw new TypeError("answer.bytes must be a Uint8Array: the bytes as they came");
  return bytes;
}
