import { PassThrough, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type ProxyPorts, runProxy } from "../../../../src/cli/mcp-proxy/run-proxy.js";
import type { ServerSpec } from "../../../../src/cli/mcp-proxy/server-spec.js";

function server(name: string, script: string): ServerSpec {
  return { name, prefix: name, command: process.execPath, args: ["-e", script], cwd: undefined, env: {}, secrets: [] };
}

function ports(script: string, ...more: readonly ServerSpec[]): ProxyPorts {
  return {
    servers: [server("server", script), ...more],
    gate: { needs: () => null, enforce: () => Promise.reject(new Error("not asked")) },
    runCall: () => Promise.reject(new Error("not asked")),
    contextOf: () => ({ principal: "agent-7" }),
    proposals: "carried",
    hasContract: null,
    callTimeoutMs: 1000,
    maxMessageBytes: 65_536,
    report: () => undefined,
  };
}

/** A stream that takes nothing until it is opened. */
function closedStream() {
  let open = false;
  let waiting: (() => void) | null = null;
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      if (open) done();
      else waiting = done;
    },
  });
  return {
    stream,
    open() {
      open = true;
      waiting?.();
    },
  };
}

const ASKED = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } })}\n`;

describe("a client that does not read", () => {
  it("is not read either, and is once it reads again", async () => {
    const stdin = new PassThrough();
    const stdout = closedStream();
    const end = runProxy(ports("process.stdin.resume()"), { stdin, stdout: stdout.stream, stderr: new PassThrough() });
    for (let at = 0; at < 2000; at += 1) {
      stdin.write(ASKED);
      if (at % 50 === 0) await sleep(0);
    }
    await sleep(20);
    expect(stdin.isPaused()).toBe(true);
    expect(stdout.stream.writableLength).toBeLessThan(64 * 1024);
    stdin.end();
    stdout.open();
    expect(await end).toEqual({ why: "client" });
    expect(stdin.readableLength).toBe(0);
    expect(stdout.stream.writableLength).toBe(0);
  });

  it("of what servers say beside their answers loses lines, and no memory", async () => {
    const stdin = new PassThrough();
    const stderr = closedStream();
    const end = runProxy(ports("process.stdin.resume(); process.stderr.write(('x'.repeat(9999) + '\\n').repeat(400))"), {
      stdin,
      stdout: new PassThrough(),
      stderr: stderr.stream,
    });
    for (let at = 0; at < 500 && stderr.stream.writableLength < 1024 * 1024; at += 1) await sleep(10);
    await sleep(100);
    expect(stderr.stream.writableLength).toBeGreaterThanOrEqual(1024 * 1024);
    expect(stderr.stream.writableLength).toBeLessThan(1024 * 1024 + 20_000);
    stdin.end();
    expect(await end).toEqual({ why: "client" });
  });
});

describe("a server that does not read", () => {
  it("what it asks for is ended", async () => {
    const asks = `const line = JSON.stringify({ jsonrpc: "2.0", id: "x".repeat(60000), method: "ping" }) + "\\n";
      const write = () => process.stdout.write(line, write);
      write();`;
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    const end = await runProxy(ports("process.stdin.resume()", server("asks", asks)), streams);
    expect(end).toEqual({ why: "server", server: "asks", cause: null });
  }, 30_000);
});
