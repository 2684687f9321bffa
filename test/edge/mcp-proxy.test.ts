import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Connected, connect, HOSTILE, initialize, type RawClient, serverFile, startRaw } from "../support/mcp/proxy.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const open: Connected[] = [];
const raws: RawClient[] = [];
afterEach(async () => {
  for (const raw of raws.splice(0)) {
    raw.end();
    await raw.exit;
  }
  for (const { client } of open.splice(0)) await client.close();
});

const KEYS = { trusted_keys: {} };

/** The proxy's command line in front of a server. */
function proxyArgs(policy: unknown, server: readonly string[], flags: readonly string[] = []): readonly string[] {
  return [
    cli.script(),
    "mcp-proxy",
    ...["--policy", cli.file("policy.json", policy), "--keys", cli.file("keys.json", KEYS)],
    ...["--audience", "mcp-gate", "--ledger", "none", "--principal", "agent-7"],
    ...flags,
    ...["--", process.execPath, ...server],
  ];
}

async function proxied(policy: unknown, server: readonly string[], flags: readonly string[] = [], env = {}): Promise<Connected> {
  const connected = await connect(proxyArgs(policy, server, flags), env);
  open.push(connected);
  return connected;
}

/** What became of a call, as a host reads it. */
function decisionOf(result: object): {
  readonly verdict: string;
  readonly code: string;
  readonly request_id: string;
  readonly pending?: boolean;
} {
  return (result as { _meta: { "countersign/decision": ReturnType<typeof decisionOf> } })._meta["countersign/decision"];
}

const low = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { impact: "read", pic: "optional" }]));

describe("the filesystem server behind the proxy", () => {
  const POLICY = {
    version: 1,
    tools: { ...low("read_text_file"), write_file: { impact: "irreversible" }, create_directory: { impact: "write" } },
  };

  it("shows the tools that the policy names, with what they need", async () => {
    const { client, stderr } = await proxied(POLICY, [serverFile("filesystem"), cli.folder()]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(["create_directory", "read_text_file", "write_file"]);
    const write = tools.find(({ name }) => name === "write_file");
    expect(write?._meta).toEqual({
      "countersign/policy": { impact: "irreversible", proposal: "required", evidence: "signature", approvals: [], denied: false },
    });
    expect(write?.description).toMatch(/\[countersign\] Impact: irreversible\..*It needs a signed approval\.$/s);
    expect(stderr()).toContain('"event":"tool_hidden","server":"server","tool":"move_file"');
  });

  it("lets a read pass, and keeps a write from the server", async () => {
    const folder = join(cli.folder(), "files");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "a.txt"), "hello");
    const { client } = await proxied(POLICY, [serverFile("filesystem"), folder]);
    const read = await client.callTool({ name: "read_text_file", arguments: { path: join(folder, "a.txt") } });
    expect(read).toEqual({ content: [{ type: "text", text: "hello" }], structuredContent: { content: "hello" } });
    const write = await client.callTool({ name: "write_file", arguments: { path: join(folder, "a.txt"), content: "gone" } });
    expect(write.isError).toBe(true);
    const { request_id } = decisionOf(write);
    expect(write).toEqual({
      content: [
        {
          type: "text",
          text: `PIC_INVALID_REQUEST: The request is not one well-formed JSON object, or lacks a proposal. Request ${request_id}.`,
        },
      ],
      isError: true,
      _meta: { "countersign/decision": { verdict: "block", code: "PIC_INVALID_REQUEST", request_id, pending: false } },
    });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("hello");
  });
});

describe("a hostile server", () => {
  const NAMES = [
    ...["echo", "environment", "twice", "die", "hang", "flood", "bad_utf8", "duplicate", "inexact", "stranger", "other_method", "task"],
    ...["disagree", "agree", "fails", "error", "junk", "change", "notify", "ask"],
  ];
  const POLICY = { version: 1, tools: { ...low(...NAMES), pay: { impact: "money" } } };
  const start = (flags: readonly string[] = [], env = {}) => {
    const raw = startRaw(proxyArgs(POLICY, [HOSTILE], flags), env);
    raws.push(raw);
    return raw;
  };
  const call = (id: number, name: string, params = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {}, ...params } });
  const withheld = (request_id: string) => ({
    content: [
      {
        type: "text",
        text: `INVALID_RESPONSE: The tool's answer was not passed on, and the action may have taken place. Request ${request_id}.`,
      },
    ],
    isError: true,
    _meta: { "countersign/decision": { verdict: "allow", code: "INVALID_RESPONSE", request_id } },
  });

  it("is held to one readable answer of one mind to each call", async () => {
    const raw = start();
    expect(JSON.parse(await initialize(raw)).result.serverInfo).toEqual({ name: "hostile", version: "1" });
    let id = 0;
    const ask = async (name: string) => {
      id += 1;
      raw.line(call(id, name));
      const answer = JSON.parse(await raw.next());
      expect(answer.id).toBe(id);
      return answer;
    };
    for (const name of ["bad_utf8", "duplicate", "inexact", "other_method", "task", "disagree"]) {
      const { result } = await ask(name);
      expect([name, result]).toEqual([name, withheld(decisionOf(result).request_id)]);
    }
    expect((await ask("twice")).result.content[0].text).toBe("first");
    // The second answer, and the one to nobody, came before these.
    expect((await ask("stranger")).result.content[0].text).toBe("asked");
    expect((await ask("junk")).result.content[0].text).toBe("after the junk");
    expect((await ask("agree")).result.structuredContent).toEqual({ status: "settled" });
    expect((await ask("fails")).result).toEqual({ content: [{ type: "text", text: "no such thing" }], isError: true });
    expect((await ask("error")).error).toEqual({ code: -32602, message: "not like this" });
    expect(raw.stderr().match(/"event":"answer_unasked"/g)).toHaveLength(2);
    expect(raw.stderr().match(/"event":"call_withheld"/g)).toHaveLength(6);
  });

  it("may tell progress and ask the client, both as they came", async () => {
    const raw = start();
    await initialize(raw);
    raw.line(call(1, "notify", { _meta: { progressToken: "p" } }));
    for (let at = 0; at < 2000; at += 1) {
      expect(await raw.next()).toBe(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":${at}}}`);
    }
    expect(JSON.parse(await raw.next()).result.content[0].text).toBe("told");
    raw.line(call(2, "ask"));
    expect(await raw.next()).toBe('{"jsonrpc":"2.0","id":7,"method":"roots/list"}');
    // Not asked for, so not passed on.
    raw.line('{"jsonrpc":"2.0","id":8,"result":{"roots":["unasked"]}}');
    raw.line('{"jsonrpc":"2.0","id":7,"result":{"roots":[] ,"n":9007199254740993}}');
    expect(JSON.parse(await raw.next()).result.content[0].text).toContain('"roots":[]');
  });

  it("cannot change a tool that was shown", async () => {
    const raw = start();
    await initialize(raw);
    const list = '{"jsonrpc":"2.0","id":"list","method":"tools/list"}';
    raw.line(list);
    expect(JSON.parse(await raw.next()).result.tools).toHaveLength(NAMES.length);
    raw.line(call(1, "change"));
    expect(await raw.next()).toBe('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    expect(JSON.parse(await raw.next()).result.content[0].text).toBe("changed");
    raw.line(call(2, "echo"));
    expect(decisionOf(JSON.parse(await raw.next()).result)).toMatchObject({ verdict: "block", code: "PIC_POLICY_VIOLATION" });
    raw.line(list);
    expect(JSON.parse(await raw.next()).result.tools).toEqual([]);
    expect(raw.stderr()).toContain('"event":"tool_changed","server":"server","tool":"echo"');
  });

  it("that dies leaves nobody waiting", async () => {
    const raw = start();
    await initialize(raw);
    raw.line(call(1, "hang"));
    raw.line('{"jsonrpc":"2.0","id":"x","method":"resources/list"}');
    expect(await raw.next()).toBe('{"jsonrpc":"2.0","id":"x","result":{"method":"resources/list"}}');
    raw.line(call(2, "die"));
    const answers = [JSON.parse(await raw.next()), JSON.parse(await raw.next())];
    for (const { result } of answers) expect(result).toEqual(withheld(decisionOf(result).request_id));
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(await raw.exit).toBe(1);
    expect(raw.stderr()).toContain("countersign: mcp-proxy: server ended\n");
  });

  it("that hangs is given up after the time for a call", async () => {
    const raw = start(["--call-timeout", "1"]);
    await initialize(raw);
    raw.line(call(1, "hang"));
    const { result } = JSON.parse(await raw.next());
    expect(result).toEqual(withheld(decisionOf(result).request_id));
  });

  it("that floods is ended", async () => {
    const raw = start(["--max-message", "1000000"]);
    await initialize(raw);
    raw.line(call(1, "flood"));
    const { result } = JSON.parse(await raw.next());
    expect(result).toEqual(withheld(decisionOf(result).request_id));
    expect(await raw.exit).toBe(1);
    expect(raw.stderr()).toContain("server sent a line of more bytes than --max-message allows");
  });

  it("sees the environment that it was given, and the client none of its credentials", async () => {
    const raw = start(["--env", "TOKEN", "--secret", `KEY=${cli.file("key.txt", 'a "quoted" key\n')}`], {
      TOKEN: "t0ken-value",
      OTHER: "not given",
    });
    await initialize(raw);
    raw.line(call(1, "environment"));
    const { result } = JSON.parse(await raw.next());
    expect(result).toEqual(withheld(decisionOf(result).request_id));
    expect(raw.stderr()).toContain('"fault":"secret"');
    expect(raw.stderr()).not.toContain("t0ken-value");
    const bare = start([], { TOKEN: "t0ken-value" });
    await initialize(bare);
    bare.line(call(1, "environment"));
    expect(JSON.parse(JSON.parse(await bare.next()).result.content[0].text)).not.toHaveProperty("TOKEN");
  });
});

describe("a client's lines", () => {
  const POLICY = { version: 1, tools: { ...low("echo"), pay: { impact: "money" } } };
  const start = async () => {
    const raw = startRaw(proxyArgs(POLICY, [HOSTILE, "echo", "pay"]));
    raws.push(raw);
    await initialize(raw);
    return raw;
  };

  it("reach the server as verified: canonical, without the proposal", async () => {
    const raw = await start();
    raw.line(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{"progressToken":3},"arguments":{"b":1.0,"a":"\\u0041","__pic_request_id":"x"}}}',
    );
    const sent = JSON.parse(JSON.parse(await raw.next()).result.content[0].text);
    expect(sent).toEqual({
      jsonrpc: "2.0",
      id: sent.id,
      method: "tools/call",
      params: { name: "echo", arguments: { a: "A", b: 1 }, _meta: { progressToken: 3 } },
    });
    expect(sent.id).not.toBe(1);
  });

  it.each([
    ["a duplicate name", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1,"a":2}}}'],
    ["another reader's name", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","Name":"pay","arguments":{}}}'],
    ["a task", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},"task":{}}}'],
    [
      "a number that others read otherwise",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"n":9007199254740993}}}',
    ],
    [
      "two proposals",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{"countersign/proposal":{}},"arguments":{"__pic":{}}}}',
    ],
    ["arguments that are no object", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}}'],
  ])("with %s are blocked under their own id", async (_what, line) => {
    const raw = await start();
    raw.line(line);
    const { id, result } = JSON.parse(await raw.next());
    expect(id).toBe(1);
    expect(decisionOf(result)).toMatchObject({ verdict: "block", code: "PIC_INVALID_REQUEST" });
  });

  it.each([
    [
      "another reader's method",
      '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"pay","arguments":{}}}',
      1,
      -32600,
    ],
    ["two methods", '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"pay","arguments":{}}}', null, null],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{}}}]', null, -32600],
    ["a byte order mark", '\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}', 1, -32700],
    ["a text behind the message", '{"jsonrpc":"2.0","id":1,"method":"ping"} {}', null, -32700],
    ["no id of MCP", '{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"pay"}}', null, -32600],
  ])("with %s are refused", async (_what, line, id, code) => {
    const raw = await start();
    raw.line(line);
    const answer = JSON.parse(await raw.next());
    if (code === null) expect(decisionOf(answer.result).code).toBe("PIC_INVALID_REQUEST");
    else expect([answer.id, answer.error.code]).toEqual([id, code]);
    raw.line('{"jsonrpc":"2.0","id":2,"method":"anything","params":{"n":1e400}}');
    // Whatever came before it never reached the server, and this passed as it came.
    expect(await raw.next()).toBe('{"jsonrpc":"2.0","id":2,"result":{"method":"anything"}}');
  });

  it("with an id that is in use, or a call without one, start nothing", async () => {
    const raw = startRaw(proxyArgs({ version: 1, tools: low("hang", "echo") }, [HOSTILE]));
    raws.push(raw);
    await initialize(raw);
    raw.line('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hang"}}');
    raw.line('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}');
    expect(JSON.parse(await raw.next())).toMatchObject({ id: null, error: { code: -32600 } });
    raw.line('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}');
    raw.line('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    raw.line('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    expect(JSON.parse(await raw.next())).toEqual({ jsonrpc: "2.0", id: 2, result: { method: "ping" } });
    expect(raw.stderr()).toContain('"event":"message_dropped","from":"client","server":null,"method":"tools/call"');
  });
});
