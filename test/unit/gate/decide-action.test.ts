import { beforeEach, describe, expect, test, vi } from "vitest";
import { allow } from "../../../src/decision/conclude-decision.js";
import type { Impact } from "../../../src/decision/impact.js";
import { DEFAULT_LIMITS } from "../../../src/decision/limits.js";
import { STRICT } from "../../../src/decision/profile.js";
import { createApprovalQuota } from "../../../src/gate/approval-quota.js";
import { decideAction as decideStanding } from "../../../src/gate/decide-action.js";
import type { GateParts, Issuer, LiveCall } from "../../../src/gate/gate-parts.js";
import { conclude, prepareWith } from "../../../src/verify-action.js";
import { ManualClock } from "../../support/manual-clock.js";

// The pipeline is played, so that its own faults and every pairing of impacts can be shown.
vi.mock("../../../src/verify-action.js", () => ({ prepareWith: vi.fn(), conclude: vi.fn() }));
vi.mock("../../../src/gate/call-settings.js", () => ({ createCallSettings: () => () => ({}) }));

const call = { requestId: "req_00000001", proposal: {}, tool: "pay", args: {}, context: { principal: "agent-7" } };
const generation = {
  policy: { digest: "p", tools: new Map(), observe: null, auditBestEffort: new Set() },
  keyring: { digest: "k" },
} as never;
const frame = {
  binding: "full",
  single_use: "unchecked",
  audience: "checked",
  profile: "strict",
  facts: { digests: { policy: "p", keyring: "k" } },
} as const;
const trusted = { attestations: [{ id: "a", expiresAt: 0 }], nonce: null, expiresAt: null };
const never = new Promise<never>(() => {});

async function decideAction(call: LiveCall, parts: GateParts, issuer: Issuer) {
  const { standing, permit } = await decideStanding(call, parts, issuer, () => 0);
  return { decision: standing.decision, permit };
}

let clock: ManualClock;
let issuer: { closed: boolean };
let parts: GateParts;
let staleFor: number;

/** The played pipeline: what `prepareWith` asks for and what `conclude` says. */
function play(over: { refs?: string[]; impact?: Impact; declared?: Impact; action?: object | null } = {}): void {
  const requirements = { impact: over.impact ?? "money", declaredImpact: over.declared ?? "money" };
  vi.mocked(prepareWith).mockReturnValue({ outcome: { ok: false }, requirements, artifactRefs: over.refs ?? [] } as never);
  const action = over.action === undefined ? { tool: "pay", args: {} } : over.action;
  vi.mocked(conclude).mockReturnValue({ decision: allow(frame), trusted, action } as never);
}

beforeEach(() => {
  vi.resetAllMocks();
  clock = new ManualClock();
  issuer = { closed: false };
  staleFor = 0;
  play();
  parts = {
    clock,
    config: { refresh: () => null, reload: async () => {}, generation: () => generation, error: () => null, staleFor: () => staleFor },
    artifacts: { read: vi.fn(async () => new Map()) },
    ledger: { consume: vi.fn(async () => ({ outcome: "consumed" as const })), close: async () => {} },
    audit: { append: vi.fn(async () => {}) },
    audience: "billing",
    profile: STRICT,
    limits: DEFAULT_LIMITS,
    deadlineMs: 500,
    approvals: null,
    approvalQuota: createApprovalQuota(),
    approvalLifetimeSeconds: 3600,
    checks: new Map(),
    newNonce: () => "nonce",
    settingsFor: () => ({}) as never,
  };
});

const reason = async () => (await decideAction(call, parts, issuer)).decision.reason;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("an allow comes with a permit, a block with none", async () => {
  const allowed = await decideAction(call, parts, issuer);
  expect(allowed.decision).toMatchObject({ verdict: "allow", single_use: "consumed" });
  expect(allowed.permit?.redeem()).toEqual({ tool: "pay", args: {} });
  issuer.closed = true;
  expect((await decideAction(call, parts, issuer)).permit).toBeNull();
});

test("a step is waited for whatever a host has put in place of Promise", async () => {
  const native = globalThis.Promise;
  globalThis.Promise = class Other<T> extends native<T> {} as PromiseConstructor;
  try {
    const { decision, permit } = await decideAction(call, parts, issuer);
    expect(decision).toMatchObject({ verdict: "allow", single_use: "consumed" });
    expect(permit).not.toBeNull();
    expect(parts.audit?.append).toHaveBeenCalledTimes(1);
  } finally {
    globalThis.Promise = native;
  }
});

test("a permit ends with the first fact that conditions read, or with the approval where that is sooner", async () => {
  const end = async (approval: number | null, factsEnd: number | null): Promise<number> => {
    const [approvedUntil, judged] = [
      approval === null ? null : clock.now() + approval,
      { factsEnd: factsEnd === null ? null : clock.now() + factsEnd },
    ];
    vi.mocked(conclude).mockReturnValue({
      decision: allow(frame),
      trusted: { ...trusted, expiresAt: approvedUntil },
      action: { tool: "pay", args: {} },
      judged,
    } as never);
    for (let ms = 1000; ms < 40_000; ms += 1000) {
      const { permit } = await decideAction(call, parts, issuer);
      clock.advance(ms);
      let ended = false;
      try {
        permit?.redeem();
      } catch {
        ended = true;
      }
      clock.wall -= ms;
      if (ended) return ms;
    }
    return 0;
  };
  expect(await end(null, null)).toBe(30_000);
  expect(await end(null, 5_000)).toBe(5_000);
  expect(await end(9_000, 5_000)).toBe(5_000);
  expect(await end(3_000, 5_000)).toBe(3_000);
  expect(await end(3_000, null)).toBe(3_000);
});

describe("a fault of the pipeline blocks, is recorded and asks no ledger", () => {
  test.each<[string, () => void]>([
    [
      "prepare throws",
      () =>
        vi.mocked(prepareWith).mockImplementation(() => {
          throw new Error("ours");
        }),
    ],
    [
      "conclude throws",
      () =>
        vi.mocked(conclude).mockImplementation(() => {
          throw new Error("ours");
        }),
    ],
    ["an allow for nothing", () => play({ action: null })],
    ["an allow for another tool", () => play({ action: { tool: "refund", args: {} } })],
  ])("%s", async (_, fault) => {
    fault();
    expect(await reason()).toBe("internal.error");
    expect(parts.ledger?.consume).not.toHaveBeenCalled();
    expect(parts.audit?.append).toHaveBeenCalledTimes(1);
  });
});

describe("the deadline", () => {
  test("does not wait for a configuration that hangs, and judges nothing by it", async () => {
    const deciding = decideAction(call, { ...parts, config: { ...parts.config, refresh: () => never } }, issuer);
    clock.advance(500);
    expect((await deciding).decision.reason).toBe("limit.deadline");
    expect(prepareWith).not.toHaveBeenCalled();
  });

  test("does not wait for files that hang, and tells the reader to stop", async () => {
    play({ refs: ["file://a"] });
    let proceed = () => true;
    const read = (_: readonly string[], wanted: () => boolean) => {
      proceed = wanted;
      return never;
    };
    const deciding = decideAction(call, { ...parts, artifacts: { read } }, issuer);
    await settle();
    expect(proceed()).toBe(true);
    clock.advance(500);
    expect((await deciding).decision.reason).toBe("limit.deadline");
    expect(proceed()).toBe(false);
    expect(conclude).not.toHaveBeenCalled();
  });

  test("counts the evidence too: a late allow uses nothing up", async () => {
    vi.mocked(conclude).mockImplementation(() => {
      clock.stall(500);
      return { decision: allow(frame), trusted, action: { tool: "pay", args: {} } } as never;
    });
    expect(await reason()).toBe("limit.deadline");
    expect(parts.ledger?.consume).not.toHaveBeenCalled();
  });
});

describe("a stale configuration", () => {
  test.each<[Impact, Impact, number, string | null]>([
    ["read", "read", 60_000, null],
    ["money", "money", 59_999, null],
    ["money", "money", 60_000, "internal.config_stale"],
    ["money", "read", 60_000, "internal.config_stale"],
    ["read", "money", 60_000, "internal.config_stale"],
    ["money", "money", Number.NaN, "internal.config_stale"],
  ])("impact %s, declared %s, %d ms", async (impact, declared, ms, expected) => {
    play({ impact, declared });
    staleFor = ms;
    expect(await reason()).toBe(expected);
    expect(parts.ledger?.consume).toHaveBeenCalledTimes(expected === null ? 1 : 0);
  });
});

test("a gate that closes while a call is judged uses nothing up", async () => {
  vi.mocked(conclude).mockImplementation(() => {
    issuer.closed = true;
    return { decision: allow(frame), trusted, action: { tool: "pay", args: {} } } as never;
  });
  expect(await reason()).toBe("internal.error");
  expect(parts.ledger?.consume).not.toHaveBeenCalled();
});
