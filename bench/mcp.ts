import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { keyringFile, policyFile, signedEach, unsigned } from "./fixtures.js";
import { quantile } from "./measure.js";

interface McpEntry {
  readonly name: string;
  readonly unit: "us" | "MB";
  readonly value: number;
  readonly ratio: null;
  readonly hold: number | null;
}

const SIZE = 2200;
const WARM = 500;
const MEASURED = 3000;
const SOAK = 50_000;
/** Calls under way at a time in the soak. */
const AT_ONCE = 64;

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));

/** The shortest server there is: it answers every call with the same. */
const SERVER = `
let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = method === "tools/call" ? { content: [{ type: "text", text: "done" }] }
      : method === "tools/list" ? { tools: TOOLS.map((name) => ({ name, inputSchema: { type: "object" } })) }
      : { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bench", version: "1" } };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  }
});`;

/**
 * What the proxy adds to one call: medians of the wall time of calls through it and of calls of the server itself, in turn, one client each.
 * And what its memory grows by between the first and the second fifty thousand calls.
 */
export async function* mcpEntries(): AsyncGenerator<McpEntry> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-mcp-"));
  try {
    const fixture = unsigned(SIZE);
    const signed = signedEach(SIZE, WARM + MEASURED, Date.now());
    const tools = [...new Set([fixture.tool, ...signed.map(({ tool }) => tool), "free"])];
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const policy = { ...policyFile, impact_by_tool: { ...policyFile.impact_by_tool, free: "read" } };
    const server = file("server.cjs", `const TOOLS = ${JSON.stringify(tools)};${SERVER}`);
    const files = ["--policy", file("policy.json", JSON.stringify(policy)), "--keys", file("keys.json", JSON.stringify(keyringFile))];
    const gate = [...files, "--audience", "none", "--ledger", "none", "--principal", "bench"];
    const direct = await connect([server]);
    const proxy = await connect([CLI, "mcp-proxy", ...gate, "--", process.execPath, server]);
    const free = { name: "free", arguments: fixture.args };
    yield await added("mcp-proxy-no-proposal", direct, proxy, () => free);
    yield await added("mcp-proxy-unsigned", direct, proxy, () => callOf(fixture));
    yield await added("mcp-proxy-signed", direct, proxy, (at) => callOf(signed[at] as (typeof signed)[number]));
    await soak(proxy, free);
    const before = residentOf(proxy.child.pid as number);
    await soak(proxy, free);
    const after = residentOf(proxy.child.pid as number);
    if (before !== null && after !== null) {
      yield { name: "mcp-proxy-growth-50k", unit: "MB", value: Math.max(0, Math.round((after - before) / 1024)), ratio: null, hold: 16 };
    }
    await Promise.all([direct.end(), proxy.end()]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Fixture {
  readonly bytes: Uint8Array;
  readonly args: unknown;
  readonly tool: string;
}

function callOf({ bytes, args, tool }: Fixture): object {
  return { name: tool, arguments: args, _meta: { "countersign/proposal": JSON.parse(new TextDecoder().decode(bytes)) } };
}

async function added(name: string, direct: Client, proxy: Client, call: (at: number) => object): Promise<McpEntry> {
  const alone: number[] = [];
  const between: number[] = [];
  for (let at = 0; at < WARM + MEASURED; at += 1) {
    const params = call(at);
    const first = process.hrtime.bigint();
    await direct.call(params);
    const second = process.hrtime.bigint();
    const { isError } = await proxy.call(params);
    const third = process.hrtime.bigint();
    if (isError === true) throw new Error(`${name}: the bench measures an allow`);
    if (at < WARM) continue;
    alone.push(Number(second - first));
    between.push(Number(third - second));
  }
  return { name, unit: "us", value: Math.round((quantile(between, 0.5) - quantile(alone, 0.5)) / 1000), ratio: null, hold: null };
}

async function soak(client: Client, params: object): Promise<void> {
  for (let done = 0; done < SOAK; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, () => client.call(params)));
}

/** KB in memory; null where the system does not say. */
function residentOf(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}

interface Client {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly call: (params: object) => Promise<{ readonly isError?: boolean }>;
  readonly end: () => Promise<void>;
}

async function connect(args: readonly string[]): Promise<Client> {
  const child = spawn(process.execPath, [...args], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (result: { readonly isError?: boolean }) => void>();
  let rest = "";
  let last = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop() as string;
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      waiting.get(id)?.(result);
      waiting.delete(id);
    }
  });
  const ask = (method: string, params: object): Promise<{ readonly isError?: boolean }> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    child,
    call: (params) => ask("tools/call", params),
    end: () =>
      new Promise((resolve) => {
        child.on("close", () => resolve());
        child.stdin.end();
      }),
  };
}
