import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { readLedgerAddress } from "../../node/open-ledger.js";
import type { Flags } from "../flags.js";
import type { HOOK_FLAGS, HookSettings } from "./hook-settings.js";

/** What is started: Node itself, and this program. */
export interface HookProgram {
  readonly node: string;
  readonly script: string;
}

/** How this very process was started, links followed: a link in a project's folder is the project's to turn. */
export function thisProgram(): HookProgram {
  return { node: process.execPath, script: realpathSync(process.argv[1] as string) };
}

/**
 * The shell line that a host runs. Its end makes the one refusal that the host knows of every other end of the program: it was killed,
 * it ran out of memory, it is not there (spec/hook.md#exit).
 */
export function hookCommand({ node, script }: HookProgram, settings: HookSettings): string {
  const { policy, keys, audience, ledger, principal, audit, contracts, deadlineMs } = settings;
  const flags = [
    ["policy", policy],
    ["keys", keys],
    ["audience", audience],
    ["ledger", ledger],
    ["principal", principal],
    ...(audit === null ? [] : [["audit", audit] as const]),
    ...contracts.map((file) => ["contract", file] as const),
    ["deadline", `${deadlineMs}`],
  ] as const;
  // `--flag=value`: a value may begin with a hyphen.
  const words = flags.map(([name, value]) => `--${name}=${quoted(value)}`);
  return `${quoted(node)} ${quoted(script)} hook claude-code ${words.join(" ")} || exit 2`;
}

/** Whether a line in somebody's settings is one that `hookCommand` made. */
export function isHookCommand(line: unknown): boolean {
  return typeof line === "string" && / hook claude-code --policy=.* \|\| exit 2$/s.test(line);
}

/** A word of a POSIX shell: what is safe anywhere stays as it is. */
function quoted(word: string): string {
  return /^[A-Za-z0-9_./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The flags with every file by its absolute path: whoever installs stands in some folder, the hook in another. */
export function withAbsolutePaths(flags: Flags<typeof HOOK_FLAGS>, cwd: string): Flags<typeof HOOK_FLAGS> {
  const file = <T extends string | undefined>(path: T) => (path === undefined ? path : resolve(cwd, path)) as T;
  const address = flags.ledger === undefined ? null : readLedgerAddress(flags.ledger);
  return {
    ...flags,
    policy: file(flags.policy),
    keys: file(flags.keys),
    audit: file(flags.audit),
    contract: flags.contract.map(file),
    ledger: address?.kind === "sqlite" ? `sqlite:${resolve(cwd, address.file)}` : flags.ledger,
  };
}
