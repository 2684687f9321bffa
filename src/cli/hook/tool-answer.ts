import { canonicalText } from "../../json/canonical-text.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";

/**
 * What a host hands over as a tool's answer, by its shape (spec/hook.md#answers): the one text that is the answer, and how a text of
 * ours is put in its place. Null from `textOf` where the answer has no one text; null from `replacedBy` where the host would take no
 * other value for it, so that what the tool said cannot be kept from the model.
 */
export interface ToolAnswer {
  readonly text: string | null;
  readonly replacedBy: ((text: string) => JsonValue) | null;
}

export function readToolAnswer(response: JsonValue): ToolAnswer {
  if (typeof response === "string") return { text: response, replacedBy: (text) => text };
  if (Array.isArray(response)) return { text: onlyText(response), replacedBy: textBlocks };
  if (!isObject(response)) return { text: null, replacedBy: null };
  if (typeof own(response, "stdout") === "string") return shellAnswer(response);
  const content = own(response, "content");
  if (Array.isArray(content)) {
    // What a tool says of its failure is no answer of its own, whatever form it has.
    const failed = own(response, "isError") === true;
    return { text: failed ? null : onlyText(content), replacedBy: (text) => ({ content: textBlocks(text) }) };
  }
  // A tool of the host's own with members of its own: the host takes nothing of another shape in its place.
  return { text: canonicalText(response), replacedBy: null };
}

/** A command's output. What it wrote to standard error is on no contract, and is not shown. */
function shellAnswer(response: JsonObject): ToolAnswer {
  const whole = own(response, "interrupted") !== true && own(response, "isImage") !== true;
  return {
    text: whole ? (own(response, "stdout") as string) : null,
    // Members that point to a kept copy of the output are left out: the host would show that instead.
    replacedBy: (stdout) => ({ stdout, stderr: "", interrupted: false, isImage: false }),
  };
}

/** The text of a list that is one text block and nothing else: a second block would be a way round the contract. */
function onlyText(blocks: JsonArray): string | null {
  const [block, ...more] = blocks;
  if (block === undefined || more.length > 0 || !isObject(block) || own(block, "type") !== "text") return null;
  const text = own(block, "text");
  return typeof text === "string" ? text : null;
}

function textBlocks(text: string): JsonArray {
  return [{ type: "text", text }];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
