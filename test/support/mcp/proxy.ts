import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";

export const HOSTILE = fileURLToPath(new URL("./hostile-server.js", import.meta.url));

/** The file that a server's package starts. */
export function serverFile(name: "filesystem" | "memory" | "everything"): string {
  return fileURLToPath(new URL(`../../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url));
}

export interface Connected {
  readonly client: Client;
  readonly stderr: () => string;
  readonly pid: () => number | null;
}

/** The SDK's own client in front of a proxy, or of a server itself. Whoever connects closes the client. */
export async function connect(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  capabilities: ClientCapabilities = { roots: {} },
): Promise<Connected> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [...args], env: { ...env }, stderr: "pipe" });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  await client.connect(transport);
  return { client, stderr: () => stderr, pid: () => transport.pid };
}

export interface RawClient {
  readonly child: ChildProcess;
  /** Text or bytes, exactly as given, and a newline. */
  readonly line: (line: string | Uint8Array) => void;
  /** The next line of standard output. */
  readonly next: () => Promise<string>;
  readonly stderr: () => string;
  readonly exit: Promise<number | null>;
  readonly end: () => void;
}

/** A client that writes and reads lines, for what no SDK would send. */
export function startRaw(args: readonly string[], env: Readonly<Record<string, string>> = {}): RawClient {
  const child = spawn(process.execPath, [...args], { env: { PATH: process.env.PATH ?? "", ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  const waiting: ((line: string | Error) => void)[] = [];
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const taker = waiting.shift();
    if (taker === undefined) lines.push(line);
    else taker(line);
  });
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  // Nobody waits for a line of a process that is gone.
  void exit.then((code) => {
    for (const taker of waiting.splice(0)) taker(new Error(`ended with ${code}: ${stderr}`));
  });
  return {
    child,
    line(line) {
      child.stdin.write(line);
      child.stdin.write("\n");
    },
    next: () =>
      new Promise((resolve, reject) => {
        const [line] = lines.splice(0, 1);
        if (line !== undefined) resolve(line);
        else waiting.push((taken) => (typeof taken === "string" ? resolve(taken) : reject(taken)));
      }),
    stderr: () => stderr,
    exit,
    end: () => child.stdin.end(),
  };
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

/** The first words of every session. */
export async function initialize(raw: RawClient): Promise<string> {
  raw.line(JSON.stringify(INITIALIZE));
  const answer = await raw.next();
  raw.line('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return answer;
}
