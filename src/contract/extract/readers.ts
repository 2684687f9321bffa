import { judgeNumber } from "../../json/judge-number.js";
import type { JsonValue } from "../../json/value.js";
import { formatTimestamp, hasTimestamp } from "../../trust/timestamp.js";
import type { Reader, Scalar } from "./extraction.js";

/** Long enough for every number that passes; a longer text is not looked at. */
const MAX_DIGITS = 40;
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const { isSafeInteger } = Number;

/** `"48200"` to 48200. */
export function integer(value: JsonValue): number | undefined {
  if (typeof value !== "string" || value.length > MAX_DIGITS || !INTEGER.test(value)) return undefined;
  return safe(Number(value));
}

/** `"0.25"` to 0.25, where a number in JSON could be written so (spec/json.md#numbers). */
export function decimal(value: JsonValue): number | undefined {
  if (typeof value !== "string" || value.length > MAX_DIGITS || !DECIMAL.test(value)) return undefined;
  return judgeNumber(value) === undefined ? Number(value) : undefined;
}

/** 4711 to `"4711"`. */
export function digits(value: JsonValue): string | undefined {
  return typeof value === "number" && isSafeInteger(value) ? `${value}` : undefined;
}

/** Seconds since 1970, as a number or as digits, to an RFC 3339 time. */
export function epochSeconds(value: JsonValue): string | undefined {
  const seconds = wholeOf(value);
  return seconds === undefined ? undefined : timeOf(seconds * 1000);
}

export function epochMilliseconds(value: JsonValue): string | undefined {
  const ms = wholeOf(value);
  return ms === undefined ? undefined : timeOf(ms);
}

/** `"482.5"` or 482.5 to 48250 where there are two digits to a minor unit. Decided on the digits, never on a double. */
export function minorUnits(places: number): Reader {
  return (value) => {
    const text = typeof value === "number" ? `${value}` : value;
    if (typeof text !== "string" || text.length > MAX_DIGITS || !DECIMAL.test(text)) return undefined;
    const point = text.indexOf(".");
    const whole = point === -1 ? text : text.slice(0, point);
    const fraction = point === -1 ? "" : text.slice(point + 1);
    return fraction.length > places ? undefined : safe(Number(whole + fraction.padEnd(places, "0")));
  };
}

/** One of the listed values to what stands beside it; the types are exact. */
export function oneOf(pairs: readonly (readonly [from: Scalar, to: Scalar])[]): Reader {
  const known = new Map<JsonValue, Scalar>(pairs);
  return (value) => known.get(value);
}

function wholeOf(value: JsonValue): number | undefined {
  return typeof value === "number" ? safe(value) : integer(value);
}

/** -0 is 0 here. */
function safe(value: number): number | undefined {
  return isSafeInteger(value) ? value + 0 : undefined;
}

function timeOf(ms: number): string | undefined {
  return hasTimestamp(ms) ? formatTimestamp(ms) : undefined;
}
