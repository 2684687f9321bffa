import { execFileSync, spawn, spawnSync } from "node:child_process";
import type { Typed, UsageBlock } from "./usage-blocks.js";

export interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

const TIMEOUT_MS = 120_000;

/** One reader's session: what a block exports, and where it goes, holds in the next one. */
export interface Session {
  readonly folder: string;
  /** Outside the folder, where the session is kept between blocks. */
  readonly state: string;
}

const AROUND = `
[ -r "$README_STATE" ] && . "$README_STATE"
trap 'status=$?; { export -p; printf "cd -- %q\\n" "$PWD"; } > "$README_STATE"; exit "$status"' EXIT
set -euo pipefail
`;

export async function runBlock({ script, typed }: UsageBlock, session: Session): Promise<Ran> {
  const words = ["bash", "-c", `${AROUND}${script}`] as const;
  return typed === null ? run(words[0], words.slice(1), session) : runAtTerminal(words, typed, session);
}

export function run(command: string, args: readonly string[], { folder, state }: Session): Ran {
  const done = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(state),
  });
  return { status: done.status, output: done.stdout ?? "", errors: done.stderr ?? "" };
}

function environment(state: string): NodeJS.ProcessEnv {
  const npm = { npm_config_fund: "false", npm_config_audit: "false", npm_config_update_notifier: "false", npm_config_progress: "false" };
  const quiet = { NO_COLOR: "1", ...npm };
  return { ...process.env, ...quiet, README_STATE: state };
}

/** Whether there is a pseudo-terminal to be had: util-linux has the program. */
export function hasTerminal(): boolean {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
}

/** Types each answer once its question stands on the screen, as a person would; what was typed before is dropped by the program. */
function runAtTerminal(words: readonly string[], typed: readonly Typed[], { folder, state }: Session): Promise<Ran> {
  return new Promise((resolve) => {
    const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const child = spawn("script", ["-qefc", `stty rows 60 cols 160; ${line}`, "/dev/null"], {
      cwd: folder,
      env: { ...environment(state), TERM: "dumb", SHELL: "/bin/sh" },
      timeout: TIMEOUT_MS,
    });
    let screen = "";
    let from = 0;
    const pending = [...typed];
    child.stdout.on("data", (chunk: Buffer) => {
      screen += chunk.toString("utf8");
      const [next] = pending;
      const at = next === undefined ? -1 : screen.indexOf(next.question, from);
      if (next === undefined || at < 0) return;
      from = at + next.question.length;
      pending.shift();
      child.stdin.write(`${next.answer}\r`);
    });
    // A program that ended has no more questions.
    child.stdin.on("error", () => undefined);
    const ended = (status: number | null, errors: string) => resolve({ status, output: screen.replaceAll("\r\n", "\n"), errors });
    child.on("error", (error) => ended(null, error.message));
    child.on("close", (status) =>
      ended(status, pending.length === 0 ? "" : `not asked: ${pending.map(({ question }) => question).join("; ")}`),
    );
  });
}
