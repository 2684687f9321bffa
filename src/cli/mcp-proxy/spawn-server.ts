import { type ChildProcess, spawn } from "node:child_process";
import { createLineSplitter, endLine } from "./line-splitter.js";
import type { ServerSpec } from "./server-spec.js";

export interface ServerProcess {
  send(line: Uint8Array): void;
  /** Lets the server run on, or not, while nobody takes what it says. */
  hold(held: boolean): void;
  /**
   * Ends it: its input is closed, then it is told, then it is killed. Settles when it is gone.
   *
   * @param hurry whoever told us to end is about to kill us, and the server would be left behind
   */
  end(hurry: boolean): Promise<void>;
}

interface ServerEvents {
  readonly onLine: (line: Uint8Array) => void;
  /** A line without an end: no later one can be told from it. */
  readonly onTooLong: () => void;
  readonly onLog: (text: string) => void;
  /** Its input is full, or takes more again. */
  readonly onFull: (full: boolean) => void;
  /** Once, when no more comes. `cause` where it could not be started. */
  readonly onEnd: (cause: Error | null) => void;
}

/** Milliseconds between the steps of ending a server. */
const GRACE_MS = 2000;
const HURRIED_MS = 500;
const MAX_LOG_LINE = 16 * 1024;
/** Beyond this and one message a server that does not read is ended: the client's requests stop long before, its own go on. */
const MAX_UNREAD = 64 * 1024 * 1024;

/** Starts a server and speaks with it by lines on its standard input and output. */
export function spawnServer({ command, args, cwd, env }: ServerSpec, maxBytes: number, events: ServerEvents): ServerProcess {
  // A group of its own, so that what it starts ends with it; not on Windows, where that opens a window.
  const detached = process.platform !== "win32";
  const child = spawn(command, [...args], { cwd, env, detached, stdio: ["pipe", "pipe", "pipe"], shell: false, windowsHide: true });
  let cause: Error | null = null;
  let over = false;
  const gone = new Promise<void>((resolve) => {
    const finish = () => {
      if (over) return;
      over = true;
      events.onEnd(cause);
      resolve();
    };
    child.on("error", (error) => {
      cause = error;
      if (child.pid === undefined) finish();
    });
    // Its output is read to the end first; a grandchild that holds it open does not keep us waiting for ever.
    child.on("close", finish);
    child.on("exit", () => setTimeout(finish, GRACE_MS).unref());
  });

  const lines = createLineSplitter(maxBytes, events.onLine, events.onTooLong);
  child.stdout.on("data", (chunk: Buffer) => lines.push(chunk));
  const logs = createLineSplitter(
    MAX_LOG_LINE,
    (line) => events.onLog(Buffer.from(line).toString("utf8")),
    () => undefined,
  );
  child.stderr.on("data", (chunk: Buffer) => logs.push(chunk));
  // A server that closed its input: that it is gone is told by its end.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => undefined);
  child.stdin.on("drain", () => events.onFull(false));

  return {
    send(line) {
      if (over || !child.stdin.writable) return;
      if (child.stdin.writableLength > MAX_UNREAD + maxBytes) {
        signal(child, detached, "SIGKILL");
        return;
      }
      if (!child.stdin.write(endLine(line))) events.onFull(true);
    },
    hold(held) {
      if (held) child.stdout.pause();
      else child.stdout.resume();
    },
    async end(hurry) {
      if (over) return;
      const step = hurry ? HURRIED_MS : GRACE_MS;
      child.stdout.resume();
      child.stdin.end();
      if (await within(gone, step)) return;
      signal(child, detached, "SIGTERM");
      if (await within(gone, step)) return;
      signal(child, detached, "SIGKILL");
      await within(gone, step);
    },
  };
}

async function within(gone: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const first = await Promise.race([gone.then(() => true), late]);
  clearTimeout(timer);
  return first;
}

function signal(child: ChildProcess, group: boolean, name: NodeJS.Signals): void {
  try {
    if (group && child.pid !== undefined) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // Gone already.
  }
}
