import { parseTimestamp } from "../../trust/timestamp.js";
import { codePoints } from "../args-functions.js";
import { add, divide, double, instant, int, multiply, negate, remainder, subtract } from "./arithmetic.js";
import { equal, holds, order } from "./compare.js";
import { containsText } from "./contains-text.js";
import type { StepCount } from "./steps.js";
import { give, Instant, isList, isMap, Span, type Value } from "./value.js";

/** What a condition can call, operators among it, by name and number of arguments (spec/policy.md#when-functions). */
type Call = (a: Value, b: Value, steps: StepCount) => Value;

const NANOS: ReadonlyMap<string, bigint> = new Map([
  ["h", 3_600_000_000_000n],
  ["m", 60_000_000_000n],
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["us", 1_000n],
  ["ns", 1n],
]);
const SECOND = 1_000_000_000n;
const DAY = 86_400n;
const INTEGER = /^-?(?:0|[1-9][0-9]{0,18})$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const MAX_NUMBER_TEXT = 64;
const SPAN = /^(-?)((?:[0-9]{1,18}(?:\.[0-9]{1,9})?(?:h|ms|m|us|s|ns))+)$/;
const SPAN_PART = /([0-9]+)(?:\.([0-9]+))?(h|ms|m|us|s|ns)/g;

export const FUNCTIONS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ["!/1", (a) => (typeof a === "boolean" ? !a : give("no bool"))],
  ["-/1", negate],
  ["==/2", equal],
  ["!=/2", (a, b, steps) => !equal(a, b, steps)],
  ["</2", (a, b, steps) => order(a, b, steps) < 0],
  ["<=/2", (a, b, steps) => order(a, b, steps) <= 0],
  [">/2", (a, b, steps) => order(a, b, steps) > 0],
  [">=/2", (a, b, steps) => order(a, b, steps) >= 0],
  ["in/2", holds],
  ["+/2", add],
  ["-/2", subtract],
  ["*/2", multiply],
  ["//2", divide],
  ["%/2", remainder],
  ["size/1", size],
  ["startsWith/2", onTexts((text, part) => text.startsWith(part))],
  ["endsWith/2", onTexts((text, part) => text.endsWith(part))],
  ["contains/2", onTexts(containsText)],
  ["int/1", costly(toInt)],
  ["double/1", costly(toDouble)],
  ["string/1", costly(toText)],
  ["timestamp/1", costly((a) => (typeof a === "bigint" ? instant(int(a) * SECOND) : instant(parseTimestamp(a) ?? give("no timestamp"))))],
  ["duration/1", costly((a) => new Span(typeof a === "string" ? readSpan(a) : give("no duration")))],
  ["getFullYear/1", onDate((date) => date.getUTCFullYear())],
  ["getMonth/1", onDate((date) => date.getUTCMonth())],
  ["getDate/1", onDate((date) => date.getUTCDate())],
  ["getDayOfMonth/1", onDate((date) => date.getUTCDate() - 1)],
  ["getDayOfWeek/1", onDate((date) => date.getUTCDay())],
  ["getHours/1", onTime((seconds) => (seconds % DAY) / 3600n, 3600n)],
  ["getMinutes/1", onTime((seconds) => (seconds % 3600n) / 60n, 60n)],
  ["getSeconds/1", onTime((seconds) => seconds % 60n, 1n)],
]);

/** What is called by a name rather than written as an operator. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set(
  [...FUNCTIONS.keys()].map((key) => key.slice(0, -2)).filter((called) => /^[a-z]{3}/i.test(called)),
);

/** Characters of a text (code points), elements of a list, members of an object. */
function size(value: Value, _: Value, steps: StepCount): Value {
  if (typeof value === "string") {
    steps.text(value.length * 8);
    return BigInt(codePoints(value));
  }
  if (isList(value)) return BigInt(value.length);
  if (!isMap(value)) return give("nothing with a size");
  const names = Object.keys(value);
  steps.take(names.length);
  return BigInt(names.length);
}

function onTexts(judge: (text: string, part: string) => boolean): Call {
  return (text, part, steps) => {
    if (typeof text !== "string" || typeof part !== "string") return give("no text");
    steps.text((text.length + part.length) * 8);
    return judge(text, part);
  };
}

/** What takes as long as so many steps. */
function costly(call: Call): Call {
  return (a, b, steps) => {
    steps.take(16);
    return call(a, b, steps);
  };
}

function toInt(value: Value): Value {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return int(BigInt(Math.trunc(value)));
  return typeof value === "string" && INTEGER.test(value) ? int(BigInt(value)) : give("no integer");
}

function toDouble(value: Value): Value {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  const isNumber = typeof value === "string" && value.length <= MAX_NUMBER_TEXT && NUMBER.test(value);
  return isNumber ? double(Number(value)) : give("no double");
}

function toText(value: Value): Value {
  if (typeof value === "string") return value;
  return typeof value === "bigint" || typeof value === "number" || typeof value === "boolean" ? `${value}` : give("no text form");
}

/** `1h30m`, `1.5s`, `-250ms`. */
function readSpan(text: string): bigint {
  const match = text.length <= MAX_NUMBER_TEXT ? SPAN.exec(text) : null;
  if (match === null) return give("no duration");
  let nanos = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of (match[2] as string).matchAll(SPAN_PART)) {
    const one = NANOS.get(unit) as bigint;
    nanos += BigInt(whole) * one + (BigInt(fraction.padEnd(9, "0")) * one) / SECOND;
  }
  return int(match[1] === "-" ? -nanos : nanos);
}

/** Calendar days are UTC: a zone's rules would be whatever the host last installed. */
function onDate(read: (date: Date) => number): Call {
  return (value) => {
    if (!(value instanceof Instant)) return give("no timestamp");
    return BigInt(read(new Date(Number(floorSeconds(value)) * 1000)));
  };
}

/** Of a moment its part of the day in UTC; of a length of time the whole of it in that unit. */
function onTime(read: (seconds: bigint) => bigint, unit: bigint): Call {
  return (value) => {
    if (value instanceof Span) return value.nanos / SECOND / unit;
    if (!(value instanceof Instant)) return give("no timestamp or duration");
    const seconds = floorSeconds(value) % DAY;
    return read(seconds < 0n ? seconds + DAY : seconds);
  };
}

function floorSeconds({ nanos }: Instant): bigint {
  const seconds = nanos / SECOND;
  return nanos % SECOND < 0n ? seconds - 1n : seconds;
}
