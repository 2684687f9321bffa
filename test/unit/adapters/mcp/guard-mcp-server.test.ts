import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterEach, describe, expect, it } from "vitest";
import { type GuardMcpOptions, guardMcpServer, type McpReport } from "../../../../src/adapters/mcp/index.js";
import { loadPolicy } from "../../../../src/compile/index.js";
import { loadKeyring } from "../../../../src/index.js";
import { createGate, createMemoryLedger, type Gate, generateKey, signerFromPem } from "../../../../src/node/index.js";
import { approve } from "../../../../src/node/sign.js";

const key = generateKey({ id: "boss-2026", owner: "boss", tools: ["*"], impacts: ["*"], purpose: "approve" });
const signer = signerFromPem(key.privateKeyPem, { keyId: key.id });

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Setup {
  readonly client: Client;
  readonly gate: Gate;
  readonly ledger: ReturnType<typeof createMemoryLedger>;
  readonly calls: unknown[];
  readonly reports: McpReport[];
  readonly server: McpServer;
}

async function connected(options: Partial<GuardMcpOptions> = {}): Promise<Setup> {
  const ledger = createMemoryLedger();
  const gate = await createGate({
    policy: await loadPolicy({
      version: 1,
      tools: {
        "docs.search": { impact: "read", pic: "optional" },
        "notes.add": { impact: "write" },
        "payments.transfer": { impact: "money" },
      },
    }),
    keyring: loadKeyring({ trusted_keys: { [key.id]: key.keyringEntry } }),
    audience: "mcp-gate",
    ledger,
  });
  const server = new McpServer({ name: "bank", version: "1" });
  const calls: unknown[] = [];
  for (const name of ["docs.search", "notes.add", "payments.transfer", "admin.reset"]) {
    server.registerTool(name, { description: "A tool." }, () => {
      calls.push(name);
      return { content: [{ type: "text", text: `${name} ran` }] };
    });
  }
  const reports: McpReport[] = [];
  const [near, far] = InMemoryTransport.createLinkedPair();
  await guardMcpServer(server, gate, { context: { principal: "agent-7" }, onReport: (what) => reports.push(what), ...options }).connect(
    far,
  );
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  open.push(client, gate);
  return { client, gate, ledger, calls, reports, server };
}

describe("guardMcpServer", () => {
  it("hides what the policy does not name, and says what the rest needs", async () => {
    const { client, reports } = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([
      ["docs.search", { "countersign/policy": { impact: "read", proposal: "optional", evidence: "none", approvals: [], denied: false } }],
      ["notes.add", { "countersign/policy": { impact: "write", proposal: "required", evidence: "none", approvals: [], denied: false } }],
      [
        "payments.transfer",
        { "countersign/policy": { impact: "money", proposal: "required", evidence: "signature", approvals: [], denied: false } },
      ],
    ]);
    expect(tools[0]?.description).toBe("A tool.\n\n[countersign] Impact: read.");
    expect(reports).toEqual([{ event: "tool_hidden", server: "server", tool: "admin.reset", why: "not_in_policy" }]);
  });

  it("runs a tool for an allowed call alone", async () => {
    const { client, calls } = await connected();
    expect(await client.callTool({ name: "docs.search" })).toEqual({ content: [{ type: "text", text: "docs.search ran" }] });
    for (const name of ["notes.add", "payments.transfer", "admin.reset", "unheard.of"]) {
      expect((await client.callTool({ name })).isError, name).toBe(true);
    }
    expect(calls).toEqual(["docs.search"]);
  });

  it("builds proposals where it is told to, and a pending approval lets the same call pass once", async () => {
    const { client, ledger, calls } = await connected({ proposals: "built" });
    expect(await client.callTool({ name: "notes.add" })).toEqual({ content: [{ type: "text", text: "notes.add ran" }] });
    const pay = () => client.callTool({ name: "payments.transfer", arguments: { __pic: "what a model wrote" } });
    const asked = await pay();
    const { request_id } = (asked._meta as Record<string, { request_id: string }>)["countersign/decision"] as { request_id: string };
    expect(asked).toEqual({
      content: [
        {
          type: "text",
          text: `PIC_EVIDENCE_REQUIRED: This action needs evidence and the proposal has none. It waits for an approval: make the same call again once it is signed. Request ${request_id}.`,
        },
      ],
      isError: true,
      _meta: { "countersign/decision": { verdict: "block", code: "PIC_EVIDENCE_REQUIRED", request_id, pending: true } },
    });
    const [stored] = (await ledger.approvals?.list(10)) ?? [];
    if (stored === undefined) throw new Error("nothing is pending");
    const evidence = await approve(stored.request, signer, { vouchesFor: ["approval-1"] });
    await ledger.approvals?.sign(stored.nonce, evidence);
    expect(await pay()).toEqual({ content: [{ type: "text", text: "payments.transfer ran" }] });
    expect((await pay()).isError).toBe(true);
    expect(calls).toEqual(["notes.add", "payments.transfer"]);
  });

  it("asks the context for each call, and blocks where it throws", async () => {
    let named = true;
    const { client, calls } = await connected({
      context: () => {
        if (!named) throw new Error("nobody is logged in");
        return { principal: "agent-7" };
      },
    });
    expect((await client.callTool({ name: "docs.search" })).isError).toBeUndefined();
    named = false;
    expect((await client.callTool({ name: "docs.search" })).isError).toBe(true);
    expect(calls).toEqual(["docs.search"]);
  });

  it("passes a closed gate's block on", async () => {
    const { client, gate, calls } = await connected();
    await gate.close();
    expect((await client.callTool({ name: "docs.search" })).content).toEqual([
      { type: "text", text: expect.stringMatching(/^PIC_INTERNAL_ERROR: .* Request req_[0-9a-f]{32}\.$/) },
    ]);
    expect(calls).toEqual([]);
  });

  it.each([
    ["an unknown option", { contexts: {} }, /unknown guardMcpServer option: contexts/],
    ["no context", { context: undefined }, /context must be/],
    ["a wrong mode", { proposals: "model" }, /proposals: must be "carried" or "built"/],
    ["no time", { callTimeoutMs: 0 }, /callTimeoutMs: must be a whole number/],
  ])("refuses %s", async (_what, options, message) => {
    await expect(connected(options as never)).rejects.toThrow(message);
  });
});
