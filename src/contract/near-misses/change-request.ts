import type { JsonPointer } from "../../decision/issue.js";
import { equalsJson } from "../../json/equal-json.js";
import { valueAt } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import { formatTimestamp, parseTimestamp } from "../../trust/timestamp.js";
import { fieldOf } from "../field.js";
import type { ResultCheck } from "../result-options.js";
import { stepsIn } from "./change-source.js";
import type { AskedRequest, Base, NearMiss } from "./near-miss.js";
import { isObject, replaceAt } from "./places.js";

const SECOND = 1_000_000_000n;
/** The first and the last instant that a timestamp has a text for. */
const FIRST = parseTimestamp("0000-01-01T00:00:00Z") as bigint;
const LAST = parseTimestamp("9999-12-31T23:59:59Z") as bigint;

/** What a function of the host's may answer beside `true`: nothing of it confirms. */
const DOUBTS: readonly (readonly [string, ResultCheck])[] = [
  ["not-confirmed", () => false],
  ["half-confirmed", (() => "true") as unknown as ResultCheck],
  [
    "check-throws",
    () => {
      throw new Error("unknown");
    },
  ],
];

/** The same answer to another question, or at another time: nothing about its form is wrong. */
export function* changeRequest(base: Base): Generator<NearMiss> {
  const { file, request, data, now, answer, checks } = base;
  const miss = (kind: string, place: JsonPointer, expect: NearMiss["expect"], changed: Partial<NearMiss>): NearMiss => {
    return { kind, place, answer, request, now, checks, expect, ...changed };
  };
  for (const { request: asked } of file.bind ?? []) {
    const value = valueAt(request as unknown as JsonObject, asked);
    if (value === undefined) continue;
    for (const [kind, other] of [
      ["wrong-value", otherThan(value)],
      ["wrong-type", asOtherType(value)],
    ] as const) {
      yield miss(kind, asked, ["result.bind"], { request: requestWith(request, asked, other) });
    }
    yield miss("nothing-to-bind", asked, ["result.request_incomplete"], { request: requestWith(request, asked, undefined) });
  }
  for (const entry of file.belongs ?? []) {
    if ("check" in entry) {
      for (const [kind, check] of DOUBTS)
        yield miss(kind, `/data${entry.data}`, ["result.belongs"], { checks: { ...checks, [entry.check]: check } });
      continue;
    }
    const { data: field, request: asked } = entry;
    const [given, members] = [valueAt(data, field), valueAt(request as unknown as JsonObject, asked)];
    if (given === undefined || !Array.isArray(members)) continue;
    const others = (members as JsonArray).filter((each) => !equalsJson(each, given));
    yield miss("not-a-member", asked, ["result.belongs"], { request: requestWith(request, asked, others) });
    yield miss("nothing-to-belong-to", asked, ["result.request_incomplete"], { request: requestWith(request, asked, undefined) });
  }
  yield* changeTime(base, miss);
}

type Miss = (kind: string, place: JsonPointer, expect: NearMiss["expect"], changed: Partial<NearMiss>) => NearMiss;

function* changeTime({ file, data }: Base, miss: Miss): Generator<NearMiss> {
  const { fresh, ends } = file;
  const end = ends === undefined ? null : parseTimestamp(ends);
  if (end !== null) yield miss("after-the-end", "", ["result.contract_ended"], { now: timeText(end) });
  const observed = fresh === undefined ? null : parseTimestamp(valueAt(data, fresh.field));
  if (fresh === undefined || observed === null) return;
  const place = `/data${fresh.field}`;
  const [stale, early] = [observed + BigInt(fresh.max_age_seconds) * SECOND + 1n, observed - BigInt(fresh.max_ahead_seconds) * SECOND - 1n];
  // Where the contract has ended by then, that is told first.
  if (stale <= LAST)
    yield miss("stale", place, [end !== null && stale >= end ? "result.contract_ended" : "result.stale"], { now: timeText(stale) });
  if (early >= FIRST) yield miss("ahead", place, ["result.future"], { now: timeText(early) });
}

/** A request that lacks what stands at the pointer, or has another value there. */
function requestWith(request: AskedRequest, pointer: JsonPointer, value: JsonValue | undefined): AskedRequest {
  const steps = stepsIn(request as unknown as JsonObject, fieldOf(pointer).steps);
  return replaceAt(request as unknown as JsonObject, steps, value) as unknown as AskedRequest;
}

function otherThan(value: JsonValue): JsonValue {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return Number.isSafeInteger(value + 1) ? value + 1 : 0;
  if (typeof value === "boolean") return !value;
  if (isObject(value)) return { ...value, countersign_other: true };
  return value === null ? 0 : [...(value as JsonArray), "countersign_other"];
}

/** What a lenient comparison would take for the same. */
function asOtherType(value: JsonValue): JsonValue {
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : [value];
}

function timeText(nanos: bigint): string {
  const fraction = ((nanos % SECOND) + SECOND) % SECOND;
  const seconds = Number((nanos - fraction) / SECOND);
  const whole = formatTimestamp(seconds * 1000);
  return fraction === 0n ? whole : whole.replace("Z", `.${`${fraction}`.padStart(9, "0")}Z`);
}
