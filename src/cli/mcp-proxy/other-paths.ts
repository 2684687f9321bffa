import { basename } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { parseJson } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { MAX_OPERATOR_FILE_BYTES, readOperatorFile } from "../../node/read-operator-file.js";
import { escapeText } from "../escape.js";

/** Where clients keep their servers. */
const LISTS = ["mcpServers", "servers"] as const;
/** Programs that start the one that is named after their own flags. */
const STARTERS: ReadonlySet<string> = new Set(["node", "npx", "npm", "pnpm", "yarn", "bun", "bunx", "deno"]);
const OURS: ReadonlySet<string> = new Set(["countersign", "countersign.cmd", "cli.cjs"]);

/**
 * The servers of a client's configuration that no proxy stands before (spec/mcp.md#second-path): each is a path on which a tool is called
 * and no gate asked. A server that is reached by an address counts, since nothing here can stand before it.
 */
async function otherPaths(file: string): Promise<readonly string[]> {
  const parsed = parseJson(await readOperatorFile(file, "client"), { maxBytes: MAX_OPERATOR_FILE_BYTES, maxDepth: 32 });
  if (!parsed.ok) throw new ConfigurationError(`is not one JSON value by the strict rules (${parsed.issues[0].reason})`, { file });
  const top = parsed.value;
  const lists = LISTS.map((name) => (isObject(top) && Object.hasOwn(top, name) ? top[name] : undefined)).filter(
    (list) => list !== undefined,
  );
  const [list] = lists;
  if (lists.length !== 1 || list === undefined || !isObject(list)) {
    throw new ConfigurationError(`holds no list of servers; it is called ${LISTS.join(" or ")}`, { file });
  }
  return Object.entries(list).flatMap(([name, server]) => (isProxied(server) ? [] : [name]));
}

/** Refuses what leaves another path open; in interop it is only told. */
export async function checkOtherPaths(file: string, strict: boolean, tell: (servers: readonly string[]) => void): Promise<void> {
  const open = await otherPaths(file);
  if (open.length === 0) return;
  if (!strict) return tell(open);
  const names = open.map((name) => escapeText(name, 64)).join(", ");
  throw new ConfigurationError(`starts ${names} without this proxy, so such calls never ask the gate`, { file, place: "--client-config" });
}

function isProxied(server: JsonValue): boolean {
  if (!isObject(server)) return false;
  const { command, args } = server;
  // Clients differ in which of the two they take.
  if (Object.hasOwn(server, "url")) return false;
  if (typeof command !== "string" || !Array.isArray(args) || !args.every((word) => typeof word === "string")) return false;
  const words = [command, ...(args as readonly string[])];
  const at = words.indexOf("mcp-proxy");
  if (at < 1 || !OURS.has(basename(words[at - 1] as string))) return false;
  // Any other program makes of these words what it likes.
  return at === 1 || STARTERS.has(basename(command).replace(/\.(?:exe|cmd)$/i, ""));
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
