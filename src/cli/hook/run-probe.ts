import { spawn } from "node:child_process";

/** What became of a shell line that was run as the host runs it. */
export interface HostRun {
  /** Null where a signal ended the shell itself. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProbeInput {
  /** Null: standard input stays open and nothing comes. */
  readonly stdin: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A probe that the hook's own deadline did not end has shown what it was to show. */
const PATIENCE_MS = 30_000;

/** Runs a line by the shell, as the host does. */
export function runAsHost(line: string, { stdin, cwd, env }: ProbeInput): Promise<HostRun> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", line], { cwd, env, timeout: PATIENCE_MS, killSignal: "SIGKILL" });
    const out = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      out.stderr += text;
    });
    // The program may end before it has read everything.
    child.stdin.on("error", () => undefined);
    if (stdin !== null) child.stdin.end(stdin);
    child.once("error", () => resolve({ exit: null, ...out }));
    child.once("close", (exit) => {
      child.stdin.destroy();
      resolve({ exit, ...out });
    });
  });
}

/** What the host does about a tool call, by the hook's end alone (spec/hook.md#exit). */
export type HostAct = "runs the tool" | "refuses the call";

/** Every end but exit 2 lets the tool run, in hosts that know no `onFailure`; an exit of 0 does in every one. */
export function actOf({ exit }: HostRun): HostAct {
  return exit === 2 ? "refuses the call" : "runs the tool";
}
