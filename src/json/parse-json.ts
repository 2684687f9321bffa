import { fail, type Outcome, ok } from "../decision/issue.js";
import { countMembers } from "./count-members.js";
import { countNames, UNSURE } from "./count-names.js";
import { decodeUtf8 } from "./decode-utf8.js";
import { isBytes } from "./is-bytes.js";
import { locateFaults, TooMany } from "./locate-faults.js";
import { isWellFormed } from "./quote.js";
import { type JsonBounds, PARSE_BOUNDS, readBounds } from "./read-bounds.js";
import type { JsonValue } from "./value.js";

const parse = JSON.parse as (text: string) => JsonValue;
const encoder = new TextEncoder();

// The engine's own readings of a typed array; own members of the same names cannot stand in for them.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const lengthOf = getter(typedArray, "length");
const bufferOf = getter(typedArray, "buffer");
const byteOffsetOf = getter(typedArray, "byteOffset");
const byteLengthOf = getter(ArrayBuffer.prototype, "byteLength");

function getter(owner: object, name: PropertyKey): () => unknown {
  return Object.getOwnPropertyDescriptor(owner, name)?.get as () => unknown;
}

/**
 * Parses UTF-8 bytes that must hold exactly one JSON value, read the same way by every language (spec/json.md).
 *
 * Refused, each fault with its byte offset: limit.bytes, limit.depth; json.bom, json.invalid_utf8, json.empty, json.syntax,
 * json.trailing_data (one alone); json.duplicate_name, json.number_overflow, json.number_unsafe_integer,
 * json.number_inexact, json.lone_surrogate, json.proto_name (all of them together). RFC 8259, RFC 3629.
 *
 * @param bytes the text, at most `maxBytes` (64 000) bytes, at most `maxDepth` (32) levels of arrays and objects
 * @returns plain objects as native JSON.parse makes them, or the issues
 * @throws TypeError when `bytes` is no Uint8Array, an option is unknown, or its value no positive integer
 * @example
 * parseJson(new TextEncoder().encode('{"a":1,"a":2}'));
 * // { ok: false, issues: [{ reason: "json.duplicate_name", path: "", offset: 7 }], more: 0 }
 */
export function parseJson(bytes: Uint8Array, options?: Partial<JsonBounds>): Outcome<JsonValue> {
  const bounds = readBounds(options, PARSE_BOUNDS);
  if (!isBytes(bytes)) throw new TypeError("bytes must be a Uint8Array");
  return parseBytes(bytes, bounds);
}

/** How many may stand in one object or array. */
export interface Crowd {
  /** At least what the quick pass takes (64): native JSON.parse takes seconds for a million. */
  readonly maxMembers: number;
  readonly maxItems: number;
}

const ANY: Crowd = Object.freeze({ maxMembers: Number.POSITIVE_INFINITY, maxItems: Number.POSITIVE_INFINITY });

/**
 * As parseJson, for bounds and bytes that are checked already. Throws TooMany for an object of more members than `crowd` takes, and, where
 * nothing else is to be refused, for an array of more elements.
 */
export function parseBytes(bytes: Uint8Array, bounds: JsonBounds, crowd: Crowd = ANY): Outcome<JsonValue> {
  const length = byteLength(bytes);
  if (length > bounds.maxBytes) return fail("limit.bytes", "", bounds.maxBytes);
  const own = ownMemory(bytes, length);
  const text = decodeUtf8(own);
  return text.ok ? parseText(text.value, bounds.maxDepth, countNames(own, length, bounds.maxDepth), crowd) : text;
}

/**
 * As parseJson, for text that is decoded already. Sizes and offsets count its UTF-8 bytes; a lone surrogate counts three.
 * Where the bytes are at hand, give those to parseJson: a decoder may have repaired the text.
 */
export function parseJsonText(text: string, options?: Partial<JsonBounds>): Outcome<JsonValue> {
  const bounds = readBounds(options, PARSE_BOUNDS);
  if (typeof text !== "string") throw new TypeError("text must be a string");
  return parseString(text, bounds);
}

/** As parseJsonText, for bounds that are checked already. */
export function parseString(text: string, bounds: JsonBounds, crowd: Crowd = ANY): Outcome<JsonValue> {
  if (text.length > bounds.maxBytes) return fail("limit.bytes", "", bounds.maxBytes);
  const bytes = encoder.encode(text);
  if (bytes.length > bounds.maxBytes) return fail("limit.bytes", "", bounds.maxBytes);
  if (text.charCodeAt(0) === 0xfeff) return fail("json.bom", "", 0);
  const names = isWellFormed(text) ? countNames(bytes, bytes.length, bounds.maxDepth) : UNSURE;
  return parseText(text, bounds.maxDepth, names, crowd);
}

/** @param names as the quick pass counted them */
function parseText(text: string, maxDepth: number, names: number, { maxMembers, maxItems }: Crowd): Outcome<JsonValue> {
  if (names === UNSURE) {
    const faults = locateFaults(text, maxDepth, maxMembers);
    if (faults !== undefined) return faults;
  }
  let value: JsonValue;
  try {
    value = parse(text);
  } catch {
    // The engine's message is not used: it echoes input and differs between engines.
    return locateFaults(text, maxDepth, maxMembers) ?? fail("json.syntax", "", 0);
  }
  // Nothing to be held against it.
  if (names === UNSURE && maxItems === ANY.maxItems) return ok(value);
  const members = countMembers(value, maxItems);
  if (members === names) return ok(value);
  // What the exact pass finds goes before the length of an array; a name that stands twice makes one member.
  if (names !== UNSURE && countMembers(value, ANY.maxItems) !== names) {
    const faults = locateFaults(text, maxDepth, maxMembers);
    if (faults !== undefined) return faults;
  }
  if (members === Number.POSITIVE_INFINITY) throw new TooMany();
  return ok(value);
}

/** As the engine has it, whatever own members say. */
export function byteLength(bytes: Uint8Array): number {
  return Reflect.apply(lengthOf, bytes, []) as number;
}

/**
 * The bytes, or a copy of them where they are shared: another thread could write to them between decoding and scanning, or make
 * them longer than was judged. The copy has exactly the length that was read.
 */
export function ownMemory(bytes: Uint8Array, length: number): Uint8Array {
  const buffer = Reflect.apply(bufferOf, bytes, []) as ArrayBufferLike;
  if (!isShared(buffer)) return bytes;
  return new Uint8Array(new Uint8Array(buffer, Reflect.apply(byteOffsetOf, bytes, []) as number, length));
}

/** Of whichever realm: the engine's getter answers for memory that is not shared, and throws for all else. */
function isShared(buffer: ArrayBufferLike): boolean {
  try {
    Reflect.apply(byteLengthOf, buffer, []);
    return false;
  } catch {
    return true;
  }
}
