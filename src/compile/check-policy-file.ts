import { IMPACTS } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import type { PolicyFile } from "../policy/policy-file.js";
import { checkFacts, checkRuleIds, lowImpacts, observe, RULES } from "./check-tool-rules.js";
import {
  boolean,
  byTool,
  type Check,
  checkMembers,
  checkObject,
  impact,
  impacts,
  isObject,
  name,
  oneOf,
  quoted,
  refuse,
  type Shape,
  seconds,
} from "./policy-shapes.js";

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
  ...RULES,
]);
const VERSION_1: Shape = new Map<string, Check>([
  ["version", oneOf(1)],
  ["tools", byTool(tool)],
  ["max_attestation_lifetime", seconds],
  ["allow_unscoped_keys", boolean],
  ["require_profile", oneOf("strict")],
  ["observe", observe],
  ["audit_best_effort", lowImpacts],
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

function tool(value: JsonValue, place: JsonPointer): void {
  if (!isObject(value)) refuse(place, "must be an object");
  if (!Object.hasOwn(value, "impact")) refuse(joinPointer(place, "impact"), `is missing; write one of ${quoted(IMPACTS)}`);
  checkMembers(value, place, TOOL);
  checkRuleIds(value, place);
  checkFacts(value, place);
}
