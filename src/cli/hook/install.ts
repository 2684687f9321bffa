import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { readLedgerAddress } from "../../node/open-ledger.js";
import { asciiJson, escapeText } from "../escape.js";
import { UsageError } from "../faults.js";
import { prepareReplacement } from "../replace-file.js";
import type { Reply } from "../reply.js";
import type { Shell } from "../shell.js";
import { loadOperator } from "./before-tool.js";
import { contractsByTool } from "./contracts-by-tool.js";
import { type HookProgram, hookCommand } from "./hook-command.js";
import type { HookSettings } from "./hook-settings.js";
import { type HookGroups, hookGroups, withHookGroups } from "./host-settings.js";

type Scope = "user" | "project";

interface Installation {
  readonly settings: HookSettings;
  readonly program: HookProgram;
  /** Null: the snippet is printed, and nothing is written. */
  readonly scope: Scope | null;
  /** Nobody is asked. */
  readonly yes: boolean;
}

/** Seconds that the host's own timeout lies above the hook's deadline: the start of a process is not counted in that. */
const HOST_MARGIN_SECONDS = 5;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Writes the hook into the host's settings, once a person has seen what is written and said yes (spec/hook.md#install). */
export async function installHook({ settings, program, scope, yes }: Installation, shell: Shell): Promise<Reply> {
  // What does not load would block every call of every tool.
  await loadOperator(settings);
  const contracts = await contractsByTool(settings.contracts);
  const timeout = Math.ceil(settings.deadlineMs / 1000) + HOST_MARGIN_SECONDS;
  const groups = hookGroups(hookCommand(program, settings), [...contracts.keys()], timeout);
  const snippet = snippetOf(groups);
  const notes = placesInReach(settings, program, shell.cwd).map(
    (path) => `${escapeText(path)} lies in this folder: the agent can change it`,
  );
  if (scope === null) return { exit: 0, stdout: snippet, ...told(notes) };

  const path = settingsPath(scope, shell);
  const name = escapeText(path);
  const shown = inFile(name, () => withHookGroups(readIfThere(path), groups));
  if (shown.others > 0) notes.push(`${shown.others} other handlers run beside this one before a tool, and may change what was judged`);
  if (scope === "project") notes.push("the agent can edit the project's settings; --scope user, or managed settings, are out of its reach");
  if (shown.text === readIfThere(path)) return { exit: 0, stdout: `${name} has this hook already\n`, ...told(notes) };

  if (!yes && !(await agreed(`${snippet}${lines(notes)}`, name, shell))) {
    return { exit: 1, stdout: "", stderr: "countersign: nothing was written\n" };
  }
  mkdirSync(dirname(path), { recursive: true });
  const replacement = await prepareReplacement(path, path, async (target) => {
    const before = target === null ? null : readIfThere(target);
    const { text } = inFile(name, () => withHookGroups(before, groups));
    if (text !== shown.text) throw new UsageError("was changed since it was shown; run it again", name);
    return { before, after: text };
  });
  replacement.commit();
  return { exit: 0, stdout: `${yes ? snippet : ""}wrote ${name}\n`, ...(yes && told(notes)) };
}

async function agreed(shown: string, name: string, shell: Shell): Promise<boolean> {
  const terminal = await shell.terminal();
  if (terminal === null) throw new UsageError("is needed where there is no terminal to ask at", "--yes");
  terminal.write(shown);
  return (await terminal.ask(`Write this into ${name}? Type yes; anything else leaves it alone: `)) === "yes";
}

function snippetOf(groups: HookGroups): string {
  const hooks = Object.fromEntries(Object.entries(groups).map(([event, group]) => [event, [group]]));
  return `${asciiJson({ hooks }, 2)}\n`;
}

function settingsPath(scope: Scope, { cwd, env }: Shell): string {
  if (scope === "project") return join(cwd, ".claude", "settings.json");
  const home = env.CLAUDE_CONFIG_DIR ?? (env.HOME === undefined ? undefined : join(env.HOME, ".claude"));
  if (home === undefined || home === "") throw new UsageError("needs HOME to be set", "--scope user");
  return join(home, "settings.json");
}

function readIfThere(path: string): string | null {
  try {
    return decoder.decode(readFileSync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    // A lenient reader puts another character in its place, which would be written back.
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new ConfigurationError("is not UTF-8, so nothing is written into it", { file: escapeText(path) });
    throw new UsageError(`cannot be read (${code ?? "unknown"})`, escapeText(path));
  }
}

function inFile<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(name) : error;
  }
}

/** What the hook rests on that lies in the folder where the agent works. */
export function placesInReach({ policy, keys, ledger, audit, contracts }: HookSettings, program: HookProgram, cwd: string): string[] {
  const address = ledger === "none" ? null : readLedgerAddress(ledger);
  const files = [policy, keys, ...(address?.kind === "sqlite" ? [address.file] : []), ...(audit === null ? [] : [audit])];
  return [...files, ...contracts, program.script].filter((path) => {
    const way = relative(cwd, path);
    return way !== "" && way !== ".." && !way.startsWith(`..${sep}`);
  });
}

function lines(notes: readonly string[]): string {
  return notes.map((note) => `note: ${note}\n`).join("");
}

function told(notes: readonly string[]): { readonly stderr?: string } {
  return notes.length === 0 ? {} : { stderr: lines(notes) };
}
