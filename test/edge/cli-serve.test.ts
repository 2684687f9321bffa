import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { createBridgeClient } from "../../src/http/index.js";
import { POLICY_FILE } from "../support/bridge.js";
import { KEYRING, readProposal } from "../support/signed-proposal.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const TOKEN = "0123456789abcdef0123456789abcdef";
const CALL = { tool: "docs.search", args: { query: "invoice" }, proposal: readProposal() };

interface Line {
  readonly msg: string;
  readonly [member: string]: unknown;
}

interface Served {
  readonly process: ChildProcess;
  readonly lines: Line[];
  /** The first line of that text from `from` on. */
  readonly line: (message: string, from?: number) => Promise<Line>;
  readonly end: () => Promise<number | null>;
}

const running: Served[] = [];
afterEach(async () => {
  for (const { process } of running.splice(0)) process.kill("SIGKILL");
});

/** Flags that every server of these tests has. */
function files(): readonly string[] {
  const policy = cli.file("policy.json", POLICY_FILE);
  const keys = cli.file("keys.json", KEYRING);
  return ["--policy", policy, "--keys", keys, "--audience", "billing", "--ledger", "memory"];
}

function serve(flags: readonly string[]): Served {
  const child = spawn(process.execPath, [cli.script(), "serve", ...flags], {
    cwd: cli.folder(),
    env: { PATH: process.env.PATH ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) lines.push(part.startsWith("{") ? JSON.parse(part) : { msg: part });
    for (const look of waiting) look();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const served: Served = {
    process: child,
    lines,
    line: (message, from = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.slice(from).find(({ msg }) => msg === message);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then((code) => reject(new Error(`ended with ${code}: ${JSON.stringify(lines)}`)));
      }),
    end: () => ended,
  };
  running.push(served);
  return served;
}

async function clientOf(served: Served, token?: string) {
  const { address } = await served.line("listening");
  return createBridgeClient({ url: address as string, timeoutMs: 20_000, ...(token !== undefined && { token }) });
}

describe("countersign serve", () => {
  it("serves on loopback, logs ids and code without arguments, and ends on SIGTERM", async () => {
    const served = serve([...files(), "--port", "0"]);
    const client = await clientOf(served);
    expect((await served.line("listening")).address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const decision = await client.decide(CALL);
    expect(decision).toMatchObject({ verdict: "allow", args: { query: "invoice" } });
    expect(await served.line("answered")).toMatchObject({
      level: "info",
      request_id: decision.request_id,
      client_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      route: "/v1/actions/verify",
      status: 200,
      code: "PIC_OK",
      tool: "docs.search",
    });
    served.process.kill("SIGTERM");
    expect(await served.end()).toBe(0);
    expect(served.lines.map(({ msg }) => msg)).toEqual(["listening", "answered", "draining", "ended"]);
    expect(JSON.stringify(served.lines)).not.toContain("invoice");
    expect(await client.decide(CALL)).toMatchObject({ verdict: "block", code: "PIC_BRIDGE_UNREACHABLE" });
  });

  it("reads the policy again on SIGHUP, and keeps it where the new one is bad", async () => {
    const served = serve([...files(), "--port", "0"]);
    const client = await clientOf(served);
    expect(await client.decide(CALL)).toMatchObject({ verdict: "allow" });
    cli.file("policy.json", { ...POLICY_FILE, tools: { "docs.list": { impact: "read" } } });
    served.process.kill("SIGHUP");
    const { digests } = await served.line("reloaded");
    expect(digests).not.toEqual((await served.line("listening")).digests);
    expect(await client.decide(CALL)).toMatchObject({ verdict: "block", code: "PIC_POLICY_VIOLATION" });
    cli.file("policy.json", "{");
    served.process.kill("SIGHUP");
    expect(await served.line("policy and keyring stay as they were")).toMatchObject({ level: "error" });
    expect(await client.decide(CALL)).toMatchObject({ verdict: "block", code: "PIC_POLICY_VIOLATION" });
    served.process.kill("SIGTERM");
    expect(await served.end()).toBe(0);
  });

  it("asks for the token that its file holds, and for the new one after SIGHUP", async () => {
    const token = cli.file("token", `${TOKEN}\n`);
    chmodSync(token, 0o600);
    const served = serve([...files(), "--port", "0", "--token-file", token]);
    const good = await clientOf(served, TOKEN);
    const next = await clientOf(served, TOKEN.replace("0", "9"));
    expect(await good.decide(CALL)).toMatchObject({ verdict: "allow" });
    for (const wrong of [undefined, TOKEN.slice(1), `${TOKEN}0`, TOKEN.toUpperCase()])
      expect(await (await clientOf(served, wrong)).decide(CALL)).toMatchObject({ code: "PIC_BRIDGE_UNREACHABLE" });
    writeFileSync(token, "too short");
    served.process.kill("SIGHUP");
    await served.line("the token stays as it was");
    expect(await good.decide(CALL)).toMatchObject({ verdict: "allow" });
    writeFileSync(token, TOKEN.replace("0", "9"));
    const seen = served.lines.length;
    served.process.kill("SIGHUP");
    await served.line("reloaded", seen);
    expect(await next.decide(CALL)).toMatchObject({ verdict: "allow" });
    expect(await good.decide(CALL)).toMatchObject({ code: "PIC_BRIDGE_UNREACHABLE" });
    expect(JSON.stringify(served.lines)).not.toContain(TOKEN);
  });

  it("listens on a socket, which is gone when it ended", async () => {
    const socket = `${cli.folder()}/gate.sock`;
    const served = serve([...files(), "--socket", socket]);
    expect((await served.line("listening")).address).toBe(socket);
    expect(existsSync(socket)).toBe(true);
    served.process.kill("SIGINT");
    expect(await served.end()).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });

  it.each([
    ["an address that others reach, without a token", ["--host", "0.0.0.0"], 64, "--token-file"],
    ["another such address", ["--host", "::"], 64, "--token-file"],
    ["a name that may lead anywhere", ["--host", "gate.example"], 64, "--host"],
    ["a port that is none", ["--port", "65536"], 64, "--port"],
    ["a socket beside a port", ["--socket", "x.sock", "--port", "1"], 64, "--port"],
    ["a limit of nothing", ["--max-concurrent", "0"], 64, "--max-concurrent"],
    ["a level that is none", ["--log-level", "loud"], 64, "--log-level"],
    ["a token that is not there", ["--token-file", "none"], 6, "none"],
    ["contracts that are not there", ["--contracts", "none"], 6, "none"],
    ["a socket in no folder", ["--socket", "none/gate.sock"], 6, "--socket"],
  ])("refuses %s before it listens", (_, flags, exit, place) => {
    const run = cli.run(["serve", ...files(), ...flags]);
    expect([run.exit, run.stdout]).toEqual([exit, ""]);
    expect(run.stderr).toContain(place);
  });

  it("refuses a token that others may read", () => {
    const token = cli.file("loose", TOKEN);
    chmodSync(token, 0o644);
    const run = cli.run(["serve", ...files(), "--port", "0", "--token-file", token]);
    expect(run.exit).toBe(6);
    expect(run.stderr).toContain("chmod 600");
    expect(run.stderr).not.toContain(TOKEN);
  });

  it("leaves nothing unsaid in strict", () => {
    const [policy, keys] = [cli.file("policy.json", POLICY_FILE), cli.file("keys.json", KEYRING)];
    const without = cli.run(["serve", "--policy", policy, "--keys", keys, "--ledger", "memory"]);
    expect([without.exit, without.stderr]).toEqual([6, expect.stringContaining("--audience")]);
    const unledgered = cli.run(["serve", "--policy", policy, "--keys", keys, "--audience", "billing"]);
    expect([unledgered.exit, unledgered.stderr]).toEqual([6, expect.stringContaining("--ledger")]);
  });
});
