import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Execute } from "countersign/node";

const script = fileURLToPath(new URL("./runctl.ts", import.meta.url));

/** A shell command: arguments are a list that no shell reads, and the child ends when the gate wants no more of it. */
export function openCommand() {
  const running = new Set<ChildProcess>();
  return {
    cases: [
      "as agreed",
      "one line more",
      "a banner first",
      "a warning on stderr",
      "another project",
      "yesterday's answer",
      "no end",
      "no such project",
    ],
    ask:
      (name: string): Execute =>
      ({ args, signal }) => {
        const child = spawn(process.execPath, [...process.execArgv, script, String(args.project_id), name], {
          stdio: ["ignore", "pipe", "pipe"],
          signal,
          killSignal: "SIGKILL",
          env: {},
        });
        running.add(child);
        const exitCode = new Promise<number | null>((ended, failed) => {
          child.once("error", failed);
          child.once("close", (code) => {
            running.delete(child);
            ended(code);
          });
        });
        return { kind: "command", exitCode, stdout: child.stdout, stderr: child.stderr };
      },
    close: () => {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}
