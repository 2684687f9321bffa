import { describe, expect, it } from "vitest";
import type { AskTool, RunCall } from "../../../../src/adapters/mcp/forward-call.js";
import { readLine } from "../../../../src/adapters/mcp/read-line.js";
import { createSession, type SessionPorts } from "../../../../src/adapters/mcp/session.js";

const encoder = new TextEncoder();
const NEEDS = { impact: "read", proposal: "optional", evidence: "none", approvals: [], approvers: [], denied: false };
const PERMIT = { request_id: "req_00000001" };

type Meanwhile = () => void;

/** A session in front of a server whose tool has another definition at each look once `change` was called. */
function session(meanwhile: { readonly deciding?: (change: Meanwhile) => void; readonly running?: (change: Meanwhile) => void }) {
  const methods: string[] = [];
  const told: object[] = [];
  let description = "first";
  let answered: (message: { readonly result: object }) => void = () => undefined;
  const speak = (message: object) => {
    const read = readLine(encoder.encode(JSON.stringify({ jsonrpc: "2.0", ...message })), 65_536);
    if (read !== null) made.fromServer(read);
  };
  const change = () => {
    description = "second";
    speak({ method: "notifications/tools/list_changed" });
  };
  const runCall: RunCall = async ({ permit }, ask: AskTool) => {
    meanwhile.running?.(change);
    const given = await ask({});
    const withheld = typeof given === "string" ? given : null;
    return { answer: { result: { permit: permit.request_id } }, withheld };
  };
  const made = createSession<Uint8Array>({
    gate: {
      needs: () => NEEDS,
      enforce: async () => {
        meanwhile.deciding?.(change);
        return PERMIT;
      },
    } as unknown as SessionPorts<Uint8Array>["gate"],
    runCall,
    contextOf: () => ({ principal: "agent-7" }),
    servers: [
      {
        name: "server",
        prefix: "",
        send(raw) {
          const { id, method } = JSON.parse(new TextDecoder().decode(raw));
          methods.push(method);
          const tools = [{ name: "echo", description, inputSchema: {} }];
          queueMicrotask(() => speak({ id, result: method === "tools/list" ? { tools } : { content: [] } }));
        },
      },
    ],
    toClient: (raw) => answered(JSON.parse(new TextDecoder().decode(raw))),
    encode: (message) => encoder.encode(JSON.stringify(message)),
    proposals: "carried",
    hasContract: null,
    newRequestId: () => crypto.randomUUID(),
    timeout: () => () => undefined,
    callTimeoutMs: 1000,
    report: (what) => told.push(what),
    fail: () => undefined,
  });
  const call = () =>
    new Promise<{ readonly result: object }>((resolve) => {
      const line = encoder.encode('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}');
      const read = readLine(line, 65_536);
      answered = (message) => "id" in message && resolve(message);
      if (read !== null) made.fromClient(read);
    });
  return { call, methods, told };
}

describe("a tool whose definition", () => {
  it("stays as it was is asked", async () => {
    const { call, methods } = session({});
    expect((await call()).result).toEqual({ permit: PERMIT.request_id });
    expect(methods).toEqual(["tools/list", "tools/call"]);
  });

  it("changes while the gate decides is not asked, and the call is blocked", async () => {
    const { call, methods } = session({ deciding: (change) => change() });
    const { request_id } = PERMIT;
    const decision = { verdict: "block", code: "PIC_POLICY_VIOLATION", request_id, pending: false };
    expect((await call()).result).toMatchObject({ isError: true, _meta: { "countersign/decision": decision } });
    expect(methods).toEqual(["tools/list", "tools/list"]);
  });

  it("changes after that, as before another try, is not asked, and the operator is told", async () => {
    const { call, methods, told } = session({ running: (change) => change() });
    await call();
    expect(methods).toEqual(["tools/list", "tools/list"]);
    expect(told).toContainEqual({ event: "call_withheld", server: "server", tool: "echo", request_id: PERMIT.request_id, why: "hidden" });
  });
});
