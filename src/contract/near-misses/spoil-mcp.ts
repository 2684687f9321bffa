import { canonicalText } from "../../json/canonical-text.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import type { McpAnswer } from "../answer.js";
import { IS_ERROR, type McpExtraction } from "../extract/extraction.js";
import type { ResultReason } from "../result-catalogue.js";
import { type Base, ORDER, STRANGER } from "./near-miss.js";
import { isObject } from "./places.js";
import { spoilBytes, written } from "./spoil-json.js";
import { spoilValue } from "./spoil-value.js";
import { jsonBytes, type Spoilt, valueIn, type Wrap } from "./spoilt.js";

/** A result of an MCP server: its members, its content, and what they say. */
export function* spoilMcp({ bytes }: McpAnswer, rules: McpExtraction, base: Base): Generator<Spoilt> {
  const result = valueIn(bytes);
  if (!isObject(result) || !Array.isArray(result.content)) return;
  const wrap: Wrap = (changed) => ({ kind: "mcp", bytes: changed });
  yield* spoilBytes(bytes, result, base, wrap);
  for (const { kind, place, result: changed, expect } of spoilResult(result, rules))
    yield { kind, place, ...written(wrap, changed, base, expect) };

  const content = result.content as JsonArray;
  const at = content.findIndex((block) => isObject(block) && block.type === "text");
  const structured = result.structuredContent;
  const told = at < 0 ? undefined : valueIn(new TextEncoder().encode((content[at] as JsonObject).text as string));
  const value = rules.source === "text" ? told : structured;
  if (value === undefined) return;
  // Both say the same, or that is what is told.
  const write = (changed: JsonValue) => wrap(jsonBytes(saying(result, changed, at)));
  const levels = structured === undefined ? 0 : 1;
  for (const each of spoilValue(
    value,
    rules.shape,
    base,
    rules.source === "text" ? `/content/${at}/text` : "/structuredContent",
    write,
    levels,
  )) {
    // Structured content is an object, or it is none.
    const isNone = structured !== undefined && !isObject(structuredIn(each));
    yield isNone ? { ...each, expect: [...each.expect, "result.envelope"] } : each;
  }
}

function structuredIn({ answer }: Spoilt): JsonValue | undefined {
  const result = answer.kind === "mcp" ? valueIn(answer.bytes) : undefined;
  return isObject(result) ? result.structuredContent : undefined;
}

function saying(result: JsonObject, value: JsonValue, at: number): JsonObject {
  const content = (result.content as JsonArray).map((block, index) =>
    index === at ? { ...(block as JsonObject), text: canonicalText(value) } : block,
  );
  return { ...result, content, ...(Object.hasOwn(result, "structuredContent") && { structuredContent: value }) };
}

interface SpoiltResult {
  readonly kind: string;
  readonly place: string;
  readonly result: JsonObject;
  readonly expect: readonly ResultReason[];
}

function* spoilResult(result: JsonObject, rules: McpExtraction): Generator<SpoiltResult> {
  const content = result.content as JsonArray;
  const { content: _content, ...without } = result;
  yield { kind: "extra-member", place: "", result: { ...result, [STRANGER]: ORDER }, expect: ["result.envelope"] };
  yield { kind: "no-content", place: "/content", result: without, expect: ["result.envelope"] };
  const image = { type: "image", data: "AAAA", mimeType: "image/png" };
  if (!rules.beside.has("image"))
    yield { kind: "image-beside", place: "/content", result: { ...result, content: [...content, image] }, expect: ["result.content"] };
  const at = content.findIndex((block) => isObject(block) && block.type === "text");
  if (at >= 0) {
    const block = content[at] as JsonObject;
    const saysInstead = (text: string) => ({
      ...result,
      content: content.map((each, index) => (index === at ? { ...block, text } : each)),
    });
    yield {
      kind: "second-text",
      place: "/content",
      result: { ...result, content: [...content, { type: "text", text: ORDER }] },
      expect: ["result.content"],
    };
    yield { kind: "prose-for-json", place: `/content/${at}/text`, result: saysInstead(ORDER), expect: ["json.syntax"] };
    if (result.structuredContent !== undefined) {
      const other = canonicalText({ [STRANGER]: ORDER });
      yield { kind: "says-otherwise", place: `/content/${at}/text`, result: saysInstead(other), expect: ["result.disagreement"] };
    }
  }
  // Where the flag alone names a failure, nothing else is read, and it is one that the contract lists.
  if (typeof rules.failures.get(IS_ERROR) !== "string") {
    yield { kind: "error-beside-data", place: "/isError", result: { ...result, isError: true }, expect: ["result.error_unknown"] };
  }
}
