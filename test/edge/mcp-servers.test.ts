import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateMessageRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import { type Connected, connect, HOSTILE, initialize, type RawClient, serverFile, startRaw } from "../support/mcp/proxy.js";
import { stateContract } from "../support/mcp/state-contract.js";
import { keyOf } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const open: Connected[] = [];
const raws: RawClient[] = [];
afterEach(async () => {
  for (const { client } of open.splice(0)) await client.close();
  for (const raw of raws.splice(0)) {
    raw.end();
    await raw.exit;
  }
});

const low = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { impact: "read", pic: "optional" }]));

function proxyFlags(tools: object, flags: readonly string[] = []): readonly string[] {
  return [
    ...[cli.script(), "mcp-proxy", "--policy", cli.file("policy.json", { version: 1, tools })],
    ...[
      "--keys",
      cli.file("keys.json", { trusted_keys: {} }),
      "--audience",
      "mcp-gate",
      "--ledger",
      "none",
      "--principal",
      "agent-7",
      ...flags,
    ],
  ];
}

async function connected(args: readonly string[], env = {}, capabilities = {}): Promise<Connected> {
  const one = await connect(args, env, capabilities);
  open.push(one);
  return one;
}

function raw(args: readonly string[]): RawClient {
  const one = startRaw(args);
  raws.push(one);
  return one;
}

describe("the memory server behind the proxy", () => {
  it("keeps what it is told, and answers in text and structured content alike", async () => {
    const args = [
      ...proxyFlags(low("create_entities", "read_graph", "delete_entities"), ["--env", "MEMORY_FILE_PATH"]),
      "--",
      process.execPath,
    ];
    const { client } = await connected([...args, serverFile("memory")], { MEMORY_FILE_PATH: join(cli.folder(), "memory.jsonl") });
    const entities = [{ name: "invoice", entityType: "document", observations: ["due"] }];
    const made = await client.callTool({ name: "create_entities", arguments: { entities } });
    expect(made.structuredContent).toEqual({ entities });
    expect((await client.callTool({ name: "read_graph", arguments: {} })).structuredContent).toEqual({ entities, relations: [] });
    const gone = await client.callTool({ name: "delete_entities", arguments: { entityNames: ["invoice"] } });
    expect(gone.content).toEqual([{ type: "text", text: "Entities deleted successfully" }]);
  });
});

describe("the everything server behind the proxy", () => {
  const TOOLS = low(
    ...["echo", "get-structured-content", "get-env", "get-roots-list", "get-tiny-image", "trigger-long-running-operation"],
    ...["trigger-sampling-request", "toggle-simulated-logging", "simulate-research-query"],
  );
  const start = (flags: readonly string[] = [], env = {}) =>
    connected([...proxyFlags(TOOLS, flags), "--", process.execPath, serverFile("everything"), "stdio"], env, { roots: {}, sampling: {} });

  it("samples, tells progress, lists roots, logs, reads resources and prompts, all through the proxy", async () => {
    const { client } = await start();
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "sampled" },
    }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///somewhere", name: "root" }] }));
    const logged = new Promise((resolve) => client.setNotificationHandler(LoggingMessageNotificationSchema, resolve));

    expect((await client.callTool({ name: "echo", arguments: { message: "hello" } })).content).toEqual([
      { type: "text", text: "Echo: hello" },
    ]);
    const weather = await client.callTool({ name: "get-structured-content", arguments: { location: "New York" } });
    expect(JSON.parse((weather.content as [{ text: string }])[0].text)).toEqual(weather.structuredContent);
    const seen: number[] = [];
    const run = { name: "trigger-long-running-operation", arguments: { duration: 0.9, steps: 3 } };
    await client.callTool(run, undefined, { onprogress: ({ progress }) => seen.push(progress) });
    // The first alone: the SDK drops a progress that comes in one chunk with the answer.
    expect(seen[0]).toBe(1);
    const sampled = await client.callTool({ name: "trigger-sampling-request", arguments: { prompt: "p", maxTokens: 10 } });
    expect(JSON.stringify(sampled.content)).toContain("sampled");
    await client.callTool({ name: "toggle-simulated-logging", arguments: {} });
    await logged;
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  });

  it("gives no client the credential that it has, and is not asked for what runs as a task alone", async () => {
    const { client, stderr } = await start(["--env", "API_TOKEN"], { API_TOKEN: "s3cret-value" });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("simulate-research-query");
    const env = await client.callTool({ name: "get-env", arguments: {} });
    expect(env.isError).toBe(true);
    expect(JSON.stringify(env)).not.toContain("s3cret-value");
    expect(stderr()).toContain('"fault":"secret"');
  });

  it("is told where the client gives a call up, and nothing comes of it", async () => {
    const { client } = await start();
    const stop = new AbortController();
    const run = { name: "trigger-long-running-operation", arguments: { duration: 3600, steps: 3600 } };
    const call = client.callTool(run, undefined, { signal: stop.signal });
    expect((await client.callTool({ name: "echo", arguments: { message: "meanwhile" } })).isError).toBeUndefined();
    stop.abort();
    await expect(call).rejects.toThrow();
    await client.ping();
  });
});

describe("several servers", () => {
  const server = (...names: readonly string[]) => ({ command: process.execPath, args: [HOSTILE, ...names] });

  it("have their tools under their prefixes, and nothing else of theirs", async () => {
    const file = cli.file("servers.json", { servers: { one: server("echo"), two: { ...server("echo", "die"), prefix: "second/" } } });
    const { client } = await connected([...proxyFlags(low("one__echo", "second/echo")), "--servers", file]);
    expect(client.getServerVersion()).toMatchObject({ name: "countersign" });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["one__echo", "second/echo"]);
    for (const name of ["one__echo", "second/echo"]) {
      const { content } = await client.callTool({ name, arguments: { to: name } });
      expect(JSON.parse((content as [{ text: string }])[0].text).params).toEqual({ name: "echo", arguments: { to: name } });
    }
    await client.ping();
    await expect(client.request({ method: "resources/list" }, {} as never)).rejects.toThrow(/not offered/);
  });

  it("cannot have one name for two tools", async () => {
    const file = cli.file("servers.json", {
      servers: { one: { ...server("echo"), prefix: "" }, two: { ...server("o/echo", "echo"), prefix: "ec" } },
    });
    const ok = raw([...proxyFlags(low("echo")), "--servers", file]);
    await initialize(ok);
    ok.line('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    expect(JSON.parse(await ok.next()).result.tools).toHaveLength(1);
    const clash = cli.file("clash.json", { servers: { one: { ...server("echo"), prefix: "" }, two: { ...server("ho"), prefix: "ec" } } });
    const bad = raw([...proxyFlags(low("echo")), "--servers", clash]);
    await initialize(bad);
    bad.line('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}');
    expect(await bad.exit).toBe(6);
    expect(bad.stderr()).toContain("two servers, one and two, offer echo: give one of them a prefix");
  });

  it.each([
    ["no servers", {}, /\/servers: must be an object/],
    ["a server without a command", { servers: { a: {} } }, /\/servers\/a\/command: is required/],
    [
      "a misspelt member",
      { servers: { a: { command: "x", arg: [] } } },
      /\/servers\/a\/arg: is no member of a server; did you mean "args"/,
    ],
    [
      "two servers of one prefix",
      { servers: { a: { command: "x", prefix: "p" }, b: { command: "x", prefix: "p" } } },
      /\/servers\/b\/prefix: is the prefix of another/,
    ],
    ["a variable that is not there", { servers: { a: { command: "x", env: ["NOT_THERE"] } } }, /\/servers\/a\/env: names "NOT_THERE"/],
    [
      "a secret that is not there",
      { servers: { a: { command: "x", env_files: { A: "/nowhere" } } } },
      /\/nowhere \/servers\/a\/env: cannot be read \(ENOENT\)/,
    ],
  ])("are refused with %s", (_what, servers, message) => {
    const { exit, stderr, stdout } = cli.run([...proxyFlags({}).slice(1), "--servers", cli.file("bad.json", servers)]);
    expect([exit, stdout]).toEqual([6, ""]);
    expect(stderr).toMatch(message);
  });
});

describe("results under contract", () => {
  it("are what the contract selects, and nothing beside", async () => {
    const folder = join(cli.folder(), "contracts");
    mkdirSync(folder, { recursive: true });
    for (const tool of ["agree", "disagree", "fails", "error", "duplicate"]) {
      writeFileSync(join(folder, `${tool}.contract.json`), JSON.stringify(stateContract(tool)));
    }
    const names = ["agree", "disagree", "fails", "error", "duplicate", "echo"];
    const { client, stderr } = await connected([
      ...proxyFlags(low(...names)),
      "--contracts",
      folder,
      "--audit",
      join(cli.folder(), "audit.log"),
      "--",
      process.execPath,
      HOSTILE,
    ]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["duplicate", "disagree", "agree", "fails", "error"]);
    expect(stderr()).toContain('"tool":"echo","why":"no_contract"');
    const ask = async (name: string) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: {} });
      const { request_id, ...agent } = (structuredContent ?? {}) as { request_id: string };
      if (structuredContent !== undefined) expect(JSON.parse((content as [{ text: string }])[0].text)).toEqual(structuredContent);
      return [agent, isError];
    };
    const failure = (tool: string, code: string) => [{ tool, outcome: "failure", error: { code, retryable: false } }, true];
    expect(await ask("agree")).toEqual([{ tool: "agree", outcome: "success", data: { status: "settled" } }, undefined]);
    expect(await ask("disagree")).toEqual(failure("disagree", "INVALID_RESPONSE"));
    expect(await ask("fails")).toEqual(failure("fails", "NOT_FOUND"));
    expect(await ask("error")).toEqual(failure("error", "INVALID_RESPONSE"));
    expect(await ask("duplicate")).toEqual(failure("duplicate", "INVALID_RESPONSE"));
    // Without a contract the tool is not even asked.
    expect(await ask("echo")).toEqual([{}, true]);
  });
});

describe("a signed proposal", () => {
  it.each(["_meta", "__pic"])("in %s lets its own call pass once, and does not reach the server", async (place) => {
    const { key, publicKey } = keyOf(0x11);
    const cliKey = cli.file("key.pem", key.export({ format: "pem", type: "pkcs8" }) as string);
    chmodSync(cliKey, 0o600);
    const scope = { public_key: publicKey, purpose: ["approve"], tools: ["pay"], impacts: ["money"], audiences: ["mcp-gate"] };
    const keys = cli.file("signer-keys.json", { trusted_keys: { "fin-ops": scope } });
    const args = { amount_minor: 48200, to: "acct_7731" };
    const proposal = cli.file("proposal.json", {
      protocol: "PIC/1.0",
      intent: "Pay invoice INV-204",
      impact: "money",
      provenance: [{ id: "inv-204", trust: "untrusted" }],
      claims: [{ text: "INV-204 is approved", evidence: ["inv-204"] }],
      action: { tool: "pay", args },
    });
    const made = cli.run(["attest", proposal, "--private-key", cliKey, "--key-id", "fin-ops", "--audience", "mcp-gate"]);
    expect([made.exit, made.stderr]).toEqual([0, ""]);
    const signed = JSON.parse(made.stdout);
    const flags = [...proxyFlags({ pay: { impact: "money" } })].map((word, at, all) => (all[at - 1] === "--keys" ? keys : word));
    const ledger = flags.map((word, at) => (flags[at - 1] === "--ledger" ? `sqlite:${join(cli.folder(), `${place}.sqlite`)}` : word));
    const { client } = await connected([...ledger, "--", process.execPath, HOSTILE, "pay"]);
    const call = (given: object) =>
      client.callTool(
        place === "_meta"
          ? { name: "pay", arguments: { ...given }, _meta: { "countersign/proposal": signed } }
          : { name: "pay", arguments: { ...given, __pic: signed, __pic_request_id: "r" } },
      );
    expect((await call({ ...args, to: "acct_9999" })).content).toMatchObject([
      { text: expect.stringMatching(/^PIC_ARG_BINDING_MISMATCH/) },
    ]);
    const ran = await call(args);
    expect(JSON.parse((ran.content as [{ text: string }])[0].text).params).toEqual({ name: "pay", arguments: args });
    expect((await call(args)).content).toMatchObject([{ text: expect.stringMatching(/^PIC_POLICY_VIOLATION/) }]);
  });
});

describe("a client's configuration", () => {
  const ours = { command: "npx", args: ["countersign", "mcp-proxy", "--", "x"] };
  it.each([
    ["a server of its own", { mcpServers: { ours, files: { command: "files-server" } } }, /starts files without this proxy/],
    ["an address", { servers: { far: { url: "http://127.0.0.1/mcp" } } }, /starts far without this proxy/],
    [
      "a server that has our words behind its own",
      { mcpServers: { x: { command: "x", args: ["mcp-proxy", "countersign"] } } },
      /starts x without/,
    ],
    [
      "a shell that is given our words",
      { mcpServers: { x: { command: "sh", args: ["-c", "files-server", "countersign", "mcp-proxy"] } } },
      /starts x without/,
    ],
    ["our words apart", { mcpServers: { x: { command: "npx", args: ["countersign", "--version", "mcp-proxy"] } } }, /starts x without/],
    ["an address beside our words", { mcpServers: { x: { ...ours, url: "http://127.0.0.1/mcp" } } }, /starts x without/],
    ["no list", { tools: {} }, /holds no list of servers/],
    ["two lists", { mcpServers: { ours }, servers: { ours } }, /holds no list of servers/],
  ])("with %s keeps the proxy from starting", (_what, config, message) => {
    const flags = ["--client-config", cli.file("client.json", config), "--", process.execPath, HOSTILE];
    const { exit, stdout, stderr } = cli.run(proxyFlags({}, flags).slice(1));
    expect([exit, stdout]).toEqual([6, ""]);
    expect(stderr).toMatch(message);
  });

  it("that goes through the proxy alone lets it start, and in interop the rest is told", () => {
    const good = cli.file("good.json", { mcpServers: { ours, built: { command: "node", args: ["/opt/dist/cli.cjs", "mcp-proxy"] } } });
    const server = ["--", process.execPath, HOSTILE];
    expect(cli.run([...proxyFlags({}, ["--client-config", good]).slice(1), ...server])).toMatchObject({ exit: 0, stdout: "" });
    const open = cli.file("open.json", { mcpServers: { files: { command: "files-server" } } });
    const interop = cli.run([...proxyFlags({}, ["--client-config", open, "--profile", "interop"]).slice(1), ...server]);
    expect(interop.exit).toBe(0);
    expect(interop.stderr).toContain('{"event":"other_paths","servers":["files"]}');
  });
});

describe("the command line of the proxy", () => {
  it.each([
    [["mcp-proxy"], /--principal: is required/],
    [["mcp-proxy", "--principal", "a"], /mcp-proxy: needs -- COMMAND ARGS/],
    [["mcp-proxy", "--principal", "a", "x"], /takes no operand: COMMAND ARGS stands after --/],
    [["mcp-proxy", "--principal", "a", "--", "x"], /--audience: is required/],
    [["mcp-proxy", "--principal", "a", "--audience", "none", "--", "x"], /--ledger: is required/],
    [["mcp-proxy", "--principal", "a", "--audience", "none", "--ledger", "no", "--", "x"], /--ledger: is sqlite:FILE/],
    [["mcp-proxy", "--principal", "a", "--env", "A=b", "--", "x"], /--env: is a name alone/],
    [["mcp-proxy", "--principal", "a", "--secret", "A", "--", "x"], /--secret: is NAME=FILE/],
    [["mcp-proxy", "--principal", "a", "--call-timeout", "0", "--", "x"], /--call-timeout: is a whole number from 1 to 86400/],
    [["mcp-proxy", "--principal", "a", "--servers", "s", "--", "x"], /--servers: names the servers, and a command stands after --/],
  ])("refuses %j", (args, message) => {
    const { exit, stdout, stderr } = cli.run(args);
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(message);
  });

  it("tells a server that cannot be started", () => {
    const { exit, stderr } = cli.run([...proxyFlags({}).slice(1), "--", "/nowhere/server"]);
    expect(exit).toBe(1);
    expect(stderr).toContain("server ended (ENOENT)");
  });
});
