import { ConfigurationError } from "../decision/configuration-error.js";
import { IMPACTS } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { PolicyFile } from "../policy/policy-file.js";
import { didYouMean } from "./did-you-mean.js";

/** Refuses a value that is not what the member takes; `place` is the value's pointer. */
type Check = (value: JsonValue, place: JsonPointer) => void;
type Shape = ReadonlyMap<string, Check>;

/** S2 and the ids of `deny`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;
const NAME_FORM = "a name has 1 to 128 of A-Z a-z 0-9 . _ : / - and starts with a letter or digit";

const impact = oneOf(...IMPACTS);
const REFERENCE: Shape = new Map<string, Check>([
  ["impact_by_tool", byTool(impact)],
  ["require_pic_for_impacts", impacts],
  ["require_evidence_for_impacts", impacts],
]);
const TOOL: Shape = new Map<string, Check>([
  ["impact", impact],
  ["args", checkObject],
  ["evidence", oneOf("required", "by-impact")],
  ["pic", oneOf("required", "optional")],
  ["max_attestation_lifetime", seconds],
  ["deny", name],
  ["allow_unscoped_keys", boolean],
]);
const VERSION_1: Shape = new Map<string, Check>([
  ["version", oneOf(1)],
  ["tools", byTool(tool)],
  ["max_attestation_lifetime", seconds],
  ["allow_unscoped_keys", boolean],
  ["require_profile", oneOf("strict")],
]);

/**
 * Checks the shape of a policy file, in the form that its members tell (spec/policy.md#forms). By hand, and without a schema
 * library: it is on the way of every run of the command line (spec/decisions/0014).
 *
 * @throws ConfigurationError with the first fault's pointer, what may stand there, and the name that was probably meant
 */
export function checkPolicyFile(value: JsonValue): PolicyFile {
  if (!isObject(value)) refuse("", "must be a JSON object");
  const names = Object.keys(value);
  const keys = names.find((each) => isOfKeyring(each, value[each] as JsonValue));
  if (keys !== undefined) refuse(joinPointer("", keys), "belongs to a keyring: this looks like a keyring, not a policy");
  const ours = names.find((each) => VERSION_1.has(each));
  const theirs = names.find((each) => REFERENCE.has(each));
  if (ours !== undefined && theirs !== undefined) {
    refuse(joinPointer("", theirs), `is of the reference's form and ${JSON.stringify(ours)} of version 1; keep to one form`);
  }
  if (ours !== undefined && !names.includes("version")) refuse("", `has ${JSON.stringify(ours)}, which is of version 1; add "version": 1`);
  checkMembers(value, "", ours === undefined ? REFERENCE : VERSION_1);
  return value as PolicyFile;
}

/** The two files are named beside each other, so one in the other's place is told as that. No policy has such a member. */
function isOfKeyring(member: string, value: JsonValue): boolean {
  if (VERSION_1.has(member) || REFERENCE.has(member)) return false;
  return member === "trusted_keys" || member === "revoked_keys" || (isObject(value) && Object.hasOwn(value, "public_key"));
}

function checkMembers(object: JsonObject, place: JsonPointer, shape: Shape): void {
  for (const [member, value] of Object.entries(object)) {
    const at = joinPointer(place, member);
    const check = shape.get(member);
    if (check === undefined)
      refuse(at, `is no member here${didYouMean(member, shape.keys()) || `; the members are ${[...shape.keys()].join(", ")}`}`);
    check(value, at);
  }
}

function tool(value: JsonValue, place: JsonPointer): void {
  if (!isObject(value)) refuse(place, "must be an object");
  if (!Object.hasOwn(value, "impact")) refuse(joinPointer(place, "impact"), `is missing; write one of ${quoted(IMPACTS)}`);
  checkMembers(value, place, TOOL);
}

function byTool(check: Check): Check {
  return (value, place) => {
    if (!isObject(value)) refuse(place, "must be an object");
    for (const [toolName, inner] of Object.entries(value)) {
      const at = joinPointer(place, toolName);
      if (!NAME.test(toolName)) refuse(at, `is no tool name: ${NAME_FORM}`);
      check(inner, at);
    }
  };
}

function oneOf(...values: readonly (string | number)[]): Check {
  const words = `must be ${values.length > 1 ? "one of " : ""}${quoted(values)}`;
  return (value, place) => {
    const known: readonly unknown[] = values;
    if (known.includes(value)) return;
    refuse(place, `${words}${typeof value === "string" ? didYouMean(value, values.map(String)) : ""}`);
  };
}

function impacts(value: JsonValue, place: JsonPointer): void {
  if (!Array.isArray(value)) refuse(place, "must be an array");
  for (const [index, each] of value.entries()) impact(each as JsonValue, joinPointer(place, index));
  if (new Set(value).size !== value.length) refuse(place, "names an impact twice; remove one");
}

function seconds(value: JsonValue, place: JsonPointer): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1) refuse(place, "must be a whole number of seconds above 0");
}

function name(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "string" || !NAME.test(value)) refuse(place, `is no name: ${NAME_FORM}`);
}

function boolean(value: JsonValue, place: JsonPointer): void {
  if (typeof value !== "boolean") refuse(place, "must be true or false");
}

function checkObject(value: JsonValue, place: JsonPointer): void {
  if (!isObject(value)) refuse(place, "must be an object");
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

function refuse(place: JsonPointer, message: string): never {
  throw new ConfigurationError(place === "" ? `the policy ${message}` : message, { place });
}
