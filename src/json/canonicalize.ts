import { fail, type Outcome, ok } from "../decision/issue.js";
import { hasMoreMembers } from "./has-more-members.js";
import { type MemberOrders, memberOrders, orderOf } from "./member-order.js";
import { isWellFormed, quoteWellFormed } from "./quote.js";
import { CANONICAL_BOUNDS, type JsonBounds, readBounds } from "./read-bounds.js";

const encoder = new TextEncoder();

// Taken when the module loads: what a page replaces later does not judge its own values.
const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { getOwnPropertyNames, getOwnPropertySymbols, hasOwn, prototype: objectPrototype } = Object;
const { isArray, prototype: arrayPrototype } = Array;
const { isFinite: isFiniteNumber } = Number;

const REFUSED = ["json.not_plain", "json.lone_surrogate", "json.proto_name", "limit.depth", "limit.bytes"] as const;
type Refused = (typeof REFUSED)[number];

/**
 * What is thrown to end a run from any depth. Told from what a proxy throws by identity alone: `instanceof` would ask the
 * thrown thing, which may be a proxy too.
 */
const SIGNALS: ReadonlyMap<unknown, Refused> = new Map(REFUSED.map((reason) => [Symbol(reason), reason]));
const SIGNAL_OF: ReadonlyMap<Refused, unknown> = new Map([...SIGNALS].map(([signal, reason]) => [reason, signal]));

function refuse(reason: Refused): never {
  throw SIGNAL_OF.get(reason);
}

/** One serialisation in progress. */
interface Run {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly known: MemberOrders;
  /** Code units written so far; no more than the bytes they become. */
  size: number;
  /** Containers written since REMEMBER_FROM, with the depth at which they fitted. */
  readonly written: Map<object, Written>;
}

interface Written {
  readonly depth: number;
  readonly text: string;
}

/** From this size on containers are remembered, so that one met again costs nothing: 2^30 references end at once. */
const REMEMBER_FROM = 64 * 1024;

/**
 * The RFC 8785 bytes of any host value that is plain JSON data (spec/json.md#canonical-form). Never repairs, never throws
 * for data, calls nothing of the value's own and reads each member once.
 *
 * Refused, first fault in canonical order and without an offset: json.not_plain (accessors, class instances, functions,
 * `undefined`, symbols, bigint, holes, members that are not enumerable, extra members on arrays, NaN, infinities, cycles,
 * whatever throws when looked at); json.lone_surrogate; json.proto_name; limit.depth; limit.bytes.
 *
 * @param options `maxDepth` levels of arrays and objects (32); `maxBytes` of output (16 MiB), so that a small value whose
 *   parts refer to one another many times cannot grow without end
 * @returns UTF-8 bytes, no byte order mark, no newline
 * @throws TypeError when an option is unknown or its value no positive integer
 * @example
 * canonicalize({ b: 1e2, a: -0 }); // { ok: true, value: the bytes of {"a":0,"b":100} }
 */
export function canonicalize(value: unknown, options?: Partial<JsonBounds>): Outcome<Uint8Array> {
  const { maxBytes, maxDepth } = readBounds(options, CANONICAL_BOUNDS);
  const run: Run = { maxBytes, maxDepth, known: memberOrders(), size: 0, written: new Map() };
  let text: string;
  try {
    text = write(value, undefined, run);
  } catch (thrown) {
    return fail(SIGNALS.get(thrown) ?? "json.not_plain");
  }
  const bytes = encoder.encode(text);
  return bytes.length > maxBytes ? fail("limit.bytes") : ok(bytes);
}

/** A container and those around it; a chain, since an array's slots could be caught by setters on Array.prototype. */
interface Around {
  readonly container: object;
  readonly depth: number;
  readonly outer: Around | undefined;
}

function write(value: unknown, outer: Around | undefined, run: Run): string {
  switch (typeof value) {
    case "string":
      return writeString(value, run);
    case "number":
      if (!isFiniteNumber(value)) refuse("json.not_plain");
      return charge(`${value}`, run);
    case "boolean":
      return charge(value ? "true" : "false", run);
    case "object":
      return value === null ? charge("null", run) : writeContainer(value, outer, run);
    default:
      return refuse("json.not_plain");
  }
}

function writeString(value: string, run: Run): string {
  // Before quoting, so that one long string is not copied only to be refused.
  if (run.size + value.length > run.maxBytes) refuse("limit.bytes");
  return charge(quoteWellFormed(value) ?? refuse("json.lone_surrogate"), run);
}

function writeContainer(container: object, outer: Around | undefined, run: Run): string {
  for (let one = outer; one !== undefined; one = one.outer) {
    if (one.container === container) refuse("json.not_plain");
  }
  const depth = outer === undefined ? 1 : outer.depth + 1;
  if (depth > run.maxDepth) refuse("limit.depth");
  if (run.size > REMEMBER_FROM) {
    const before = run.written.get(container);
    if (before !== undefined && before.depth >= depth) return charge(before.text, run);
  }
  const around: Around = { container, depth, outer };
  const text = isArray(container) ? writeArray(container, around, run) : writeObject(container, around, run);
  if (run.size > REMEMBER_FROM) run.written.set(container, { depth, text });
  return text;
}

function writeArray(items: object, around: Around, run: Run): string {
  if (getPrototypeOf(items) !== arrayPrototype) refuse("json.not_plain");
  const count = ownValue(items, "length", false) as number;
  // Each item costs two characters at least: an enormous length ends here, not after its items.
  if (run.size + count * 2 > run.maxBytes) refuse("limit.bytes");
  if (getOwnPropertyNames(items).length !== count + 1 || hasSymbols(items)) refuse("json.not_plain");
  spend(count === 0 ? 2 : count + 1, run);
  let text = "[";
  for (let at = 0; at < count; at += 1) {
    if (at > 0) text += ",";
    text += write(ownValue(items, at, true), around, run);
  }
  return `${text}]`;
}

function writeObject(members: object, around: Around, run: Run): string {
  const prototype = getPrototypeOf(members);
  if (prototype !== objectPrototype && prototype !== null) refuse("json.not_plain");
  // As above: `"":0,` is the shortest member, and no more names than fit are listed and sorted.
  const most = (run.maxBytes - run.size) / 5;
  if (hasMoreMembers(members, most)) refuse("limit.bytes");
  if (hasSymbols(members)) refuse("json.not_plain");
  const names = getOwnPropertyNames(members);
  if (names.length > most) refuse("limit.bytes");
  const { sorted, heads, headsSize } = orderOf(names, run.known, checkName);
  const count = sorted.length;
  spend(count === 0 ? 2 : headsSize + 1, run);
  if (count === 0) return "{}";
  let text = "";
  for (let at = 0; at < count; at += 1) text += `${heads[at]}${write(ownValue(members, sorted[at] as string, true), around, run)}`;
  return `${text}}`;
}

function checkName(name: string): void {
  if (!isWellFormed(name)) refuse("json.lone_surrogate");
  if (name === "__proto__") refuse("json.proto_name");
}

function hasSymbols(owner: object): boolean {
  return getOwnPropertySymbols(owner).length > 0;
}

/** An own data member's value, read once and without running an accessor. */
function ownValue(owner: object, name: PropertyKey, enumerable: boolean): unknown {
  const member = getOwnPropertyDescriptor(owner, name);
  // hasOwn: a polluted Object.prototype.value must not lend an accessor a value.
  if (member === undefined || !hasOwn(member, "value") || member.enumerable !== enumerable) refuse("json.not_plain");
  return member.value;
}

function charge(text: string, run: Run): string {
  spend(text.length, run);
  return text;
}

function spend(size: number, run: Run): void {
  run.size += size;
  if (run.size > run.maxBytes) refuse("limit.bytes");
}
