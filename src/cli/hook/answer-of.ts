import type { Answer } from "../../contract/answer.js";
import type { Contract } from "../../contract/contract.js";
import { canonicalText } from "../../json/canonical-text.js";
import { parseJsonText } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { AfterTool } from "./read-event.js";
import { readToolAnswer } from "./tool-answer.js";

const encoder = new TextEncoder();

/**
 * What the host tells of an answer, as the kind of answer that the contract reads (spec/hook.md#answers). An answer that cannot be of that
 * kind is handed on as no answer at all, which no contract takes.
 */
export function answerOf(event: AfterTool, contract: Contract, requestId: string): Answer {
  switch (contract.answer) {
    case "command":
      return commandAnswer(event.response);
    case "mcp":
      return { kind: "mcp", bytes: encoder.encode(callToolResult(event.response)) };
    case "http":
      return { kind: "http", status: 0, mediaType: null, bytes: new Uint8Array() };
    default:
      return envelopeOf(event, contract, requestId);
  }
}

/** The hook is the adapter: it puts the tool's text, once that is one strict JSON value, into the envelope that a contract reads. */
function envelopeOf({ tool, response }: AfterTool, { limits }: Contract, requestId: string): Answer {
  const text = readToolAnswer(response).text ?? "";
  const data = parseJsonText(text, { maxBytes: limits.maxBytes, maxDepth: limits.maxDepth });
  // A text that is no such value is handed on as it is, to be refused for what it is: it cannot know the request id.
  const envelope = data.ok ? canonicalText({ tool, request_id: requestId, outcome: "success", data: data.value }) : text;
  return { kind: "json", bytes: encoder.encode(envelope) };
}

/** The host tells of commands that ended well alone; one whose exit code it had to interpret, or that it cut off, counts as killed. */
function commandAnswer(response: JsonValue): Answer {
  const stdout = member(response, "stdout");
  const stderr = member(response, "stderr");
  const whole = readToolAnswer(response).text !== null && member(response, "returnCodeInterpretation") === undefined;
  const known = typeof stdout === "string" && typeof stderr === "string" && whole;
  return {
    kind: "command",
    exitCode: known ? 0 : null,
    stdout: encoder.encode(known ? stdout : ""),
    stderr: encoder.encode(known ? stderr : ""),
  };
}

/** A host hands over the result itself, its list of blocks, or the one text in it. */
function callToolResult(response: JsonValue): string {
  if (typeof response === "string") return canonicalText({ content: [{ type: "text", text: response }] });
  return canonicalText(Array.isArray(response) ? { content: response } : response);
}

function member(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}
