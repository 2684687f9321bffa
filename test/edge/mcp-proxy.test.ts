import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Connected, connect, serverFile } from "../support/mcp/proxy.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const open: Connected[] = [];
afterEach(async () => {
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
      content: [{ type: "text", text: `PIC_INVALID_REQUEST: The request is not one well-formed JSON object. Request ${request_id}.` }],
      isError: true,
      _meta: { "countersign/decision": { verdict: "block", code: "PIC_INVALID_REQUEST", request_id, pending: false } },
    });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("hello");
  });
});
