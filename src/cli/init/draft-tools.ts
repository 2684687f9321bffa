import { loadPolicy } from "../../compile/load-policy.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { ToolEntry } from "../../policy/policy-file.js";
import { isToolName } from "../../trust/names.js";
import { escapeText } from "../escape.js";
import { PAYMENT_TOOL } from "./starter-policy.js";

/** Denies what nobody has looked at yet. */
const NOT_REVIEWED = "not-reviewed";

export interface Draft {
  readonly tools: Readonly<Record<string, ToolEntry>>;
  /** What was left out or denied, and why. Escaped. */
  readonly notes: readonly string[];
}

/**
 * Drafts a policy's tools from a tool list: MCP's `{ tools: [...] }`, the response that it came in, or the list alone. What a server
 * says of its own tools is a hint: it can make a draft stricter and never let anything run that a person has not looked at. Null
 * where the value is no such list.
 */
export async function draftTools(value: JsonValue): Promise<Draft | null> {
  const list = listIn(value);
  if (list === null) return null;
  const tools = new Map<string, ToolEntry>();
  const notes: string[] = [];
  for (const [at, tool] of list.entries()) {
    const name = isObject(tool) ? own(tool, "name") : undefined;
    if (!isObject(tool) || !isToolName(name)) notes.push(`tool ${at + 1} is left out: its name is none that a policy can hold`);
    else if (name === PAYMENT_TOOL) notes.push(`${name} is left as the starter has it`);
    else if (tools.has(name)) notes.push(`${name} is listed twice; the first is drafted`);
    else {
      const { entry, note } = await draftTool(name, tool);
      tools.set(name, entry);
      if (note !== null) notes.push(note);
    }
  }
  return { tools: Object.fromEntries(tools), notes };
}

async function draftTool(name: string, tool: JsonObject): Promise<{ readonly entry: ToolEntry; readonly note: string | null }> {
  const impact = impactOf(own(tool, "annotations"));
  const schema = own(tool, "inputSchema") ?? own(tool, "input_schema") ?? own(tool, "parameters");
  const args = isObject(schema) ? closed(schema) : null;
  const fault = args === null ? "it has no input schema" : await refusal(args);
  const drafted = { impact, ...(args !== null && fault === null && { args }) };
  if (fault !== null) {
    return {
      entry: { ...drafted, deny: NOT_REVIEWED },
      note: `${name} is denied (${NOT_REVIEWED}): ${escapeText(fault)}; write its args, then remove deny`,
    };
  }
  if (impact === "read") return { entry: drafted, note: null };
  return {
    entry: { ...drafted, deny: NOT_REVIEWED },
    note: `${name} is denied (${NOT_REVIEWED}): settle its impact and who approves, then remove deny`,
  };
}

/** A tool that does not say that it only reads may do anything, as MCP has it too. */
function impactOf(annotations: JsonValue | undefined): "read" | "irreversible" {
  const says = (hint: string) => isObject(annotations) && own(annotations, hint) === true;
  return says("readOnlyHint") && !says("destructiveHint") ? "read" : "irreversible";
}

/** Without what only names the dialect, and closed: `args` is where a member that nobody knows must not pass. */
function closed({ $schema: _dialect, $id: _id, additionalProperties: _open, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** Why the engine refuses a schema, with the place in it; null where it takes it. */
async function refusal(args: JsonObject): Promise<string | null> {
  try {
    await loadPolicy({ version: 1, tools: { t: { impact: "read", args } } });
    return null;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const place = error.place?.replace(/^\/tools\/t\/args/, "") ?? "";
    return `its input schema is not taken over${place === "" ? "" : ` (${place})`}: ${error.what}`;
  }
}

function listIn(value: JsonValue): readonly JsonValue[] | null {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  if (!isObject(value)) return null;
  const result = own(value, "result");
  const tools = own(value, "tools") ?? (isObject(result) ? own(result, "tools") : undefined);
  return Array.isArray(tools) ? (tools as readonly JsonValue[]) : null;
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
