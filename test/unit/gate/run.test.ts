import { beforeEach, expect, test, vi } from "vitest";
import { allow } from "../../../src/decision/conclude-decision.js";
import { DEFAULT_LIMITS } from "../../../src/decision/limits.js";
import { STRICT } from "../../../src/decision/profile.js";
import { createGateOver, type Gate, type GatePorts } from "../../../src/gate/create-gate.js";
import type { ConfigSource } from "../../../src/gate/ports.js";
import { conclude, prepareWith } from "../../../src/verify-action.js";
import { ManualClock } from "../../support/manual-clock.js";

// The pipeline is played: here is only what stands between a permit and the tool.
vi.mock("../../../src/verify-action.js", () => ({ prepareWith: vi.fn(), conclude: vi.fn() }));
vi.mock("../../../src/gate/call-settings.js", () => ({ createCallSettings: () => () => ({}) }));

const call = { proposal: {}, tool: "pay", args: {}, context: { principal: "agent-7" } };
const generation = {
  policy: { digest: "p", tools: new Map(), observe: null, auditBestEffort: new Set() },
  keyring: { digest: "k" },
} as never;
const frame = {
  binding: "full",
  single_use: "unchecked",
  audience: "unchecked",
  profile: "strict",
  facts: { digests: { policy: "p", keyring: "k" } },
} as const;

let clock: ManualClock;
let refresh: ConfigSource["refresh"];
let gate: Gate;

beforeEach(() => {
  clock = new ManualClock();
  refresh = () => null;
  vi.mocked(prepareWith).mockReturnValue({
    outcome: { ok: false },
    requirements: { impact: "read", declaredImpact: "read" },
    artifactRefs: [],
  } as never);
  vi.mocked(conclude).mockReturnValue({ decision: allow(frame), trusted: null, action: { tool: "pay", args: {} } } as never);
  const ports: GatePorts = {
    clock,
    config: { refresh: () => refresh(), reload: async () => {}, generation: () => generation, error: () => null, staleFor: () => 0 },
    artifacts: null,
    ledger: null,
    audit: null,
    audience: null,
    profile: STRICT,
    limits: DEFAULT_LIMITS,
    deadlineMs: 500,
    approvals: null,
    approvalLifetimeSeconds: 3600,
    checks: new Map(),
    newNonce: () => "nonce",
    newRequestId: () => "req_00000001",
    onDecision: null,
  };
  gate = createGateOver(ports);
});

test("a look that hangs ends at the deadline: the permit is burned and nothing runs", async () => {
  const permit = await gate.enforce(call);
  refresh = () => new Promise<void>(() => {});
  const tool = vi.fn();
  const again = () => {
    refresh = () => null;
    return gate.run(permit, tool);
  };
  const running = gate.run(permit, tool);
  clock.advance(500);
  await expect(running).rejects.toMatchObject({ refusal: "configuration_unseen" });
  await expect(again()).rejects.toMatchObject({ refusal: "used" });
  expect(tool).not.toHaveBeenCalled();
});

test("a look that stalls the process past the deadline is late too", async () => {
  const permit = await gate.enforce(call);
  refresh = () => {
    clock.stall(500);
    return Promise.resolve();
  };
  await expect(gate.run(permit, vi.fn())).rejects.toMatchObject({ refusal: "configuration_unseen" });
});

test("a look that throws runs nothing", async () => {
  const permit = await gate.enforce(call);
  refresh = () => {
    throw new Error("clock");
  };
  await expect(gate.run(permit, vi.fn())).rejects.toMatchObject({ refusal: "configuration_unseen" });
});

test("a look in time lets the tool run, after it", async () => {
  const permit = await gate.enforce(call);
  const order: string[] = [];
  refresh = async () => void order.push("look");
  expect(await gate.run(permit, () => order.push("run"))).toBe(2);
  expect(order).toEqual(["look", "run"]);
});
