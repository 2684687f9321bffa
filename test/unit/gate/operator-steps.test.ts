import { beforeEach, describe, expect, test, vi } from "vitest";
import { allow, block } from "../../../src/decision/conclude-decision.js";
import { fail } from "../../../src/decision/issue.js";
import { DEFAULT_LIMITS } from "../../../src/decision/limits.js";
import { STRICT } from "../../../src/decision/profile.js";
import { createGateOver, type GatePorts } from "../../../src/gate/create-gate.js";
import { PermitError } from "../../../src/gate/permit.js";
import type { AuditRecord, DecisionRecord, OperatorCheck } from "../../../src/gate/ports.js";
import { OutcomeUnknownError } from "../../../src/gate/record-outcomes.js";
import { conclude, prepareWith } from "../../../src/verify-action.js";
import { ManualClock } from "../../support/manual-clock.js";

// The pipeline is played: here is only what the gate itself does around it.
vi.mock("../../../src/verify-action.js", () => ({ prepareWith: vi.fn(), conclude: vi.fn() }));
vi.mock("../../../src/gate/call-settings.js", () => ({ createCallSettings: () => () => ({}) }));

const NOW = Date.UTC(2026, 9, 1, 12);
const call = { proposal: {}, tool: "pay", args: { amount_minor: 5, note: "x" }, context: { principal: "agent-7" } };
const guarded = { proposal: {}, context: call.context };
const frame = {
  binding: "full",
  single_use: "unchecked",
  audience: "checked",
  profile: "strict",
  facts: { digests: { policy: "p", keyring: "k" } },
} as const;
const BUDGET = { rule: "per-day", key: "0".repeat(64), amount: 5, max: 10, windowSeconds: 60 };
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const nanos = (ms: number) => BigInt(ms) * 1_000_000n;

let clock: ManualClock;
let ports: GatePorts;
let records: AuditRecord[];
let rule: Record<string, unknown>;
let policy: Record<string, unknown>;

function play({
  blockedBy,
  judged,
  trusted = null,
}: {
  blockedBy?: "policy.denied" | "internal.error";
  judged?: object;
  trusted?: object | null;
} = {}) {
  vi.mocked(prepareWith).mockReturnValue({
    outcome: { ok: false },
    requirements: { impact: "money", declaredImpact: "money" },
    artifactRefs: [],
  } as never);
  const verified = blockedBy
    ? { decision: block(fail(blockedBy), frame), trusted: null, action: null, judged: null }
    : {
        decision: allow(frame),
        trusted,
        action: { tool: "pay", args: { ...call.args } },
        judged: { budgets: [], checks: [], breakGlass: null, ...judged },
      };
  vi.mocked(conclude).mockReturnValue(verified as never);
}

beforeEach(() => {
  vi.resetAllMocks();
  clock = new ManualClock();
  clock.wall = NOW;
  records = [];
  rule = { impact: "money", observe: null, auditArgs: ["/amount_minor", "/absent"] };
  policy = { digest: "p", tools: new Map([["pay", rule]]), observe: null, auditBestEffort: new Set() };
  play();
  ports = {
    clock,
    config: {
      refresh: () => null,
      reload: async () => {},
      generation: () => generation as never,
      error: () => null,
      staleFor: () => 0,
    },
    artifacts: null,
    ledger: null,
    audit: { append: async (record) => void records.push(record) },
    approvals: null,
    approvalLifetimeSeconds: 3600,
    checks: new Map(),
    audience: null,
    profile: STRICT,
    limits: DEFAULT_LIMITS,
    deadlineMs: 500,
    newNonce: () => "nonce",
    newRequestId: () => "req_00000001",
    onDecision: null,
  };
  const generation = { policy, keyring: { digest: "k" } };
});

const decide = (over: Partial<GatePorts> = {}) => createGateOver({ ...ports, ...over }).decide(call);

describe("checks", () => {
  const asking = (check: OperatorCheck) => {
    play({ judged: { checks: [{ id: "fraud-desk", deadlineMs: 200 }] } });
    return decide({ checks: new Map([["fraud-desk", check]]) });
  };

  test("exactly { allow: true } passes, at once or later", async () => {
    expect((await asking(() => ({ allow: true }))).verdict).toBe("allow");
    expect((await asking(async () => ({ allow: true }))).verdict).toBe("allow");
    expect((await asking(() => Object.assign(Object.create(null), { allow: true }))).verdict).toBe("allow");
  });

  class Answer {
    readonly allow = true;
    get more() {
      return 1;
    }
  }
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["true", true],
    ["the word", "allow"],
    ["{}", {}],
    ["allow false", { allow: false }],
    ["allow 1", { allow: 1 }],
    ["allow as text", { allow: "true" }],
    ["another name", { allowed: true }],
    ["another case", { Allow: true }],
    ["a further member", { allow: true, deny: false }],
    ["a further symbol", { allow: true, [Symbol("x")]: 1 }],
    ["an inherited allow", Object.create({ allow: true })],
    ["a getter", Object.defineProperty({}, "allow", { get: () => true, enumerable: true })],
    ["a list", Object.assign([], { allow: true })],
    ["a permit of another engine", { result: { allow: true } }],
    ["a function", Object.assign(() => true, { allow: true })],
  ])("%s refuses", async (_title, answer) => {
    const decision = await asking(() => answer);
    expect(decision).toMatchObject({ verdict: "block", reason: "policy.check", path: "" });
    expect(decision.facts).toMatchObject({ rule: "fraud-desk", rules: [{ reason: "policy.check", id: "fraud-desk" }] });
  });

  test("an instance with just that member is as good as a literal", async () => {
    expect((await asking(() => new Answer())).verdict).toBe("allow");
  });

  test("one that throws, rejects or is missing refuses", async () => {
    const thrown = () => {
      throw new Error("down");
    };
    expect((await asking(thrown)).reason).toBe("policy.check");
    expect((await asking(() => Promise.reject(new Error("down")))).reason).toBe("policy.check");
    expect((await decide()).reason).toBe("policy.check");
  });

  test("one that is late refuses by its own deadline, and hears that nobody waits", async () => {
    let signal: AbortSignal | undefined;
    const deciding = asking((_question, given) => {
      signal = given;
      return new Promise(() => {});
    });
    await settle();
    clock.advance(199);
    await settle();
    expect(signal?.aborted).toBe(false);
    clock.advance(1);
    expect((await deciding).reason).toBe("policy.check");
    expect(signal?.aborted).toBe(true);
  });

  test("is told what was verified, and cannot change it", async () => {
    let told: object = {};
    await asking((question) => {
      told = question;
      return { allow: true };
    });
    expect(told).toMatchObject({ rule: "fraud-desk", tool: "pay", impact: "money", args: call.args, request_id: "req_00000001" });
    expect(Object.isFrozen(told)).toBe(true);
    expect(Object.isFrozen((told as { args: object }).args)).toBe(true);
  });

  test("cannot change what the decision says of the sources", async () => {
    const provenance = [{ id: "inv-204", declared: "untrusted", effective: "untrusted", raised_by: [] }];
    play({ judged: { checks: [{ id: "fraud-desk", deadlineMs: 200 }] }, trusted: { nonce: null, attestations: [], provenance } });
    const change: OperatorCheck = (question) => {
      Object.assign(question.provenance[0] as object, { effective: "trusted" });
      return { allow: true };
    };
    expect((await decide({ checks: new Map([["fraud-desk", change]]) })).reason).toBe("policy.check");
    expect(provenance[0]?.effective).toBe("untrusted");
  });

  test("are left by the pipeline to whoever can ask", async () => {
    await decide();
    expect(vi.mocked(conclude)).toHaveBeenCalledWith(expect.anything(), expect.anything(), "defer");
  });

  test("all are asked, and every one that refuses is told in the policy's order", async () => {
    const rules = ["a", "b", "c"].map((id) => ({ id, deadlineMs: 200 }));
    play({ judged: { checks: rules } });
    const checks = new Map<string, OperatorCheck>([
      ["a", () => false],
      ["b", () => ({ allow: true })],
      ["c", () => ({})],
    ]);
    expect((await decide({ checks })).facts.rules?.map(({ id }) => id)).toEqual(["a", "c"]);
  });

  test("nothing is asked, and nothing consumed, for what is blocked already", async () => {
    play({ blockedBy: "policy.denied" });
    const check = vi.fn(() => ({ allow: true }));
    const consume = vi.fn();
    await decide({ checks: new Map([["fraud-desk", check]]), ledger: { consume, close: async () => {} } });
    expect(check).not.toHaveBeenCalled();
    expect(consume).not.toHaveBeenCalled();
  });
});

describe("budgets", () => {
  const consuming = (answer: unknown) => {
    const consume = vi.fn(async () => answer as never);
    play({ judged: { budgets: [BUDGET] } });
    return { consume, decided: decide({ ledger: { consume, close: async () => {} } }) };
  };

  test("are consumed where there is nothing else to consume", async () => {
    const { consume, decided } = consuming({ outcome: "consumed" });
    expect(await decided).toMatchObject({ verdict: "allow", single_use: "consumed" });
    expect(consume).toHaveBeenCalledWith({ attestations: [], nonce: null, budgets: [BUDGET], head: null, now: NOW });
  });

  test("over one of them is policy.limit with its id", async () => {
    const { decided } = consuming({ outcome: "over_budget", rule: "per-day" });
    expect(await decided).toMatchObject({ reason: "policy.limit", facts: { rule: "per-day" } });
  });

  test.each([[{ outcome: "over_budget" }], [{ outcome: "over_budget", rule: "another" }], [{ outcome: "odd" }]])(
    "an answer of %o is no answer",
    async (answer) => {
      expect((await consuming(answer).decided).reason).toBe("internal.ledger_unavailable");
    },
  );

  test("the audit's head goes with them", async () => {
    const head = { log: "a".repeat(32), seq: 4, hash: "b".repeat(64) };
    const consume = vi.fn(async () => ({ outcome: "consumed" as const }));
    play({ judged: { budgets: [BUDGET] } });
    await decide({ ledger: { consume, close: async () => {} }, audit: { append: async () => {}, head: () => head } });
    expect(consume).toHaveBeenCalledWith(expect.objectContaining({ head }));
  });
});

describe("the idempotency key", () => {
  const keyOf = async (trusted: object | null, over: Partial<GatePorts> = {}) => {
    play({ trusted });
    return (await decide(over)).idempotency_key;
  };
  const uses = (nonce: string | null, ...ids: string[]) => ({
    nonce,
    attestations: ids.map((id) => ({ id, expiresAt: NOW })),
    expiresAt: NOW + 1000,
    provenance: [],
  });

  test("names the use of an approval, whatever the request", async () => {
    const key = await keyOf(uses("n-1", "a"));
    expect(key).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$/);
    expect(await keyOf(uses("n-1", "b"), { newRequestId: () => "req_00000002" })).toBe(key);
    expect(await keyOf(uses("n-2", "a"))).not.toBe(key);
    expect(await keyOf(uses(null, "n-1"))).not.toBe(key);
  });

  test("names the request where nothing was approved, and nothing on a block", async () => {
    expect(await keyOf(null)).toBe("req_00000001");
    expect(await keyOf(uses(null), { newRequestId: () => "req_00000002" })).toBe("req_00000002");
    play({ blockedBy: "policy.denied" });
    expect((await decide()).idempotency_key).toBeNull();
  });

  test("is the one that the permit and the tool get", async () => {
    const gate = createGateOver(ports);
    const decision = await gate.decide(call);
    expect(decision.permit?.idempotency_key).toBe(decision.idempotency_key);
    const run = vi.fn();
    await gate.run(decision.permit as never, run);
    expect(run).toHaveBeenCalledWith(call.args, { tool: "pay", request_id: "req_00000001", idempotency_key: decision.idempotency_key });
  });
});

describe("observation", () => {
  test.each([
    ["one millisecond before its end", NOW + 1, "allow"],
    ["at its end", NOW, "block"],
    ["after its end", NOW - 1, "block"],
  ])("%s", async (_title, until, verdict) => {
    rule.observe = { until: nanos(until) };
    play({ blockedBy: "policy.denied" });
    const decision = await decide();
    expect(decision.verdict).toBe(verdict);
    expect(decision.observed).toBe(verdict === "allow");
    expect(decision.would_block?.reason ?? null).toBe(verdict === "allow" ? "policy.denied" : null);
    expect(records).toMatchObject([{ observed: decision.observed, would_block: decision.would_block, decision: { verdict } }]);
  });

  test("of the whole gate covers a tool that the policy does not name", async () => {
    policy.tools = new Map();
    policy.observe = { until: nanos(NOW + 1) };
    play({ blockedBy: "policy.denied" });
    expect(await decide()).toMatchObject({ verdict: "allow", observed: true, would_block: { code: "PIC_POLICY_VIOLATION" } });
  });

  test("lets the live arguments run, as a copy", async () => {
    rule.observe = { until: nanos(NOW + 1) };
    play({ blockedBy: "policy.denied" });
    const { permit } = await decide();
    expect(permit?.args).toEqual(call.args);
    expect(permit?.args).not.toBe(call.args);
  });

  test.each<[string, number, number | null, number]>([
    ["the tool's window", 5_000, null, 5_000],
    ["the policy's", 1, 5_000, 5_000],
    ["the later of the two", 5_000, 2_000, 5_000],
  ])("a permit of a call that would block ends with %s", async (_title, tools, files, end) => {
    rule.observe = { until: nanos(NOW + tools) };
    policy.observe = files === null ? null : { until: nanos(NOW + files) };
    play({ blockedBy: "policy.denied" });
    const [good, late] = [await decide(), await decide()];
    clock.advance(end - 1);
    expect(good.permit?.redeem().tool).toBe("pay");
    clock.advance(1);
    expect(() => late.permit?.redeem()).toThrow("This permit has ended.");
  });

  test("does not shorten the permit of an allow that nothing would have blocked", async () => {
    rule.observe = { until: nanos(NOW + 1) };
    const { permit } = await decide();
    clock.advance(29_999);
    expect(permit?.redeem().tool).toBe("pay");
  });

  test("marks an allow that nothing would have blocked", async () => {
    rule.observe = { until: nanos(NOW + 1) };
    expect(await decide()).toMatchObject({ verdict: "allow", observed: true, would_block: null });
  });

  test("does not cover what the gate could not decide, nor what nobody could read", async () => {
    rule.observe = { until: nanos(NOW + 1) };
    play({ blockedBy: "internal.error" });
    expect((await decide()).verdict).toBe("block");
    play({ blockedBy: "policy.denied" });
    expect((await createGateOver(ports).decide({ ...call, args: { at: new Date(0) } })).verdict).toBe("block");
  });

  test("an observed allow that cannot be recorded is a block that says why", async () => {
    rule.observe = { until: nanos(NOW + 1) };
    play({ blockedBy: "policy.denied" });
    const decision = await decide({ audit: { append: () => Promise.reject(new Error("disk full")) } });
    expect(decision).toMatchObject({ verdict: "block", reason: "internal.audit_unavailable", would_block: null, recorded: false });
  });
});

describe("the record", () => {
  test("holds the arguments' digest and only the values that the policy names", async () => {
    await decide();
    const [record] = records as [DecisionRecord];
    // printf '{"amount_minor":5,"note":"x"}' | sha256sum
    expect(record.args_digest).toBe("1c5d16b3622a701efa068adbf314358deb07b9c887d2ede4eb810f12da4cea19");
    expect({ ...record.args }).toEqual({ "/amount_minor": 5 });
  });

  test("of a block has them too, where the arguments can be read", async () => {
    play({ blockedBy: "policy.denied" });
    await decide();
    expect((records[0] as DecisionRecord).args_digest).toBe("1c5d16b3622a701efa068adbf314358deb07b9c887d2ede4eb810f12da4cea19");
    await createGateOver(ports).decide({ ...call, args: 7 as never });
    expect(records[1]).toMatchObject({ args_digest: null, args: {} });
  });

  const failing = { append: () => Promise.reject(new Error("disk full")) };
  test.each([
    ["both impacts may go unrecorded", ["read"], "read", "read", "allow"],
    ["the operator's may not", ["read"], "compute", "read", "block"],
    ["the proposal's may not", ["read"], "read", "compute", "block"],
    ["none may", [], "read", "read", "block"],
  ])("%s", async (_title, bestEffort, impact, declaredImpact, verdict) => {
    policy.auditBestEffort = new Set(bestEffort);
    vi.mocked(prepareWith).mockReturnValue({ outcome: { ok: false }, requirements: { impact, declaredImpact }, artifactRefs: [] } as never);
    const decision = await decide({ audit: failing });
    expect(decision).toMatchObject({ verdict, recorded: false });
    expect(decision.reason).toBe(verdict === "allow" ? null : "internal.audit_unavailable");
  });

  test("of broken glass is needed whatever the impact", async () => {
    policy.auditBestEffort = new Set(["money"]);
    expect((await decide({ audit: failing })).verdict).toBe("allow");
    const glass = { rule: "night-shift", key_ids: ["a", "b"], set_aside: [] };
    const verified = { decision: allow(frame, { break_glass: glass }), trusted: null, action: { tool: "pay", args: {} }, judged: null };
    vi.mocked(conclude).mockReturnValue(verified as never);
    expect(await decide({ audit: failing })).toMatchObject({ verdict: "block", reason: "internal.audit_unavailable" });
  });

  test("kept is told, and so is none", async () => {
    expect((await decide()).recorded).toBe(true);
    expect((await decide({ audit: null })).recorded).toBe(false);
  });
});

describe("outcomes", () => {
  const states = () => records.map((record) => (record.kind === "outcome" ? record.state : record.kind));

  test("stand under the decision's request id, started before the tool runs", async () => {
    const gate = createGateOver(ports);
    const seen = await gate.guard("pay", async () => states())(call.args, guarded);
    expect(seen).toEqual(["decision", "started"]);
    expect(states()).toEqual(["decision", "started", "succeeded"]);
    expect(new Set(records.map(({ request_id }) => request_id)).size).toBe(1);
  });

  test("tell a tool that failed from one that cannot say", async () => {
    const gate = createGateOver(ports);
    const failed = gate.guard("pay", () => Promise.reject(new Error("no funds")));
    const unclear = gate.guard("pay", () => Promise.reject(new OutcomeUnknownError("connection lost")));
    await expect(failed(call.args, guarded)).rejects.toThrow("no funds");
    await expect(unclear(call.args, guarded)).rejects.toThrow("connection lost");
    expect(states()).toEqual(["decision", "started", "failed", "decision", "started", "unknown"]);
  });

  test("a start that cannot be recorded does not run, unless the impact may go unrecorded", async () => {
    const starts = { append: async (record: AuditRecord) => (record.kind === "outcome" ? Promise.reject(new Error("full")) : undefined) };
    const tool = vi.fn();
    const refused = createGateOver({ ...ports, audit: starts }).guard("pay", tool)(call.args, guarded);
    await expect(refused).rejects.toMatchObject({ refusal: "unrecorded" });
    await expect(refused).rejects.toBeInstanceOf(PermitError);
    expect(tool).not.toHaveBeenCalled();
    policy.auditBestEffort = new Set(["money"]);
    await createGateOver({ ...ports, audit: starts }).guard("pay", tool)(call.args, guarded);
    expect(tool).toHaveBeenCalledOnce();
  });

  test("an end that cannot be recorded is counted and changes nothing", async () => {
    const ends = {
      append: async (record: AuditRecord) =>
        record.kind === "outcome" && record.state !== "started" ? Promise.reject(new Error("full")) : undefined,
    };
    const gate = createGateOver({ ...ports, audit: ends });
    expect(await gate.guard("pay", () => 42)(call.args, guarded)).toBe(42);
    expect(gate.status().auditErrors).toBe(1);
  });

  test("what is under way when the gate closes is unknown, once", async () => {
    const gate = createGateOver(ports);
    let finish = (_value: unknown): void => {};
    const running = gate.guard(
      "pay",
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    )(call.args, guarded);
    await settle();
    await gate.close();
    finish(1);
    await running;
    expect(states()).toEqual(["decision", "started", "unknown"]);
  });

  test("closing closes ledger and audit, also where one of them fails", async () => {
    const close = vi.fn(async () => {});
    const gate = createGateOver({
      ...ports,
      ledger: { consume: vi.fn(), close: () => Promise.reject(new Error("gone")) },
      audit: { append: async () => {}, close },
    });
    await expect(gate.close()).rejects.toThrow("gone");
    expect(close).toHaveBeenCalledOnce();
  });
});
