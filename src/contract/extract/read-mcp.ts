import { equalsJson } from "../../json/equal-json.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import type { McpAnswer } from "../answer.js";
import type { Contract } from "../contract.js";
import { readAnswer, readText } from "../read-answer.js";
import type { Reading } from "../reading.js";
import { passed, type ResultOutcome, refused } from "../result-issue.js";
import { unknownMembers } from "../unknown-members.js";
import { IS_ERROR, type McpExtraction } from "./extraction.js";
import { pickFields } from "./pick-fields.js";
import { failedAs, failedWith } from "./read-failure.js";
import { successOf } from "./read-value.js";

const { hasOwn } = Object;
const { isArray } = Array;

/** A CallToolResult: structured content and text that say the same, or the failure that `isError` tells (spec/results.md#mcp). */
export function readMcp({ bytes }: McpAnswer, rules: McpExtraction, limits: Contract["limits"]): ResultOutcome<Reading> {
  const value = readAnswer(bytes, limits);
  if (!value.ok) return value;
  const result = checkResult(value.value);
  if (!result.ok) return result;
  const { isError, content, structured } = result.value;
  const failing = isError ? rules.failures.get(IS_ERROR) : undefined;
  if (isError && failing === undefined) return refused("result.error_unknown", "/isError");
  if (typeof failing === "string") return failedAs(failing, "/isError");

  const text = textOf(content, rules.beside, limits);
  if (!text.ok) return text;
  const { text: told, at } = text.value;
  if (structured !== undefined && told !== undefined && !equalsJson(structured, told))
    return refused("result.disagreement", `/content/${at}/text`);
  const fromText = rules.source === "text";
  const chosen = fromText ? told : structured;
  if (chosen === undefined) return refused("result.content", fromText ? "/content" : "/structuredContent");
  const base = fromText ? `/content/${at}/text` : "/structuredContent";
  return failing === undefined ? successOf(pickFields(chosen, rules.shape, base)) : failedWith(chosen, rules.codeField, failing, base);
}

interface ToolResult {
  readonly isError: boolean;
  readonly content: JsonArray;
  readonly structured: JsonObject | undefined;
}

/** The result's own members, closed; `_meta` is known and never read. */
function checkResult(value: JsonValue): ResultOutcome<ToolResult> {
  if (!isObject(value)) return refused("result.envelope");
  const unknown = unknownMembers(value, isResultMember);
  if (unknown !== null) return refused("result.envelope", "", { unknown_members: unknown });
  const content = own(value, "content");
  const structured = own(value, "structuredContent");
  const isError = own(value, "isError");
  const meta = own(value, "_meta");
  if (!isArray(content)) return refused("result.envelope", "/content");
  if (structured !== undefined && !isObject(structured)) return refused("result.envelope", "/structuredContent");
  if (isError !== undefined && typeof isError !== "boolean") return refused("result.envelope", "/isError");
  if (meta !== undefined && !isObject(meta)) return refused("result.envelope", "/_meta");
  return passed({ isError: isError === true, content, structured });
}

interface Told {
  /** Undefined where there is none. */
  readonly text: JsonValue | undefined;
  readonly at: number;
}

/** The value of the one text; every other block is of a kind that the contract names, and stays unread. */
function textOf(content: JsonArray, beside: ReadonlySet<string>, limits: Contract["limits"]): ResultOutcome<Told> {
  let found: Told = { text: undefined, at: 0 };
  for (let at = 0; at < content.length; at += 1) {
    const block = content[at] as JsonValue;
    const type = isObject(block) ? own(block, "type") : undefined;
    if (typeof type !== "string") return refused("result.envelope", `/content/${at}`);
    if (type !== "text") {
      if (beside.has(type)) continue;
      return refused("result.content", `/content/${at}`);
    }
    const unknown = unknownMembers(block as JsonObject, isTextMember);
    if (unknown !== null) return refused("result.envelope", `/content/${at}`, { unknown_members: unknown });
    const words = own(block as JsonObject, "text");
    if (typeof words !== "string") return refused("result.envelope", `/content/${at}/text`);
    if (found.text !== undefined) return refused("result.content", `/content/${at}`);
    const value = readText(words, limits, `/content/${at}/text`);
    if (!value.ok) return value;
    found = { text: value.value, at };
  }
  return passed(found);
}

/** Compared one by one: a page may have replaced the methods of arrays. */
function isResultMember(name: string): boolean {
  return name === "content" || name === "structuredContent" || name === "isError" || name === "_meta";
}

function isTextMember(name: string): boolean {
  return name === "type" || name === "text" || name === "annotations" || name === "_meta";
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isArray(value);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return hasOwn(object, name) ? object[name] : undefined;
}
