import { CATALOGUE, CODES, type Code, type Reason } from "../../decision/catalogue.js";
import type { ProfileName } from "../../decision/profile.js";
import { joinPointer } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { parseTimestamp } from "../../trust/timestamp.js";

/** One signature that a case asks for: the runner makes it, with a key of its own that stands in for the keyring's. */
export interface CaseApproval {
  readonly key: string;
  /** Provenance ids to vouch for, the first of which is raised; null: an approver's entry that is left. */
  readonly vouchesFor: readonly string[] | null;
  /** RFC 3339; null: the case's `now`, and 15 minutes or the policy's longest life, whichever is less. */
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
}

export interface Expectation {
  readonly verdict: "allow" | "block";
  readonly code?: Code;
  readonly reason?: Reason;
  /** The operator's id of the rule. */
  readonly rule?: string;
}

/** A policy case (spec/schemas/policy-case.schema.json), its shape checked. */
export interface PolicyCase {
  readonly title: string;
  /** The proposal, a file beside the case, or null for a call without one. */
  readonly proposal: JsonObject | string | null;
  readonly call: { readonly tool: string; readonly args?: JsonObject } | "as-proposed" | "proposal-only";
  readonly context: JsonObject | null;
  readonly now: string;
  readonly profile: ProfileName;
  readonly audience: string | null;
  /** What the operator's checks answer, by rule id; one that is not named refuses. */
  readonly checks: ReadonlyMap<string, "allow" | "refuse">;
  /** What the window of a running limit holds already, by rule id. */
  readonly spent: ReadonlyMap<string, number>;
  /** In place of the keyring on the command line. */
  readonly keyring: JsonObject | string | null;
  readonly approvedBy: readonly CaseApproval[];
  readonly expect: Expectation;
}

/** A case that says something else than a case can say. */
export class CaseError extends Error {
  override readonly name = "CaseError";
}

type Read<T> = (value: JsonValue, place: string) => T;
type Shape = Readonly<Record<string, Read<unknown>>>;

const CALL = { tool: text, args: object } as const satisfies Shape;
const APPROVAL = { key: text, vouches_for: list(text), issued_at: time, expires_at: time } as const satisfies Shape;
const EXPECT = {
  verdict: oneOf("allow", "block"),
  code: oneOf<Code>("PIC_OK", ...(Object.keys(CODES) as Code[])),
  reason: oneOf<Reason>(...CATALOGUE.map(({ reason }) => reason)),
  rule: text,
} as const satisfies Shape;
const CASE = {
  title: text,
  proposal: objectOrFile,
  call,
  context: object,
  now: time,
  profile: oneOf("strict", "interop"),
  audience: text,
  checks: byId(oneOf("allow", "refuse")),
  spent: byId(count),
  keyring: objectOrFile,
  approved_by: list(approval),
  expect: expectation,
} as const satisfies Shape;

/** The members of each object of a case: the schema's, in the schema's order. */
export const CASE_SHAPES = { case: CASE, call: CALL, approval: APPROVAL, expect: EXPECT };

/** Reads a case by hand, closed at every level: a member that is misspelt would leave out what it was to test. CaseError otherwise. */
export function readCase(value: JsonValue): PolicyCase {
  const read = members(value, "", CASE, "title", "call", "now", "expect");
  const { proposal = null, context = null, audience = null, keyring = null, approved_by: approvedBy = [] } = read;
  const bare = proposal === null;
  if (bare && typeof read.call === "string") throw new CaseError(`/call: "${read.call}" needs a proposal`);
  if (bare && approvedBy.length > 0) throw new CaseError("/approved_by: there is no proposal to sign");
  const { expect } = read;
  if (expect.verdict === "allow" && (expect.reason !== undefined || expect.rule !== undefined))
    throw new CaseError("/expect: an allow has no reason and no rule");
  return {
    title: read.title,
    proposal,
    call: read.call,
    context,
    now: read.now,
    profile: read.profile ?? "strict",
    audience,
    checks: read.checks ?? new Map(),
    spent: read.spent ?? new Map(),
    keyring,
    approvedBy,
    expect,
  } as PolicyCase;
}

type Members<S extends Shape> = { readonly [N in keyof S]: ReturnType<S[N]> | undefined };
type Needed<S extends Shape, N extends keyof S> = Members<S> & { readonly [M in N]: ReturnType<S[M]> };

function members<S extends Shape, N extends keyof S & string>(
  value: JsonValue,
  place: string,
  shape: S,
  ...needed: readonly N[]
): Needed<S, N> {
  const given = object(value, place);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(shape, name))
      refuse(joinPointer(place, name), `is no member here; the members are ${Object.keys(shape).join(", ")}`);
  }
  for (const name of needed) if (!Object.hasOwn(given, name)) refuse(joinPointer(place, name), "is missing");
  const read = Object.entries(given).map(([name, each]) => [name, (shape[name] as Read<unknown>)(each, joinPointer(place, name))]);
  return Object.fromEntries(read) as Needed<S, N>;
}

function call(value: JsonValue, place: string): PolicyCase["call"] {
  if (value === "as-proposed" || value === "proposal-only") return value;
  if (typeof value === "string") refuse(place, 'must be "as-proposed", "proposal-only", or an object with tool and args');
  const { tool, args } = members(value, place, CALL, "tool");
  return args === undefined ? { tool } : { tool, args };
}

function approval(value: JsonValue, place: string): CaseApproval {
  if (typeof value === "string") return { key: text(value, place), vouchesFor: null, issuedAt: null, expiresAt: null };
  const { key, vouches_for, issued_at, expires_at } = members(value, place, APPROVAL, "key");
  return { key, vouchesFor: vouches_for ?? null, issuedAt: issued_at ?? null, expiresAt: expires_at ?? null };
}

function expectation(value: JsonValue, place: string): Expectation {
  return members(value, place, EXPECT, "verdict") as Expectation;
}

function objectOrFile(value: JsonValue, place: string): JsonObject | string {
  return typeof value === "string" ? text(value, place) : object(value, place);
}

function byId<T>(each: Read<T>): Read<ReadonlyMap<string, T>> {
  return (value, place) => new Map(Object.entries(object(value, place)).map(([id, inner]) => [id, each(inner, joinPointer(place, id))]));
}

function list<T>(each: Read<T>): Read<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length === 0) refuse(place, "must be a list of at least one element");
    return (value as readonly JsonValue[]).map((element, at) => each(element, joinPointer(place, at)));
  };
}

function oneOf<T extends string>(...values: readonly T[]): Read<T> {
  return (value, place) =>
    values.find((each) => each === value) ??
    refuse(place, values.length > 12 ? "is none that there is" : `must be one of ${values.join(", ")}`);
}

function text(value: JsonValue, place: string): string {
  return typeof value === "string" && value !== "" ? value : refuse(place, "must be a text that is not empty");
}

function time(value: JsonValue, place: string): string {
  return parseTimestamp(value) === null ? refuse(place, "must be an RFC 3339 time such as 2026-10-01T12:00:00Z") : (value as string);
}

function count(value: JsonValue, place: string): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : refuse(place, "must be a whole number, 0 or more");
}

function object(value: JsonValue, place: string): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : refuse(place, "must be an object");
}

function refuse(place: string, message: string): never {
  throw new CaseError(place === "" ? `a case ${message}` : `${place}: ${message}`);
}
