import { sha256 } from "#crypto";
import type { Gate } from "../../gate/create-gate.js";
import { canonicalText } from "../../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { isToolName } from "../../trust/names.js";
import { annotateTool } from "./annotate-tool.js";
import { isObject, own } from "./message.js";
import type { McpReport } from "./report.js";
import type { Upstream } from "./upstream.js";

/** A server with the prefix that its tools have for the client. */
export interface Mounted<R> {
  readonly upstream: Upstream<R>;
  readonly prefix: string;
}

export interface Route<R> {
  readonly upstream: Upstream<R>;
  /** The tool's name at its server. */
  readonly name: string;
}

interface Pin<R> extends Route<R> {
  /** SHA-256 (hex) of the definition's canonical form. */
  readonly digest: string;
  /** Sticky: a definition that changed back is still not the one that can be relied on. */
  changed: boolean;
}

interface ToolListPorts<R> {
  readonly servers: readonly Mounted<R>[];
  readonly gate: Pick<Gate, "needs">;
  readonly proposals: "carried" | "built";
  readonly hasContract: ((tool: string) => boolean) | null;
  readonly timeout: (ms: number, done: () => void) => () => void;
  readonly report: (report: McpReport) => void;
}

const MAX_PAGES = 64;
const MAX_TOOLS = 2048;
const LIST_MS = 30_000;
/** A server that changes its tools faster than it tells them has none. */
const MAX_LOOKS = 8;

/** Two servers offer one name: which of the two a call means would be theirs to say. */
export class ToolCollision extends Error {
  readonly tool: string;
  readonly servers: readonly [string, string];

  constructor(tool: string, servers: readonly [string, string]) {
    super(`two servers offer ${tool}`);
    this.tool = tool;
    this.servers = servers;
  }
}

/**
 * The tools of all servers under the names that the client sees, each pinned to the definition that was seen first (MCP-32). A tool
 * whose definition changes is neither shown nor called until the proxy starts anew.
 */
export function createToolList<R>(ports: ToolListPorts<R>) {
  const { servers, gate, hasContract, report } = ports;
  const pins = new Map<string, Pin<R>>();
  /** What the last look showed: a tool that is hidden by now is not called, whatever was shown before. */
  let offered: ReadonlySet<string> = new Set();
  const told = new Set<string>();
  let stale = true;
  let seenOnce = false;
  let looking: Promise<readonly JsonObject[] | null> | null = null;

  function hide(server: string, tool: string, why: (McpReport & { event: "tool_hidden" })["why"]): null {
    const key = `${why} ${server} ${tool}`;
    // Once a tool: a list is asked for again and again.
    if (told.has(key) || told.size >= MAX_TOOLS) return null;
    told.add(key);
    report({ event: "tool_hidden", server, tool, why });
    return null;
  }

  /** What the client may see of one definition; null for nothing. */
  function admit({ upstream, prefix }: Mounted<R>, definition: JsonValue, twice: ReadonlySet<string>): JsonObject | null {
    const given = isObject(definition) ? own(definition, "name") : undefined;
    if (!isObject(definition) || typeof given !== "string") return hide(upstream.name, "", "definition");
    const tool = `${prefix}${given}`;
    if (!isToolName(tool)) return hide(upstream.name, given, "name");
    if (twice.has(given)) return hide(upstream.name, tool, "taken");
    const needs = gate.needs(tool);
    if (needs === null) return hide(upstream.name, tool, "not_in_policy");
    // It would act, and nothing of its answer could be told.
    if (hasContract !== null && !hasContract(tool)) return hide(upstream.name, tool, "no_contract");
    const text = canonicalText(definition);
    if (!isJson(text)) return hide(upstream.name, tool, "definition");
    const digest = sha256(text);
    const pin = pins.get(tool);
    if (pin === undefined) pins.set(tool, { upstream, name: given, digest, changed: false });
    else if (pin.upstream !== upstream) {
      if (!seenOnce) throw new ToolCollision(tool, [pin.upstream.name, upstream.name]);
      return hide(upstream.name, tool, "taken");
    } else if (pin.digest !== digest && !pin.changed) {
      pin.changed = true;
      report({ event: "tool_changed", server: upstream.name, tool });
    }
    if (pins.get(tool)?.changed === true) return null;
    if (runsAsTaskOnly(definition)) return hide(upstream.name, tool, "task");
    return annotateTool(definition, tool, needs, { proposals: ports.proposals, contracts: hasContract !== null });
  }

  /** Every page of one server's list; null where it could not be had whole. */
  async function definitionsOf({ upstream }: Mounted<R>): Promise<readonly JsonValue[] | null> {
    const definitions: JsonValue[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const asked = upstream.request("tools/list", cursor === null ? {} : { cursor });
      const stop = ports.timeout(LIST_MS, () => asked.abandon("late"));
      const given = await asked.given;
      stop();
      if (typeof given === "string" || !("result" in given.answer)) return null;
      const tools = own(given.answer.result, "tools");
      const next = own(given.answer.result, "nextCursor");
      if (!Array.isArray(tools) || definitions.length + tools.length > MAX_TOOLS) return null;
      definitions.push(...tools);
      if (next === undefined) return definitions;
      if (typeof next !== "string" || next === cursor) return null;
      cursor = next;
    }
    return null;
  }

  async function look(): Promise<readonly JsonObject[] | null> {
    // Told again while this look is under way, it is stale again.
    stale = false;
    offered = new Set();
    const lists = await Promise.all(servers.map(definitionsOf));
    const shown = new Map<string, JsonObject>();
    for (const [at, server] of servers.entries()) {
      const definitions = lists[at] ?? null;
      if (definitions === null) {
        stale = true;
        report({ event: "list_failed", server: server.upstream.name });
        return null;
      }
      const twice = namedTwice(definitions);
      for (const definition of definitions) {
        const tool = admit(server, definition, twice);
        if (tool !== null) shown.set(tool.name as string, tool);
      }
    }
    seenOnce = true;
    offered = new Set(shown.keys());
    return [...shown.values()];
  }

  /** One look at a time; whoever asks meanwhile gets the same. */
  function refresh(): Promise<readonly JsonObject[] | null> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    /** What to show the client now; null where a server does not say. Rejects with ToolCollision on the first look alone. */
    refresh,
    /** The server says that its tools changed: looked at again before the next call. */
    outdated(): void {
      stale = true;
    },
    /** Where a call goes; null for a tool that is not offered, or is not what it was. */
    async route(tool: string): Promise<Route<R> | null> {
      // A look that is under way counts as well: what it will find is not known yet.
      for (let looks = 0; stale || looking !== null; looks += 1) if (looks === MAX_LOOKS || (await refresh()) === null) return null;
      if (!offered.has(tool) || gate.needs(tool) === null) return null;
      return hasContract === null || hasContract(tool) ? (pins.get(tool) ?? null) : null;
    },
  };
}

function namedTwice(definitions: readonly JsonValue[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const definition of definitions) {
    const name = isObject(definition) ? own(definition, "name") : undefined;
    if (typeof name !== "string") continue;
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}

/** Numbers that overflow come this far, and have no form that a client could read. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A task's result comes by another method, which no gate sees. */
function runsAsTaskOnly(definition: JsonObject): boolean {
  const execution = own(definition, "execution");
  return isObject(execution) && own(execution, "taskSupport") === "required";
}
