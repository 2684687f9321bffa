import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import { guardMcpServer } from "../../src/adapters/mcp/index.js";
import { loadPolicy } from "../../src/compile/index.js";
import { ConfigurationError, loadKeyring } from "../../src/index.js";
import { createGate, createMemoryLedger, type Ledger } from "../../src/node/index.js";
import type { Options, Proposal } from "./case-inputs.js";
import { signAgain } from "./case-inputs.js";

const FOLDER = resolve(process.env.COUNTERSIGN_SHARED ?? resolve(import.meta.dirname, "../../../shared"), "cases");
const present = existsSync(FOLDER);

interface Step {
  readonly execute: { readonly proposal: Proposal; readonly options: Options };
}

// biome-ignore lint/suspicious/noExplicitAny: each case has a form of its own
const inputOf = (number: string): any => {
  const name = readdirSync(FOLDER).find((file) => file.startsWith(`${number}-`)) as string;
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8")).input;
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const NOW = Date.parse("2026-10-01T12:00:00Z");

/** An MCP server with one tool that pays, behind a gate at the time of the cases. */
async function bank({ keyring, policy }: Options, ledger: Ledger = createMemoryLedger(), clock = {}) {
  const gate = await createGate({
    policy: await loadPolicy(policy as object),
    keyring: loadKeyring(keyring),
    audience: "none",
    ledger,
    clock: { now: () => NOW, ...clock },
  });
  const server = new Server({ name: "bank", version: "1" }, { capabilities: { tools: {} } });
  const paid: unknown[] = [];
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: "payments.transfer", inputSchema: { type: "object" } }] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    paid.push(params.arguments);
    return { content: [] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await guardMcpServer(server, gate, { context: { principal: "agent-7" } }).connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  open.push(client, gate);
  const pay = async (proposal: Proposal, args: Record<string, unknown> = proposal.action.args): Promise<string> => {
    const result = await client.callTool({ name: "payments.transfer", arguments: args, _meta: { "countersign/proposal": proposal } });
    return (result._meta as Record<string, { code: string }> | undefined)?.["countersign/decision"]?.code ?? "PIC_OK";
  };
  return { pay, paid, near };
}

describe.skipIf(!present)("cases of several steps, through a guarded MCP server", () => {
  it("023: arguments that change after the verdict are not those that run", async () => {
    const { proposal, options } = inputOf("023");
    const { pay, paid } = await bank(options);
    const args = { ...proposal.action.args };
    const first = pay(proposal, args);
    // The client, the transport and the server are in one process here, so this is the object that was sent.
    args.to = "acct_9002";
    await first;
    expect(paid.every((ran) => (ran as { to: string }).to === "acct_7731")).toBe(true);
    expect(await pay(proposal, { ...args })).not.toBe("PIC_OK");
  });

  it("116: the same proposal twice runs once", async () => {
    const [{ execute }] = inputOf("116").steps as [Step];
    const { pay, paid } = await bank(execute.options);
    expect([await pay(execute.proposal), await pay(execute.proposal)]).toEqual(["PIC_OK", "PIC_POLICY_VIOLATION"]);
    expect(paid).toHaveLength(1);
  });

  it("117: a forged message uses nothing up", async () => {
    const [forged, honest] = inputOf("117").steps as [Step, Step];
    const { pay, paid } = await bank(forged.execute.options);
    expect([await pay(forged.execute.proposal), await pay(honest.execute.proposal)]).toEqual(["PIC_EVIDENCE_FAILED", "PIC_OK"]);
    expect(paid).toHaveLength(1);
  });

  it("120: one nonce does not pay two amounts", async () => {
    const { proposal, options } = inputOf("023");
    const keys = JSON.parse(readFileSync(join(FOLDER, "test-keys.json"), "utf8")).keys as readonly { label: string; seed_hex: string }[];
    const seed = keys.find(({ label }) => label === "fin-ops-2026")?.seed_hex as string;
    const of = (amount_minor: number) => {
      const changed = structuredClone(proposal);
      changed.action.args.amount_minor = amount_minor;
      return signAgain(changed, seed, { x_nonce: "N1" });
    };
    const { pay, paid } = await bank(options);
    expect([await pay(of(100)), await pay(of(200))]).toEqual(["PIC_OK", "PIC_POLICY_VIOLATION"]);
    expect(paid).toHaveLength(1);
  });

  it("136: a gate that does not answer in time is a block, and the tool is not called", async () => {
    const { proposal, options } = inputOf("023");
    const never = { consume: () => new Promise<never>(() => undefined), close: async () => undefined };
    const timeout = (_ms: number, done: () => void) => {
      queueMicrotask(done);
      return () => undefined;
    };
    const { pay, paid } = await bank(options, never, { timeout });
    expect(await pay(proposal)).toBe("PIC_LIMIT_EXCEEDED");
    expect(paid).toEqual([]);
  });

  it("142: no verdict is a block", async () => {
    const { proposal, options } = inputOf("023");
    const down = { consume: () => Promise.reject(new Error("connection refused")), close: async () => undefined };
    const { pay, paid } = await bank(options, down);
    expect(await pay(proposal)).toBe("PIC_INTERNAL_ERROR");
    expect(paid).toEqual([]);
  });

  it("143: a gate that cannot load does not start, and so no server does", async () => {
    await expect(bank({ ...inputOf("023").options, policy: { version: 9 } })).rejects.toThrow(ConfigurationError);
  });
});
