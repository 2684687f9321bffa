import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../json/value.js";
import { scaledAmount } from "../policy/amount.js";
import { MAX_SCALE } from "../policy/policy-file.js";
import { isKeyId, isPlainText } from "../trust/names.js";
import {
  boolean,
  type Check,
  distinct,
  list,
  name,
  object,
  oneOf,
  pointer,
  refuse,
  type Shape,
  seconds,
  time,
  whole,
} from "./policy-shapes.js";

/** Rules of one kind on one tool. */
const MAX_RULES = 16;
const MAX_PRINCIPALS = 1000;
/** As many provenance entries as a proposal has at most by default. */
const MAX_APPROVALS = 64;
const MAX_GROUPS = 8;
const MAX_POINTERS = 64;
const MAX_CONDITION = 4096;
/** Milliseconds; a gate's own deadline ends a check before. */
const MAX_CHECK_MS = 60_000;
/** Seconds of 366 days. */
const MAX_WINDOW = 31_622_400;

const LIMIT: Shape = new Map<string, Check>([
  ["id", name],
  ["amount", pointer],
  ["sum", pointer],
  ["count", trueWord],
  ["scale", whole(1, MAX_SCALE)],
  ["by", distinct(pointer, MAX_GROUPS)],
  ["window_seconds", whole(1, MAX_WINDOW)],
  ["max", maximum],
]);

/** Members of a tool that are rules (spec/policy.md#rules-of-a-tool). */
export const RULES: Shape = new Map<string, Check>([
  [
    "principals",
    object(
      new Map<string, Check>([
        ["id", name],
        ["allow", distinct(principal, MAX_PRINCIPALS)],
      ]),
      "id",
      "allow",
    ),
  ],
  ["facts", list(fact, MAX_RULES)],
  [
    "when",
    list(
      object(
        new Map<string, Check>([
          ["id", name],
          ["cel", condition],
        ]),
        "id",
        "cel",
      ),
      MAX_RULES,
    ),
  ],
  [
    "approvals",
    list(
      object(
        new Map<string, Check>([
          ["id", name],
          ["count", whole(1, MAX_APPROVALS)],
          ["role", role],
        ]),
        "id",
        "count",
      ),
      MAX_RULES,
    ),
  ],
  ["separation", object(new Map<string, Check>([["id", name]]), "id")],
  [
    "check",
    list(
      object(
        new Map<string, Check>([
          ["id", name],
          ["deadline_ms", whole(1, MAX_CHECK_MS)],
        ]),
        "id",
      ),
      MAX_RULES,
    ),
  ],
  ["limits", list(limit, MAX_RULES)],
  ["observe", observe],
  [
    "break_glass",
    object(
      new Map<string, Check>([
        ["id", name],
        ["until", time],
        ["max_lifetime", seconds],
      ]),
      "id",
      "until",
    ),
  ],
  ["audit_args", distinct(pointer, MAX_POINTERS)],
]);

/** Judged and recorded, until a day that must be written. */
export function observe(value: JsonValue, place: JsonPointer): void {
  object(new Map<string, Check>([["until", time]]), "until")(value, place);
}

/** An id names one rule: what is told of a block, and what is set aside, must lead to it alone. */
export function checkRuleIds(tool: JsonObject, place: JsonPointer): void {
  const seen = new Set<string>();
  const once = (id: JsonValue | undefined, at: JsonPointer): void => {
    if (id === undefined) return;
    if (seen.has(id as string)) refuse(at, "is the id of another rule of this tool; each has its own");
    seen.add(id as string);
  };
  once(tool.deny, joinPointer(place, "deny"));
  for (const kind of RULES.keys()) {
    const rules = tool[kind];
    if (Array.isArray(rules)) {
      if (kind === "audit_args") continue;
      for (const [at, rule] of (rules as JsonArray).entries()) once((rule as JsonObject).id, joinPointer(place, kind, at, "id"));
    } else if (rules !== undefined) once((rules as JsonObject).id, joinPointer(place, kind, "id"));
  }
}

const FACT: Shape = new Map<string, Check>([
  ["id", name],
  ["contract", name],
  ["max_age_seconds", whole(1, MAX_WINDOW)],
  ["versions", distinct(name, MAX_RULES)],
  ["refetch", trueWord],
  ["optional", trueWord],
]);

function fact(value: JsonValue, place: JsonPointer): void {
  object(FACT, "id", "contract", "max_age_seconds")(value, place);
}

/** Facts are of distinct contracts, and there is a condition to read them. */
export function checkFacts({ facts, when }: JsonObject, place: JsonPointer): void {
  if (facts === undefined) return;
  const at = joinPointer(place, "facts");
  if (when === undefined) refuse(at, 'needs a condition that reads them; write "when" beside it');
  const contracts = (facts as readonly JsonObject[]).map(({ contract }) => contract);
  const again = contracts.findIndex((contract, index) => contracts.indexOf(contract) < index);
  if (again >= 0) refuse(joinPointer(at, again, "contract"), "stands here a second time; remove one");
}

function limit(value: JsonValue, place: JsonPointer): void {
  object(LIMIT, "id", "max")(value, place);
  const rule = value as JsonObject;
  const has = (member: string): boolean => Object.hasOwn(rule, member);
  const counted = ["amount", "sum", "count"].filter(has);
  if (counted.length !== 1) refuse(place, 'must have one of "amount" (one call), "sum" and "count" (a window)');
  const [kind] = counted;
  const never = kind === "amount" ? ["window_seconds", "by"] : kind === "count" ? ["scale"] : [];
  for (const member of never) if (has(member)) refuse(joinPointer(place, member), `says nothing beside "${kind}"; remove it`);
  if (kind !== "amount" && !has("window_seconds")) refuse(joinPointer(place, "window_seconds"), `is missing: "${kind}" goes over a window`);
  checkMaximum(rule, place);
}

/** The maximum has the form of the amounts it is held against. */
function checkMaximum({ max, scale, count }: JsonObject, place: JsonPointer): void {
  const at = joinPointer(place, "max");
  if (scale === undefined) {
    const least = count === undefined ? 0 : 1;
    if (typeof max !== "number") refuse(at, 'must be a whole number; a decimal text needs "scale", the digits after the point');
    whole(least, Number.MAX_SAFE_INTEGER)(max, at);
  } else if (typeof max !== "string" || scaledAmount(max, scale as number) === null) {
    refuse(at, `must be a decimal text with at most ${scale} digits after the point, such as "500.00"`);
  }
}

function maximum(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "number" && typeof value !== "string") refuse(place, "must be a whole number, or a decimal text");
}

function trueWord(value: JsonValue, place: JsonPointer): void {
  boolean(value, place);
  if (value !== true) refuse(place, "must be true, or be left out");
}

function principal(value: JsonValue, place: JsonPointer): void {
  if (!isPlainText(value)) refuse(place, "must be one line of at most 256 characters without a space at either end; there are no patterns");
}

function role(value: JsonValue, place: JsonPointer): void {
  if (!isKeyId(value)) refuse(place, "is no role: a role has 1 to 128 of A-Z a-z 0-9 . _ : @ / - and starts with a letter or digit");
}

function condition(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || value.trim() === "") refuse(place, "must be a CEL expression");
  if (value.length > MAX_CONDITION) refuse(place, `has more than ${MAX_CONDITION} characters`);
}

/** Low impacts alone: what moves money is recorded or does not happen. */
export const lowImpacts: Check = distinct(oneOf("read", "write", "external", "compute"), 4);
