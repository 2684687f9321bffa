import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { canonicalize, parseJson } from "countersign";
import type { Execute } from "countersign/node";

const script = fileURLToPath(new URL("./review-server.ts", import.meta.url));
/** Of one line of the server's: what the contract takes, and what JSON-RPC puts around it. */
const MAX_LINE = 64 * 1024;

/** An MCP server as a child that speaks JSON-RPC over stdio. Every line is read by a parser that refuses what two readers read in two ways. */
export async function openMcpServer() {
  const child = spawn(process.execPath, [...process.execArgv, script], { stdio: ["pipe", "pipe", "ignore"], env: {} });
  const waiting = new Map<number, { answer: (result: Uint8Array) => void; fail: (error: Error) => void }>();
  let ids = 0;
  let rest: Buffer = Buffer.alloc(0);

  function end(why: string): void {
    child.kill("SIGKILL");
    for (const { fail } of waiting.values()) fail(new Error(why));
    waiting.clear();
  }
  child.once("error", () => end("the server did not start"));
  child.once("exit", () => end("the server ended"));
  child.stdin.on("error", () => end("the server no longer listens"));
  child.stdout.on("data", (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      read(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
    }
    if (rest.length > MAX_LINE) end("the server's line is longer than it may be");
  });

  function read(line: Buffer): void {
    const message = parseJson(line);
    if (!message.ok) {
      end(`the server's line is no JSON (${message.issues[0].reason})`);
      return;
    }
    const { id, result } = Object(message.value);
    const asked = waiting.get(id);
    waiting.delete(id);
    const bytes = canonicalize(result);
    // A line that nobody asked for, such as a notification, answers nothing.
    if (bytes.ok) asked?.answer(bytes.value);
    else asked?.fail(new Error("the server answered without a result"));
  }

  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  function request(method: string, params: object): Promise<Uint8Array> {
    ids += 1;
    const id = ids;
    return new Promise((answer, fail) => {
      waiting.set(id, { answer, fail });
      send({ id, method, params });
    });
  }

  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "countersign-example", version: "1.0.0" },
  });
  send({ method: "notifications/initialized" });
  return {
    cases: ["as agreed", "one member more", "a text that says more", "words alone", "a link beside it", "another change", "no such change"],
    ask: (): Execute => async (call) => ({ kind: "mcp", bytes: await request("tools/call", { name: call.tool, arguments: call.args }) }),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
