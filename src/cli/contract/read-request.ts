import type { Contract } from "../../contract/contract.js";
import type { ResultRequest } from "../../contract/result-options.js";
import { isRequestId } from "../../decision/request-id.js";
import { parseJson } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { UnreadableError, UsageError } from "../faults.js";
import { readBytes } from "../read-bytes.js";

const BOUNDS = { maxBytes: 1024 * 1024, maxDepth: 32 };
const MEMBERS = ["id", "tool", "args", "context"];
const FORM = 'is { "id", "args" }, and "tool" and "context" where there are any';

/** What was asked, from a file or standard input: the tool is the contract's where the file names none. */
export function readRequest(path: string, { tool }: Contract): ResultRequest {
  const value = parseJson(readBytes(path, BOUNDS.maxBytes), BOUNDS);
  if (!value.ok) {
    const [{ reason, offset }] = value.issues;
    const where = offset === undefined ? "" : ` at byte ${offset}`;
    throw new UnreadableError(`is not one JSON value by the strict rules (${reason}${where})`, path, "--request");
  }
  const asked = value.value;
  if (!isObject(asked) || Object.keys(asked).some((name) => !MEMBERS.includes(name))) throw new UsageError(FORM, "--request");
  const { id, args, context } = asked;
  if (!isRequestId(id)) throw new UsageError("has no id of 8 to 64 of A-Z a-z 0-9 _ ., the first a letter or digit", "--request");
  if (Object.hasOwn(asked, "tool") && asked.tool !== tool) throw new UsageError("is for another tool than the contract", "--request");
  if (!isObject(args) || !(context === undefined || isObject(context))) throw new UsageError(FORM, "--request");
  return context === undefined ? { id, tool, args } : { id, tool, args, context };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
