import { isDeepStrictEqual } from "node:util";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { parseJsonText } from "../../json/parse-json.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import { MAX_OPERATOR_FILE_BYTES } from "../../node/read-operator-file.js";
import { rootOf, setMember } from "../json-text.js";
import { isHookCommand } from "./hook-command.js";

const EMPTY = "{}\n";

type EventName = "PreToolUse" | "PostToolUse";

/** Our part of the host's settings: one group of handlers for each event. */
export type HookGroups = Readonly<Partial<Record<EventName, JsonObject>>>;

/**
 * The groups that a host's settings need: every tool before it runs, and after it those that have a contract. What the host can be told
 * about failing closed is told (spec/hook.md#install).
 *
 * @param timeout seconds; above the hook's own deadline
 */
export function hookGroups(command: string, contracted: readonly string[], timeout: number): HookGroups {
  const handler = { type: "command", command, timeout, onFailure: "block" };
  return {
    PreToolUse: { matcher: "*", hooks: [handler] },
    ...(contracted.length > 0 && { PostToolUse: { matcher: matcherOf(contracted), hooks: [handler] } }),
  };
}

/** Plain names are compared whole by the host; anything else makes an expression of it, which must then say where it ends. */
function matcherOf(tools: readonly string[]): string {
  if (tools.every((tool) => /^[A-Za-z0-9_]+$/.test(tool))) return tools.join("|");
  return `^(?:${tools.map((tool) => tool.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|")})$`;
}

/** What else stands in the settings that bears on the hook. */
export interface SettingsChange {
  readonly text: string;
  /** Handlers of others before a tool: they run beside this one. */
  readonly others: number;
}

/**
 * The settings' text with our groups, those of an earlier installation replaced. Everything but the member `hooks` stays byte for byte;
 * in it, every handler of others. Where nothing changes the text is the same.
 *
 * @throws ConfigurationError where the text is no such settings, or turns all hooks off
 */
export function withHookGroups(text: string | null, groups: HookGroups): SettingsChange {
  const before = text === null || text.trim() === "" ? EMPTY : text;
  const settings = readSettings(before);
  if (settings.disableAllHooks === true)
    throw new ConfigurationError("is true, so the host runs no hook at all; take it out first", { place: "/disableAllHooks" });
  const held = objectAt(settings, "hooks", "/hooks");
  const hooks: Record<string, JsonValue> = { ...held };
  for (const event of ["PreToolUse", "PostToolUse"] as const) {
    const merged = merge(listAt(held, event), groups[event], `/hooks/${event}`);
    if (merged.length > 0) hooks[event] = merged;
    else delete hooks[event];
  }
  const others = countOthers(hooks.PreToolUse);
  if (isDeepStrictEqual(hooks, held)) return { text: before, others };
  return { text: setMember(before, rootOf(before), "hooks", hooks), others };
}

function readSettings(text: string): JsonObject {
  const parsed = parseJsonText(text, { maxBytes: MAX_OPERATOR_FILE_BYTES });
  if (!parsed.ok || !isObject(parsed.value)) throw new ConfigurationError("is not one strict JSON object, so nothing is written into it");
  return parsed.value;
}

/** In the place of our first handler, so that the order of the others stays; at the end where there was none. */
function merge(list: JsonArray, ours: JsonObject | undefined, place: string): JsonArray {
  const merged: JsonValue[] = [];
  let placed = ours === undefined;
  for (const [at, group] of list.entries()) {
    const handlers = isObject(group) ? group.hooks : undefined;
    if (!isObject(group) || !Array.isArray(handlers)) throw new ConfigurationError("is no group of handlers", { place: `${place}/${at}` });
    const kept = handlers.filter((handler: JsonValue) => !(isObject(handler) && isHookCommand(handler.command)));
    if (kept.length === handlers.length) {
      merged.push(group);
      continue;
    }
    if (kept.length > 0) merged.push({ ...group, hooks: kept });
    if (!placed && ours !== undefined) merged.push(ours);
    placed = true;
  }
  if (!placed && ours !== undefined) merged.push(ours);
  return merged;
}

function countOthers(groups: JsonValue | undefined): number {
  if (!Array.isArray(groups)) return 0;
  const handlers = groups.flatMap((group: JsonValue) => (isObject(group) && Array.isArray(group.hooks) ? group.hooks : []));
  return handlers.filter((handler: JsonValue) => !(isObject(handler) && isHookCommand(handler.command))).length;
}

function objectAt(settings: JsonObject, name: string, place: string): JsonObject {
  if (!Object.hasOwn(settings, name)) return {};
  const value = settings[name] as JsonValue;
  if (!isObject(value)) throw new ConfigurationError("is no object", { place });
  return value;
}

function listAt(hooks: JsonObject, event: EventName): JsonArray {
  if (!Object.hasOwn(hooks, event)) return [];
  const value = hooks[event] as JsonValue;
  if (!Array.isArray(value)) throw new ConfigurationError("is no list", { place: `/hooks/${event}` });
  return value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
