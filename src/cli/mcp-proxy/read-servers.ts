import { didYouMean } from "../../compile/did-you-mean.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { parseJson } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { MAX_OPERATOR_FILE_BYTES, readOperatorFile } from "../../node/read-operator-file.js";
import { type ServerSpec, serverEnvironment } from "./server-spec.js";

const MEMBERS: ReadonlySet<string> = new Set(["command", "args", "prefix", "env", "env_files", "cwd"]);
/** A name that can stand before a tool's, and in a log. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/;
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,31}$/;
const MAX_SERVERS = 32;

/**
 * Reads a file of servers (spec/mcp.md#servers): `{"servers": {"NAME": {"command", "args"?, "prefix"?, "env"?, "env_files"?, "cwd"?}}}`,
 * closed. The prefix is `NAME__` where none is given; an empty one is written out. ConfigurationError with the place otherwise.
 */
export async function readServers(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly [ServerSpec, ...ServerSpec[]]> {
  const parsed = parseJson(await readOperatorFile(file, "servers"), { maxBytes: MAX_OPERATOR_FILE_BYTES, maxDepth: 8 });
  const wrong = (what: string, place: string) => new ConfigurationError(what, { file, place });
  if (!parsed.ok) throw wrong(`is not one JSON value by the strict rules (${parsed.issues[0].reason})`, "");
  const top = objectAt(parsed.value, "", wrong);
  for (const name of Object.keys(top)) if (name !== "servers") throw wrong('holds { "servers": { ... } } and nothing else', `/${name}`);
  const servers = Object.entries(objectAt(Object.hasOwn(top, "servers") ? (top.servers as JsonValue) : null, "/servers", wrong));
  if (servers.length < 1 || servers.length > MAX_SERVERS) throw wrong(`holds 1 to ${MAX_SERVERS} servers`, "/servers");
  const prefixes = new Set<string>();
  const specs = servers.map(([name, value]): ServerSpec => {
    const place = `/servers/${name}`;
    if (!NAME.test(name)) throw wrong("is no name of a server: letters, digits, _ . -, at most 32", "/servers");
    const server = objectAt(value, place, wrong);
    for (const member of Object.keys(server)) {
      if (!MEMBERS.has(member)) throw wrong(`is no member of a server${didYouMean(member, MEMBERS)}`, `${place}/${member}`);
    }
    const text = (member: string, otherwise?: string) => {
      const given = Object.hasOwn(server, member) ? server[member] : otherwise;
      if (given !== undefined && typeof given !== "string") throw wrong("must be a text", `${place}/${member}`);
      return given;
    };
    const command = text("command");
    if (command === undefined || command === "") throw wrong("is required: the program to start", `${place}/command`);
    const prefix = text("prefix", `${name}__`) as string;
    if (prefix !== "" && !PREFIX.test(prefix)) throw wrong("is no beginning of a tool's name", `${place}/prefix`);
    if (prefixes.has(prefix)) throw wrong("is the prefix of another server too", `${place}/prefix`);
    prefixes.add(prefix);
    const files = objectAt(Object.hasOwn(server, "env_files") ? (server.env_files as JsonValue) : {}, `${place}/env_files`, wrong);
    const pairs = Object.entries(files).map(([variable, path]) => {
      if (typeof path !== "string" || path === "") throw wrong("must be a path", `${place}/env_files/${variable}`);
      return [variable, path] as const;
    });
    const names = textsAt(server, "env", place, wrong);
    return {
      name,
      prefix,
      command,
      args: textsAt(server, "args", place, wrong),
      cwd: text("cwd"),
      ...atFile(file, () => serverEnvironment(names, pairs, env, `${place}/env`)),
    };
  });
  return specs as unknown as readonly [ServerSpec, ...ServerSpec[]];
}

type Wrong = (what: string, place: string) => ConfigurationError;

function objectAt(value: JsonValue, place: string, wrong: Wrong): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("must be an object", place);
  return value as JsonObject;
}

function textsAt(server: JsonObject, member: string, place: string, wrong: Wrong): readonly string[] {
  const given = Object.hasOwn(server, member) ? server[member] : [];
  if (!Array.isArray(given) || !given.every((item) => typeof item === "string"))
    throw wrong("must be a list of texts", `${place}/${member}`);
  return given as readonly string[];
}

function atFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigurationError && error.file === undefined ? error.inFile(file) : error;
  }
}
