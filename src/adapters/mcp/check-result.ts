import { equalsJson } from "../../json/equal-json.js";
import { parseJsonText } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { isObject, own } from "./message.js";

const MEMBERS: ReadonlySet<string> = new Set(["content", "structuredContent", "isError", "_meta"]);
/** Text beyond this is not read as JSON: it can agree as a text only. */
const MAX_TEXT = 4 * 1024 * 1024;

/**
 * Whether a result that no contract judges may be passed on (MCP-22): closed, of the right shape, and where it has both, its text says
 * nothing that its structured content does not. What a program checked must be what the model reads.
 */
export function mayPass(result: JsonObject): boolean {
  if (!Object.keys(result).every((name) => MEMBERS.has(name))) return false;
  const content = own(result, "content");
  const structured = own(result, "structuredContent");
  const isError = own(result, "isError");
  if (!Array.isArray(content) || !content.every(isObject)) return false;
  if (isError !== undefined && typeof isError !== "boolean") return false;
  if (structured === undefined) return true;
  return isObject(structured) && content.every((block) => agrees(block as JsonObject, structured));
}

/** A text that is a member of the structured content, or the JSON of it or of a member. Any other kind of block says nothing in words. */
function agrees(block: JsonObject, structured: JsonObject): boolean {
  if (own(block, "type") !== "text") return true;
  const text = own(block, "text");
  if (typeof text !== "string") return false;
  const members = Object.values(structured) as JsonValue[];
  if (members.includes(text)) return true;
  const value = parseJsonText(text, { maxBytes: MAX_TEXT, maxDepth: 64 });
  if (!value.ok) return false;
  return [structured, ...members].some((member) => equalsJson(member, value.value));
}
