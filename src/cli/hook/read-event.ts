import { type BlockCode, codeOf } from "../../decision/catalogue.js";
import { parseJson } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";

/** Most bytes of an event: what a host tells of a tool's answer may be large, and nothing larger is held. */
export const MAX_EVENT_BYTES = 4 * 1024 * 1024;
/** An answer lies one level down in its event. */
const MAX_EVENT_DEPTH = 33;

interface ToolEvent {
  /** The host's name of the tool, as it is. */
  readonly tool: string;
  readonly args: JsonObject;
  /** The host's own name of its session; null where it gave none. */
  readonly session: string | null;
}

export interface BeforeTool extends ToolEvent {
  readonly event: "PreToolUse";
}

export interface AfterTool extends ToolEvent {
  readonly event: "PostToolUse";
  readonly response: JsonValue;
}

export type HookEvent = BeforeTool | AfterTool;

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: BlockCode };

const INVALID = { ok: false, code: "PIC_INVALID_REQUEST" } as const;

/**
 * Reads what the host says of one tool call (spec/hook.md#event): strict JSON, the members that count, of the right type. Members
 * that the host adds are its own affair; an event of another name is none that this hook answers.
 */
export function readEvent(bytes: Uint8Array): Read<HookEvent> {
  const parsed = parseJson(bytes, { maxBytes: MAX_EVENT_BYTES, maxDepth: MAX_EVENT_DEPTH });
  if (!parsed.ok) return { ok: false, code: codeOf(parsed.issues[0].reason) };
  const event = parsed.value;
  if (!isObject(event)) return INVALID;
  const tool = own(event, "tool_name");
  const args = own(event, "tool_input");
  const session = own(event, "session_id") ?? null;
  if (typeof tool !== "string" || tool === "" || !isObject(args)) return INVALID;
  if (session !== null && (typeof session !== "string" || session === "")) return INVALID;
  const call = { tool, args, session };
  switch (own(event, "hook_event_name")) {
    case "PreToolUse":
      return { ok: true, value: { event: "PreToolUse", ...call } };
    case "PostToolUse": {
      const response = own(event, "tool_response");
      return response === undefined ? INVALID : { ok: true, value: { event: "PostToolUse", ...call, response } };
    }
    default:
      return INVALID;
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
