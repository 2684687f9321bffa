import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract } from "./contract.js";
import type { Reading } from "./reading.js";
import { passed, ResultIssues, type ResultOutcome, refused } from "./result-issue.js";
import { unknownMembers } from "./unknown-members.js";

const { hasOwn } = Object;

/**
 * The adapter's own envelope (spec/results.md#envelope): closed, its tool the contract's, its request id ours. Nothing of the data
 * is looked at.
 */
export function checkEnvelope(value: JsonValue, { tool, errors, signature }: Contract, requestId: string): ResultOutcome<Reading> {
  if (!isObject(value)) return refused("result.envelope");
  const outcome = own(value, "outcome");
  if (outcome !== "success" && outcome !== "failure") return refused("result.envelope", "/outcome");
  const payload = outcome === "success" ? "data" : "error";
  const signed = signature !== null && outcome === "success";
  const unknown = unknownMembers(value, (name) => name === payload || isMember(name) || (name === "signature" && signed));
  if (unknown !== null) return refused("result.envelope", "", { unknown_members: unknown });

  const issues = new ResultIssues();
  if (typeof own(value, "tool") !== "string") issues.add("result.envelope", "/tool");
  else if (value.tool !== tool) issues.add("result.tool", "/tool");
  if (typeof own(value, "request_id") !== "string") issues.add("result.envelope", "/request_id");
  else if (value.request_id !== requestId) issues.add("result.request_id", "/request_id");

  const content = own(value, payload);
  if (content === undefined) issues.add("result.envelope", `/${payload}`);
  if (outcome === "success" || content === undefined)
    return issues.empty ? passed({ outcome: "success", data: content as JsonValue }) : issues.refuse();

  const code = isObject(content) ? own(content, "code") : undefined;
  if (typeof code !== "string") issues.add("result.envelope", "/error/code");
  else if (!errors.has(code)) issues.add("result.error_unknown", "/error/code");
  const strange = isObject(content) ? unknownMembers(content, (name) => name === "code") : null;
  if (strange !== null) return refused("result.envelope", "/error", { unknown_members: strange });
  return issues.empty ? passed({ outcome: "failure", code: code as string, path: "/error/code", said: null }) : issues.refuse();
}

/** Compared one by one: a page may have replaced the methods of arrays. */
function isMember(name: string): boolean {
  return name === "tool" || name === "request_id" || name === "outcome";
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return hasOwn(object, name) ? object[name] : undefined;
}
