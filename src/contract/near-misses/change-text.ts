import type { ResultReason } from "../result-catalogue.js";
import { type Change, type DeclaredPlace, foreign } from "./change.js";
import { boundAt, listedAt, saysAnyOf } from "./declared-at.js";
import { ORDER } from "./near-miss.js";

/** Code points that a string of no bound is lengthened to, where the limit of bytes allows. */
const LONG = 4096;
/** What no reader sees, or sees elsewhere than it stands: a bell, a line end, a right-to-left override, a zero-width space, a tag. */
const UNSEEN = ["\u0007", "\n", "\u202e", "\u200b", "\u{e0041}"];
/** What a lenient reader of dates takes for 2 March; no value of any other format either. */
const NO_SUCH_DAY = "2026-02-30T12:00:00Z";
const ID = /(?:^|[_.-])id$|[a-z]Id$/i;

/** Strings that are all but right. */
export function* changeText(at: DeclaredPlace, value: string): Generator<Change> {
  const { declared, pointer, steps, file } = at;
  yield* foreign(at, "object", "object-for-text", { value, message: ORDER });
  yield* foreign(at, "null", "null-for-text", null);
  yield* foreign(at, "array", "array-for-text", [value]);
  const tied = [...(file.bind ?? []), ...(file.belongs ?? [])].some(({ data }) => data === pointer);
  if (tied || ID.test(`${steps[steps.length - 1] ?? ""}`)) yield { kind: "empty-id", value: "" };
  if (listedAt(declared) !== null) yield { kind: "unknown-value", value: ORDER };
  if (saysAnyOf(declared, "format")) yield { kind: "not-the-format", value: NO_SUCH_DAY };
  else if (file.fresh?.field === pointer) yield { kind: "no-such-time", value: NO_SUCH_DAY, expect: ["result.time", "result.schema"] };
  yield* tooLong(at, value);
  yield* unseen(at, value);
}

function* tooLong({ declared, pointer, file }: DeclaredPlace, value: string): Generator<Change> {
  const most = boundAt(declared, "maxLength", "low");
  const text = file.text?.find(({ field }) => field === pointer);
  const held = saysAnyOf(declared, "pattern", "format", "enum", "const");
  if (most !== null) yield { kind: "over-long", value: lengthened(value, most + 1) };
  else if (held || text === undefined) {
    const room = Math.max(1, Math.min(LONG, file.limits.bytes >> 2));
    yield { kind: "over-long", value: lengthened(value, [...value].length + room) };
  }
  if (text === undefined || (most !== null && most <= text.max)) return;
  yield {
    kind: "over-long-text",
    value: lengthened(value, text.max + 1),
    expect: held ? ["result.text", "result.schema"] : ["result.text"],
  };
}

/** The last character again and again: a pattern without an end takes that first. */
function lengthened(value: string, length: number): string {
  const points = [...value];
  const last = points[points.length - 1] ?? "x";
  return points.slice(0, length).join("") + last.repeat(Math.max(0, length - points.length));
}

function* unseen({ declared, pointer, file }: DeclaredPlace, value: string): Generator<Change> {
  if (!(file.text ?? []).some(({ field }) => field === pointer)) return;
  const held = saysAnyOf(declared, "pattern", "format", "enum", "const");
  const expect: [ResultReason, ...ResultReason[]] = held ? ["result.text", "result.schema"] : ["result.text"];
  const most = [...value].slice(0, -1).join("");
  for (const character of UNSEEN) yield { kind: "unseen-character", value: most + character, expect };
}
