import * as z from "zod/mini";
import { ConfigurationError } from "../decision/configuration-error.js";
import { IMPACTS } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { PolicyFile } from "../policy/policy-file.js";
import { didYouMean } from "./did-you-mean.js";

/** S2 and the ids of `deny`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;
const NAME_FORM = "1 to 128 of A-Z a-z 0-9 . _ : / - and starts with a letter or digit";

const impact = z.enum(IMPACTS);
const impacts = z.array(impact).check(z.refine((list) => new Set(list).size === list.length, "names an impact twice; remove one"));
const seconds = z.int().check(z.positive());
const name = z.string().check(z.regex(NAME, `is no name: a name has ${NAME_FORM}`));
const object = z.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value), "must be an object");

const reference = z.strictObject({
  impact_by_tool: z.optional(z.record(name, impact)),
  require_pic_for_impacts: z.optional(impacts),
  require_evidence_for_impacts: z.optional(impacts),
});

const tool = z.strictObject({
  impact,
  args: z.optional(object),
  evidence: z.optional(z.enum(["required", "by-impact"])),
  pic: z.optional(z.enum(["required", "optional"])),
  max_attestation_lifetime: z.optional(seconds),
  deny: z.optional(name),
  allow_unscoped_keys: z.optional(z.boolean()),
});

const version1 = z.strictObject({
  version: z.literal(1),
  tools: z.optional(z.record(name, tool)),
  max_attestation_lifetime: z.optional(seconds),
  allow_unscoped_keys: z.optional(z.boolean()),
  require_profile: z.optional(z.literal("strict")),
});

const REFERENCE_NAMES = Object.keys(reference.shape);
const VERSION_1_NAMES = Object.keys(version1.shape);
const NAMES_BY_LEVEL = new Map([
  ["reference", REFERENCE_NAMES],
  ["version-1", VERSION_1_NAMES],
  ["tool", Object.keys(tool.shape)],
]);

/**
 * Checks the shape of a policy file, in the form that its members tell (spec/policy.md#forms). What it returns is the value
 * that was parsed: Zod only judges it, since its output is a copy that loses some names.
 *
 * @throws ConfigurationError with the first fault's pointer, and the name that was probably meant
 */
export function checkPolicyFile(value: JsonValue): PolicyFile {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw fault("", "the policy must be a JSON object");
  const names = Object.keys(value);
  const ours = names.filter((each) => VERSION_1_NAMES.includes(each));
  const theirs = names.find((each) => REFERENCE_NAMES.includes(each));
  if (ours.length > 0 && theirs !== undefined) {
    throw fault(
      joinPointer("", theirs),
      `${JSON.stringify(theirs)} is of the reference's form and ${JSON.stringify(ours[0])} of version 1; keep to one form`,
    );
  }
  if (ours.length > 0 && !names.includes("version")) throw fault("", `${JSON.stringify(ours[0])} is of version 1; add "version": 1`);
  const form = ours.length > 0 ? "version-1" : "reference";
  const judged = (form === "version-1" ? version1 : reference).safeParse(value);
  if (judged.success) return value as PolicyFile;
  throw told(judged.error.issues[0] as z.core.$ZodIssue, value, form);
}

function told(issue: z.core.$ZodIssue, file: JsonValue, form: "version-1" | "reference"): ConfigurationError {
  const path = issue.path.map(String);
  const place = joinPointer("", ...path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const [key = ""] = issue.keys;
      const known = NAMES_BY_LEVEL.get(path.length === 0 ? form : "tool") as readonly string[];
      return fault(
        joinPointer(place, key),
        `${JSON.stringify(key)} is no member here${didYouMean(key, known) || `; the members are ${known.join(", ")}`}`,
      );
    }
    case "invalid_key":
      return fault(place, `is no tool name: a name has ${NAME_FORM}`);
    case "invalid_value": {
      const written = at(file, path);
      if (written === undefined) return fault(place, `is missing; write one of ${quoted(issue.values)}`);
      return fault(
        place,
        `must be ${issue.values.length > 1 ? "one of " : ""}${quoted(issue.values)}${typeof written === "string" ? didYouMean(written, issue.values.map(String)) : ""}`,
      );
    }
    case "invalid_type":
      return fault(place, at(file, path) === undefined ? "is missing" : `must be ${article(issue.expected)}`);
    case "too_small":
      return fault(place, "must be a number of seconds above 0");
    case "too_big":
      return fault(place, "must be a number of seconds below 2^53");
    default:
      return fault(place, issue.message);
  }
}

function at(file: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = file;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, JsonValue>>)[step];
  }
  return value;
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

function article(type: string): string {
  const named = type === "record" ? "object" : type === "int" ? "whole number" : type;
  return /^[aeiou]/.test(named) ? `an ${named}` : `a ${named}`;
}

function fault(place: JsonPointer, message: string): ConfigurationError {
  return new ConfigurationError(`${place === "" ? "the policy" : place}: ${message}`, { place });
}
