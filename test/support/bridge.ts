import { loadPolicy } from "../../src/compile/index.js";
import type { Gate } from "../../src/gate/create-gate.js";
import type { BridgeOptions } from "../../src/http/bridge-options.js";
import { type Bridge, createBridge } from "../../src/http/index.js";
import { loadKeyring } from "../../src/index.js";
import { createGate, createMemoryLedger, type GateOptions } from "../../src/node/index.js";
import { ManualClock } from "./manual-clock.js";
import { KEYRING } from "./signed-proposal.js";

export const POLICY_FILE = {
  version: 1,
  allow_unscoped_keys: true,
  tools: {
    "payments.transfer": { impact: "money" },
    "docs.search": { impact: "read" },
    "docs.list": { impact: "read", pic: "optional" },
  },
};

export const context = { principal: "agent-7" };

export async function testGate(clock: ManualClock, over: Partial<GateOptions> = {}): Promise<Gate> {
  return createGate({
    policy: await loadPolicy(POLICY_FILE),
    keyring: loadKeyring(KEYRING),
    audience: "billing",
    ledger: createMemoryLedger(),
    clock,
    ...over,
  } as GateOptions);
}

export async function testBridge(over: Partial<BridgeOptions> = {}): Promise<{ bridge: Bridge; gate: Gate; clock: ManualClock }> {
  const clock = new ManualClock();
  const gate = over.gate ?? (await testGate(clock));
  return { bridge: createBridge({ gate, context, authorize: "none", clock, ...over }), gate, clock };
}

/** A gate in which one member does something else. */
export function gateWith(gate: Gate, over: Partial<Gate>): Gate {
  return { ...gate, ...over };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const URL_OF = (path: string) => `http://127.0.0.1:7580${path}`;

/** A POST of JSON unless told otherwise; a text is sent as it is. */
export function request(path: string, { method = "POST", headers = {}, body }: Sent = {}): Request {
  const bytes = body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Request(URL_OF(path), {
    method,
    headers: { ...(method === "POST" && { "content-type": "application/json" }), ...headers },
    ...(bytes !== undefined && { body: bytes as string }),
  });
}

export async function send(bridge: Bridge, path: string, sent?: Sent) {
  const response = await bridge.fetch(request(path, sent));
  const text = await response.text();
  const json = /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, json };
}
