import { readFileSync, statSync } from "node:fs";
import { ConfigurationError } from "../../decision/configuration-error.js";

/** How one server is started. */
export interface ServerSpec {
  readonly name: string;
  readonly prefix: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** Exactly what the server's process sees. */
  readonly env: Readonly<Record<string, string>>;
  /** Values that the client must never see. */
  readonly secrets: readonly string[];
}

/** What a program needs to run at all, and no more: none of it is a credential. */
const BASE = ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];
const BASE_WINDOWS = ["APPDATA", "LOCALAPPDATA", "PATH", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERPROFILE"];

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAX_SECRET_BYTES = 64 * 1024;
/** A shorter value stands in too much that is none. */
export const MIN_SECRET = 6;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a server's process (MCP-40): a fixed list, the variables that are named, and the files that are named. A name that
 * is not set, or a file that is not there, is a ConfigurationError: the server would run without what it needs.
 */
export function serverEnvironment(
  names: readonly string[],
  files: readonly (readonly [name: string, file: string])[],
  from: Environment,
  place: string,
): Pick<ServerSpec, "env" | "secrets"> {
  const env: Record<string, string> = {};
  for (const name of process.platform === "win32" ? BASE_WINDOWS : BASE) {
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  const secrets: string[] = [];
  const add = (name: string, value: string) => {
    if (!NAME.test(name)) throw new ConfigurationError("names no environment variable", { place });
    env[name] = value;
    if (value.length >= MIN_SECRET) secrets.push(...spellings(value));
  };
  for (const name of names) {
    const value = NAME.test(name) ? from[name] : undefined;
    if (value === undefined)
      throw new ConfigurationError(`names ${JSON.stringify(name)}, which is no variable of this environment`, { place });
    add(name, value);
  }
  for (const [name, file] of files) add(name, readSecret(file, place));
  return { env, secrets };
}

/** As it stands, and as it stands in a JSON text. */
function spellings(value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  return escaped === value ? [value] : [value, escaped];
}

/** Without the newline that an editor leaves at the end. */
function readSecret(file: string, place: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MAX_SECRET_BYTES)
      throw new ConfigurationError("is no regular file of at most 64 KiB", { file, place });
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)).replace(/\r?\n$/, "");
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new ConfigurationError(`cannot be read${code === undefined ? "" : ` (${code})`}`, { file, place }, { cause: error });
  }
}
