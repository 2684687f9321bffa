import { equalsJson } from "../../json/equal-json.js";
import { parseJsonText } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { isObject, own } from "./message.js";

const MEMBERS: ReadonlySet<string> = new Set(["content", "structuredContent", "isError", "_meta"]);
/** Blocks that hold no words for a model, or only say where there are some. */
const WORDLESS: ReadonlySet<unknown> = new Set(["image", "audio", "resource_link"]);
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

/** Whether a block says nothing in words but what the structured content says. What a block of an unknown kind says is not known. */
function agrees(block: JsonObject, structured: JsonObject): boolean {
  const type = own(block, "type");
  const text = own(block, "text");
  if (type === "text") return saysOnly(text, structured);
  if (text !== undefined) return false;
  if (type !== "resource") return WORDLESS.has(type);
  const resource = own(block, "resource");
  if (!isObject(resource)) return false;
  const embedded = own(resource, "text");
  return embedded === undefined || saysOnly(embedded, structured);
}

/** A text that is a member of the structured content, or the JSON of it or of a member. */
function saysOnly(text: JsonValue | undefined, structured: JsonObject): boolean {
  if (typeof text !== "string") return false;
  const members = Object.values(structured) as JsonValue[];
  if (members.includes(text)) return true;
  const value = parseJsonText(text, { maxBytes: MAX_TEXT, maxDepth: 64 });
  if (!value.ok) return false;
  return [structured, ...members].some((member) => equalsJson(member, value.value));
}
