import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CATALOGUE } from "../../src/decision/catalogue.js";
import type { AuditRecord, ConsumeRequest, Gate, GateDecision, GateOptions, GateRequest, Ledger, Permit } from "../../src/node/index.js";
import { BlockedError, createGate, createMemoryLedger, loadKeyringFile, loadPolicyFile, PermitError } from "../../src/node/index.js";
import { ManualClock } from "../support/manual-clock.js";
import { KEYRING, PAYMENT, POLICY, readProposal, signedProposal } from "../support/signed-proposal.js";

let folder: string;
let clock: ManualClock;
const gates: Gate[] = [];
const at = (name: string) => path.join(folder, name);
const write = (name: string, value: unknown) => writeFileSync(at(name), typeof value === "string" ? value : JSON.stringify(value));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-gate-"));
  clock = new ManualClock();
  write("policy.json", POLICY);
  write("keys.json", KEYRING);
});
afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.close();
  rmSync(folder, { recursive: true, force: true });
});

const context = { principal: "agent-7" };
/** A call of the payment tool; without arguments, the honest one. */
const payment = (...[proposal, args]: [proposal?: unknown, args?: unknown] | []): GateRequest => ({
  ...honest(),
  ...(proposal === undefined ? {} : { proposal: proposal as object }),
  ...(args === undefined ? {} : { args }),
});
const honest = (): GateRequest => ({ proposal: signedProposal(), tool: "payments.transfer", args: { ...PAYMENT } as unknown, context });
const search = { proposal: readProposal(), tool: "docs.search", args: { query: "invoice" }, context };
const never = <T>() => new Promise<T>(() => {});
/** Lets everything that waits on settled promises and on real files go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function start(over: Partial<GateOptions> = {}): Promise<Gate> {
  const options = { policy: at("policy.json"), keyring: at("keys.json"), audience: "billing", ledger: createMemoryLedger(), clock };
  const gate = await createGate({ ...options, ...over });
  gates.push(gate);
  return gate;
}

const ledgerOf = (consume: (request: ConsumeRequest) => unknown): Ledger => ({
  consume: consume as Ledger["consume"],
  close: async () => {},
});

describe("decide", () => {
  test("allows a bound, signed payment and says what it checked", async () => {
    const decision = await (await start()).decide(payment());
    expect(decision).toMatchObject({
      verdict: "allow",
      code: "PIC_OK",
      reason: null,
      binding: "full",
      single_use: "consumed",
      audience: "checked",
      profile: "strict",
    });
    expect(decision.request_id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$/);
    expect(decision.elapsed_ms).toBe(0);
    expect(decision.permit?.args).toEqual(PAYMENT);
    expect(JSON.parse(JSON.stringify(decision))).not.toHaveProperty("permit");
  });

  test("takes the whole milliseconds of a clock that tells parts of one", async () => {
    clock.wall += 0.25;
    expect(await (await start()).decide(payment())).toMatchObject({ verdict: "allow", single_use: "consumed" });
  });

  test("takes bytes and text alike", async () => {
    const gate = await start({ ledger: "none" });
    const text = JSON.stringify(signedProposal());
    expect((await gate.decide(payment(text))).verdict).toBe("allow");
    expect((await gate.decide(payment(new TextEncoder().encode(text)))).verdict).toBe("allow");
  });

  test.each<[string, unknown, unknown, string]>([
    ["other live arguments", signedProposal(), { ...PAYMENT, to: "acct_9002" }, "binding.args_mismatch"],
    ["not JSON", "{", PAYMENT, "json.syntax"],
    ["an attestation without an audience", signedProposal({ audience: null }), PAYMENT, "trust.audience_missing"],
    ["an attestation for another gate", signedProposal({ audience: "payroll" }), PAYMENT, "trust.audience_differs"],
    ["an attestation that has ended", signedProposal({ expiresAt: "2026-10-01T12:00:00Z" }), PAYMENT, "trust.attestation_expired"],
  ])("blocks %s", async (_, proposal, args, reason) => {
    const decision = await (await start()).decide(payment(proposal, args));
    expect(decision).toMatchObject({ verdict: "block", reason, binding: "full", single_use: "unchecked" });
    expect(decision.permit).toBeNull();
  });

  test("blocks a call without a proposal, and one whose arguments are undefined", async () => {
    const gate = await start();
    expect((await gate.decide({ ...honest(), proposal: undefined })).reason).toBe("request.missing");
    expect((await gate.decide({ ...honest(), args: undefined })).reason).toBe("binding.args_mismatch");
  });

  const hostile = () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error("trap");
        },
        ownKeys: () => {
          throw new Error("trap");
        },
        getPrototypeOf: () => {
          throw new Error("trap");
        },
      },
    );
  test.each<[string, unknown]>([
    ["a number", 7],
    ["null", null],
    ["true", true],
    ["a symbol", Symbol("s")],
    ["a bigint", 1n],
    ["a function", () => signedProposal()],
    ["a promise", Promise.resolve(signedProposal())],
    ["a list", [signedProposal()]],
    ["no bytes", new Uint8Array()],
    ["no text", ""],
    ["50 MB", new Uint8Array(50 * 1024 * 1024).fill(0x5b)],
    ["a proxy that throws", hostile()],
  ])("%s as proposal is a block", async (_, proposal) => {
    const decision = await (await start()).decide({ ...honest(), proposal: proposal as object });
    expect(decision).toMatchObject({ verdict: "block", single_use: "unchecked" });
  });

  test("arguments that throw when looked at are a block, guarded or not", async () => {
    const gate = await start();
    const tool = vi.fn();
    expect((await gate.decide(payment(signedProposal(), hostile()))).verdict).toBe("block");
    const guarded = gate.guard("payments.transfer", tool);
    await expect(guarded(hostile(), { context })).rejects.toThrow(BlockedError);
    await expect(guarded(hostile(), { context, proposal: signedProposal() })).rejects.toThrow(BlockedError);
    expect(tool).not.toHaveBeenCalled();
  });

  test('the word "none" is said in every decision', async () => {
    const gate = await start({ audience: "none", ledger: "none" });
    const proposal = signedProposal({ audience: null });
    for (let use = 0; use < 2; use += 1) {
      expect(await gate.decide(payment(proposal))).toMatchObject({ verdict: "allow", single_use: "unchecked", audience: "unchecked" });
    }
    expect(await gate.decide(payment("{"))).toMatchObject({ verdict: "block", single_use: "unchecked", audience: "unchecked" });
  });

  test("an action that uses nothing up says so, and may be asked for again", async () => {
    const consume = vi.fn();
    const gate = await start({ ledger: ledgerOf(consume) });
    for (let use = 0; use < 2; use += 1) expect(await gate.decide(search)).toMatchObject({ verdict: "allow", single_use: "unchecked" });
    expect(consume).not.toHaveBeenCalled();
  });

  test("a host's misuse rejects, and no ledger is asked", async () => {
    const consume = vi.fn();
    const gate = await start({ ledger: ledgerOf(consume) });
    await expect(gate.decide({ ...payment(), context: undefined } as never)).rejects.toThrow(TypeError);
    await expect(gate.enforce({ proposal: signedProposal(), tool: "payments.transfer", context } as never)).rejects.toThrow(TypeError);
    expect(consume).not.toHaveBeenCalled();
  });
});

describe("one action, one use", () => {
  test("the same proposal twice", async () => {
    const gate = await start();
    expect((await gate.decide(payment())).verdict).toBe("allow");
    expect(await gate.decide(payment())).toMatchObject({
      verdict: "block",
      code: "PIC_POLICY_VIOLATION",
      reason: "policy.already_used",
      single_use: "unchecked",
    });
  });

  test("the same attestation in other white space, under another evidence order of members", async () => {
    const gate = await start();
    const proposal = signedProposal();
    expect((await gate.decide(payment(proposal))).verdict).toBe("allow");
    const [entry] = proposal.evidence as unknown as [{ payload: string }];
    const spaced = { ...entry, payload: JSON.stringify(JSON.parse(entry.payload), null, 1) };
    expect((await gate.decide(payment({ ...proposal, evidence: [spaced] }))).reason).toBe("policy.already_used");
  });

  test("a forged proposal uses nothing up: the honest one that follows is allowed", async () => {
    const gate = await start();
    const honest = signedProposal({ nonce: "n-1" });
    const evidence = honest.evidence.map((entry) => ({ ...entry, signature: `${"AQEB".repeat(28)}AQ==`.slice(-88) }));
    expect((await gate.decide(payment({ ...honest, evidence }))).code).toBe("PIC_EVIDENCE_FAILED");
    expect((await gate.decide(payment(honest, { ...PAYMENT, to: "acct_9002" }))).code).toBe("PIC_ARG_BINDING_MISMATCH");
    expect((await gate.decide(payment(honest))).verdict).toBe("allow");
  });

  test("one nonce, other arguments, validly signed", async () => {
    const gate = await start();
    const first = { ...PAYMENT, amount_minor: 100 };
    const second = { ...PAYMENT, amount_minor: 200 };
    expect((await gate.decide(payment(signedProposal({ args: first, nonce: "N1" }), first))).verdict).toBe("allow");
    expect((await gate.decide(payment(signedProposal({ args: second, nonce: "N1" }), second))).reason).toBe("policy.already_used");
    expect((await gate.decide(payment(signedProposal({ args: second, nonce: "N2" }), second))).verdict).toBe("allow");
  });

  test("of 50 at once exactly one is allowed", async () => {
    const gate = await start();
    const text = JSON.stringify(signedProposal());
    const all = await Promise.all(Array.from({ length: 50 }, () => gate.decide(payment(text))));
    expect(all.filter(({ verdict }) => verdict === "allow")).toHaveLength(1);
    expect(all.filter(({ reason }) => reason === "policy.already_used")).toHaveLength(49);
    expect(new Set(all.map(({ request_id }) => request_id)).size).toBe(50);
  });

  test("the ledger is told the attestation, its end, the nonce and the instant of the judgement", async () => {
    const consume = vi.fn(async (_: ConsumeRequest) => ({ outcome: "consumed" as const }));
    const gate = await start({ ledger: ledgerOf(consume) });
    const decision = await gate.decide(payment(signedProposal({ nonce: "N1" })));
    expect(consume).toHaveBeenCalledTimes(1);
    expect(consume.mock.calls[0]?.[0]).toEqual({
      attestations: [{ id: decision.facts.evidence?.[0]?.attestation_id, expiresAt: Date.UTC(2026, 9, 1, 12, 30) }],
      nonce: "N1",
      budgets: [],
      head: null,
      now: Date.UTC(2026, 9, 1, 12),
    });
  });
});

describe("a ledger that gives no clear answer blocks", () => {
  test.each<[string, () => unknown]>([
    [
      "it throws",
      () => {
        throw new Error("disk");
      },
    ],
    ["it rejects", () => Promise.reject(new Error("down"))],
    ["nothing", () => undefined],
    ["null", () => null],
    ["true", () => true],
    ["the bare word", () => "consumed"],
    ["an allowance as text", () => ({ allowed: "true" })],
    ["an unknown outcome", () => ({ outcome: "ok" })],
    ["an outcome that is no string", () => ({ outcome: ["consumed"] })],
    [
      "an outcome behind a throwing getter",
      () => ({
        get outcome() {
          throw new Error("x");
        },
      }),
    ],
  ])("%s", async (_, answer) => {
    const tool = vi.fn();
    const gate = await start({ ledger: ledgerOf(answer) });
    expect(await gate.decide(payment())).toMatchObject({
      verdict: "block",
      code: "PIC_INTERNAL_ERROR",
      reason: "internal.ledger_unavailable",
      single_use: "unchecked",
    });
    await expect(gate.guard("payments.transfer", tool)({ ...PAYMENT }, { proposal: signedProposal(), context })).rejects.toThrow(
      BlockedError,
    );
    expect(tool).not.toHaveBeenCalled();
  });

  test("a store whose clock is elsewhere", async () => {
    const gate = await start({ ledger: ledgerOf(async () => ({ outcome: "clock_skew" })) });
    expect((await gate.decide(payment())).reason).toBe("internal.clock_skew");
  });
});

describe("the deadline", () => {
  test("a ledger that hangs is not waited for, and its late answer allows nothing", async () => {
    let answer = (_: unknown) => {};
    const asked = deferred();
    const gate = await start({
      ledger: ledgerOf(() => {
        asked.resolve(undefined);
        return new Promise((resolve) => {
          answer = resolve;
        });
      }),
    });
    const deciding = gate.decide(payment());
    await asked.promise;
    clock.advance(500);
    const decision = await deciding;
    answer({ outcome: "consumed" });
    await settle();
    expect(decision).toMatchObject({ verdict: "block", code: "PIC_LIMIT_EXCEEDED", reason: "limit.deadline", elapsed_ms: 500 });
    expect(decision.permit).toBeNull();
    expect(clock.timers).toBe(0);
  });

  test("an answer that came while the process was stalled allows nothing, and what was used is said to be", async () => {
    const gate = await start({
      ledger: ledgerOf(async () => {
        clock.stall(501);
        return { outcome: "consumed" };
      }),
    });
    expect((await gate.decide(payment())).reason).toBe("limit.deadline");
  });

  test("is the operator's to set", async () => {
    const slow = (ms: number) =>
      ledgerOf(async () => {
        clock.stall(ms);
        return { outcome: "consumed" };
      });
    expect((await (await start({ deadlineMs: 1000, ledger: slow(999) })).decide(payment())).verdict).toBe("allow");
    expect((await (await start({ deadlineMs: 1000, ledger: slow(1000) })).decide(payment())).reason).toBe("limit.deadline");
  });

  test("an audit that hangs is not waited for", async () => {
    const asked = deferred();
    const gate = await start({
      audit: {
        append: () => {
          asked.resolve(undefined);
          return never();
        },
      },
    });
    const deciding = gate.decide(payment());
    await asked.promise;
    clock.advance(500);
    expect(await deciding).toMatchObject({ verdict: "block", reason: "limit.deadline", single_use: "consumed" });
  });

  test.each<[string, Partial<Record<"now" | "monotonic", () => number>>]>([
    ["a wall clock that throws", { now: broken }],
    ["a wall clock that tells no number", { now: () => Number.NaN }],
    ["a monotonic clock that throws", { monotonic: broken }],
  ])("%s blocks", async (_, faults) => {
    let active: typeof faults = {};
    const gate = await start({
      clock: {
        now: () => (active.now ?? (() => clock.now()))(),
        monotonic: () => (active.monotonic ?? (() => clock.monotonic()))(),
      },
    });
    active = faults;
    expect(await gate.decide(payment())).toMatchObject({ verdict: "block", reason: "internal.error" });
  });

  test.each<[string, unknown]>([
    ["no number", Number.NaN],
    ["text, which as text would never be late", "5"],
    ["an object that is read as a number", { valueOf: () => 5 }],
  ])("a monotonic clock that tells %s has no time left", async (_, told) => {
    let broken = false;
    const gate = await start({ clock: { now: () => clock.now(), monotonic: () => (broken ? (told as number) : clock.monotonic()) } });
    broken = true;
    expect(await gate.decide(payment())).toMatchObject({ verdict: "block", reason: "limit.deadline" });
  });
});

describe("the audit", () => {
  test("is told every decision, after the ledger and before the permit", async () => {
    const order: string[] = [];
    const records: AuditRecord[] = [];
    const gate = await start({
      ledger: ledgerOf(async () => {
        order.push("consume");
        return { outcome: "consumed" };
      }),
      audit: {
        append: async (record) => {
          order.push("record");
          records.push(record);
        },
      },
    });
    const allowed = await gate.decide(payment());
    const blocked = await gate.decide({ ...payment("{"), context: { principal: "agent-7", session: "s-1" } });
    expect(order).toEqual(["consume", "record", "record"]);
    expect(records.map(({ request_id }) => request_id)).toEqual([allowed.request_id, blocked.request_id]);
    expect(records[0]).toMatchObject({ at: clock.wall, tool: "payments.transfer", decision: { verdict: "allow", single_use: "consumed" } });
    expect(records[1]).toMatchObject({
      decision: { verdict: "block", reason: "json.syntax" },
      context: { principal: "agent-7", session: "s-1" },
    });
  });

  test("that fails turns an allow into a block, and leaves a block the block that it is", async () => {
    const gate = await start({ audit: { append: async () => Promise.reject(new Error("disk full")) } });
    expect(await gate.decide(payment())).toMatchObject({
      verdict: "block",
      code: "PIC_INTERNAL_ERROR",
      reason: "internal.audit_unavailable",
      single_use: "consumed",
    });
    expect((await gate.decide(payment("{"))).reason).toBe("json.syntax");
  });
});

describe("guard", () => {
  test("runs the tool with the arguments that were verified, whatever becomes of the caller's", async () => {
    const ran: unknown[] = [];
    const live = { ...PAYMENT };
    const proposal = signedProposal();
    const gate = await start({
      ledger: ledgerOf(async () => {
        live.to = "acct_9002";
        proposal.action.args.to = "acct_9002";
        return { outcome: "consumed" };
      }),
    });
    const pay = gate.guard("payments.transfer", (args, run) => {
      ran.push(args);
      return run.tool;
    });
    expect(await pay(live, { proposal, context })).toBe("payments.transfer");
    expect(ran).toEqual([PAYMENT]);
    expect(ran[0]).not.toBe(live);
    expect(Object.isFrozen(ran[0])).toBe(true);
  });

  test("arguments changed before the call is judged are other arguments", async () => {
    const tool = vi.fn();
    const gate = await start();
    const proposal = signedProposal();
    proposal.action.args.to = "acct_9002";
    await expect(gate.guard("payments.transfer", tool)(proposal.action.args, { proposal, context })).rejects.toMatchObject({
      code: "PIC_EVIDENCE_FAILED",
    });
    expect(tool).not.toHaveBeenCalled();
  });

  test("takes the proposal from the arguments and keeps it from the tool", async () => {
    const tool = vi.fn();
    const gate = await start();
    await gate.guard("payments.transfer", tool)({ ...PAYMENT, __pic: signedProposal(), __pic_request_id: "from-the-model" }, { context });
    expect(tool.mock.calls[0]?.[0]).toEqual(PAYMENT);
    expect(tool.mock.calls[0]?.[1]).toMatchObject({ request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/) });
  });

  test("a proposal given by the host is the one, and a second one in the arguments is an argument", async () => {
    const tool = vi.fn();
    const gate = await start();
    const args = { ...PAYMENT, __pic: signedProposal() };
    await expect(gate.guard("payments.transfer", tool)(args, { proposal: signedProposal(), context })).rejects.toMatchObject({
      code: "PIC_ARG_BINDING_MISMATCH",
    });
    expect(tool).not.toHaveBeenCalled();
  });

  test("is for its tool alone", async () => {
    const tool = vi.fn();
    const gate = await start();
    await expect(gate.guard("docs.search", tool)({ ...PAYMENT }, { proposal: signedProposal(), context })).rejects.toMatchObject({
      code: "PIC_TOOL_BINDING_MISMATCH",
    });
    expect(tool).not.toHaveBeenCalled();
  });

  test("hands on what the tool returns and what it throws", async () => {
    const gate = await start();
    const fail = gate.guard("docs.search", () => {
      throw new RangeError("index is down");
    });
    await expect(fail({ query: "invoice" }, { proposal: readProposal(), context })).rejects.toThrow(RangeError);
  });

  test("misuse is told at once, or rejects, and never runs the tool", async () => {
    const gate = await start();
    const tool = vi.fn();
    expect(() => gate.guard("", tool)).toThrow(TypeError);
    expect(() => gate.guard("docs.search", undefined as never)).toThrow(TypeError);
    const guarded = gate.guard("docs.search", tool);
    await expect(guarded({}, undefined as never)).rejects.toThrow(TypeError);
    await expect(guarded({}, { context, proposals: [] } as never)).rejects.toThrow(TypeError);
    expect(tool).not.toHaveBeenCalled();
  });

  test("a call without a proposal runs where the policy lets it, with a copy of its arguments", async () => {
    write("policy.json", { version: 1, tools: { "docs.search": { impact: "read", pic: "optional" } } });
    const gate = await start();
    const live = { query: "invoice" };
    const seen = vi.fn();
    await gate.guard("docs.search", seen)(live, { context });
    expect(seen.mock.calls[0]?.[0]).toEqual({ query: "invoice" });
    expect(seen.mock.calls[0]?.[0]).not.toBe(live);
  });
});

describe("enforce and BlockedError", () => {
  test("a permit on allow, an error on block", async () => {
    const gate = await start();
    const permit = await gate.enforce(payment());
    expect(permit.redeem()).toEqual({ tool: "payments.transfer", args: PAYMENT });
    await expect(gate.enforce(payment())).rejects.toThrow(BlockedError);
  });

  test("the error says nothing of input or policy, in its message or its JSON", async () => {
    const gate = await start();
    const error = await gate.enforce(payment(signedProposal(), { to: "SECRET-ACCOUNT" })).catch((caught) => caught as BlockedError);
    expect(error).toBeInstanceOf(BlockedError);
    const blocked = error as BlockedError;
    expect(blocked.message).toBe("The proposal is for other arguments.");
    expect(blocked.decision.reason).toBe("binding.args_mismatch");
    const { request_id } = blocked;
    const view = { verdict: "block", code: "PIC_ARG_BINDING_MISMATCH", request_id, message: "The proposal is for other arguments." };
    expect(JSON.parse(JSON.stringify(blocked))).toEqual(view);
    expect(gate.agentView(blocked.decision)).toEqual(view);
    expect({ ...blocked }).not.toHaveProperty("decision");
  });
});

describe("a permit", () => {
  const refusal = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return error instanceof PermitError ? error.refusal : error;
    }
    return "none";
  };
  async function permitOf(gate: Gate, parts = {}): Promise<Permit> {
    return gate.enforce(payment(signedProposal(parts)));
  }

  test("is good once, by whichever way", async () => {
    const gate = await start();
    const permit = await permitOf(gate);
    const tool = vi.fn(() => "done");
    expect(await gate.run(permit, tool)).toBe("done");
    await expect(gate.run(permit, tool)).rejects.toMatchObject({ refusal: "used" });
    expect(refusal(() => permit.redeem())).toBe("used");
    expect(tool).toHaveBeenCalledTimes(1);
  });

  test("ends after 30 s", async () => {
    const gate = await start();
    const good = await permitOf(gate);
    clock.advance(29_999);
    expect(refusal(() => good.redeem())).toBe("none");
    const late = await permitOf(gate, { nonce: "2" });
    clock.advance(30_000);
    expect(refusal(() => late.redeem())).toBe("expired");
  });

  test("ends with its attestation", async () => {
    const gate = await start();
    const good = await permitOf(gate, { expiresAt: "2026-10-01T12:00:05Z", nonce: "1" });
    const late = await permitOf(gate, { expiresAt: "2026-10-01T12:00:05Z", nonce: "2" });
    clock.advance(4_999);
    expect(refusal(() => good.redeem())).toBe("none");
    clock.advance(1);
    expect(refusal(() => late.redeem())).toBe("expired");
  });

  test("ends with the key that signed it", async () => {
    write("keys.json", {
      trusted_keys: { "fin-ops": { public_key: KEYRING.trusted_keys["fin-ops"], expires_at: "2026-10-01T12:00:05Z" } },
      revoked_keys: [],
    });
    const gate = await start();
    const good = await permitOf(gate, { nonce: "1" });
    const late = await permitOf(gate, { nonce: "2" });
    clock.advance(4_999);
    expect(refusal(() => good.redeem())).toBe("none");
    clock.advance(1);
    expect(refusal(() => late.redeem())).toBe("expired");
  });

  test("is not lengthened by a wall clock set back, and is shortened by one set forward", async () => {
    const gate = await start();
    const back = await permitOf(gate, { expiresAt: "2026-10-01T12:00:05Z" });
    clock.advance(5_000);
    clock.wall -= 60_000;
    expect(refusal(() => back.redeem())).toBe("expired");
    const forward = await permitOf(gate, { nonce: "2" });
    clock.wall += 3_600_000;
    expect(refusal(() => forward.redeem())).toBe("expired");
  });

  test("ends when policy or keyring change, and outlives a change of layout alone", async () => {
    const gate = await start();
    const kept = await permitOf(gate, { nonce: "1" });
    write("policy.json", JSON.stringify(POLICY, null, 2));
    await gate.reload();
    expect(refusal(() => kept.redeem())).toBe("none");
    const ended = await permitOf(gate, { nonce: "2" });
    write("keys.json", { ...KEYRING, revoked_keys: ["fin-ops"] });
    await gate.reload();
    expect(refusal(() => ended.redeem())).toBe("configuration_changed");
  });

  test("a revocation on disk is seen by run, a second after the last look", async () => {
    const gate = await start();
    const [soon, late] = [await permitOf(gate, { nonce: "1" }), await permitOf(gate, { nonce: "2" })];
    write("keys.json", { ...KEYRING, revoked_keys: ["fin-ops"] });
    const tool = vi.fn(() => "done");
    clock.advance(999);
    expect(await gate.run(soon, tool)).toBe("done");
    clock.advance(1);
    await expect(gate.run(late, tool)).rejects.toMatchObject({ refusal: "configuration_changed" });
    expect(refusal(() => late.redeem())).toBe("used");
    expect(tool).toHaveBeenCalledTimes(1);
  });

  test("redeem alone looks at no file, and sees what others have seen", async () => {
    const gate = await start();
    const [unseen, seen] = [await permitOf(gate, { nonce: "1" }), await permitOf(gate, { nonce: "2" })];
    write("keys.json", { ...KEYRING, revoked_keys: ["fin-ops"] });
    clock.advance(1000);
    expect(refusal(() => unseen.redeem())).toBe("none");
    await gate.decide(search);
    expect(refusal(() => seen.redeem())).toBe("configuration_changed");
  });

  test("guard looks again where the decision took long", async () => {
    const ledger = ledgerOf(async () => {
      write("keys.json", { ...KEYRING, revoked_keys: ["fin-ops"] });
      clock.advance(1000);
      return { outcome: "consumed" };
    });
    const gate = await start({ ledger, deadlineMs: 60_000 });
    const tool = vi.fn();
    const pay = gate.guard("payments.transfer", tool);
    await expect(pay({ ...PAYMENT }, { proposal: signedProposal(), context })).rejects.toMatchObject({ refusal: "configuration_changed" });
    expect(tool).not.toHaveBeenCalled();
  });

  test("a file that is broken after the decision leaves a permit of the last good pair", async () => {
    const gate = await start();
    const permit = await permitOf(gate);
    write("keys.json", "{");
    clock.advance(1000);
    expect(await gate.run(permit, () => "done")).toBe("done");
    expect(gate.status().configurationError).not.toBeNull();
  });

  test("ends with its gate, and is no other gate's", async () => {
    const [gate, other] = [await start(), await start()];
    const permit = await permitOf(gate);
    await expect(other.run(permit, vi.fn())).rejects.toMatchObject({ refusal: "other_gate" });
    await gate.close();
    expect(refusal(() => permit.redeem())).toBe("gate_closed");
  });

  test("a decision dressed up as an allow runs nothing", async () => {
    const gate = await start();
    const tool = vi.fn();
    const fake = { tool: "payments.transfer", args: PAYMENT, redeem: () => ({}) };
    await expect(gate.run(fake as never, tool)).rejects.toThrow(TypeError);
    expect(tool).not.toHaveBeenCalled();
  });
});

describe("policy and keyring files", () => {
  test("a revocation counts from the next decision a second later", async () => {
    const gate = await start({ ledger: "none" });
    write("keys.json", { ...KEYRING, revoked_keys: ["fin-ops"] });
    clock.advance(999);
    expect((await gate.decide(payment())).verdict).toBe("allow");
    clock.advance(1);
    expect((await gate.decide(payment())).reason).toBe("trust.key_revoked");
    expect((await gate.decide(payment())).facts.digests.keyring).toBe(gate.status().digests.keyring);
  });

  test("files of one size changed within one tick are seen: content counts, not its date", async () => {
    const gate = await start({ ledger: "none" });
    write("policy.json", JSON.stringify(POLICY).replace("payments.transfer", "payments.transfeR"));
    clock.advance(1000);
    expect((await gate.decide(payment())).reason).toBe("policy.tool_unknown");
  });

  test("a broken file leaves the last good one: low impacts go on, high ones end after 60 s", async () => {
    const events: (string | undefined)[] = [];
    const gate = await start({ ledger: "none", onDecision: (_, event) => events.push(event.configurationError?.file) });
    write("policy.json", '{"impact_by_tool":');
    clock.advance(1000);
    expect((await gate.decide(payment())).verdict).toBe("allow");
    expect(gate.status()).toMatchObject({ staleFor: 1000, configurationError: { name: "ConfigurationError", file: at("policy.json") } });
    clock.advance(58_999);
    expect((await gate.decide(payment())).verdict).toBe("allow");
    clock.advance(1);
    expect(await gate.decide(payment())).toMatchObject({ verdict: "block", code: "PIC_INTERNAL_ERROR", reason: "internal.config_stale" });
    expect((await gate.decide(search)).verdict).toBe("allow");
    expect(events).toEqual(Array(4).fill(at("policy.json")));

    write("policy.json", POLICY);
    clock.advance(1000);
    expect((await gate.decide(payment())).verdict).toBe("allow");
    expect(gate.status()).toMatchObject({ staleFor: 0, configurationError: null });
  });

  test("what cannot change does not grow stale", async () => {
    const [policy, keyring] = [await loadPolicyFile(at("policy.json")), await loadKeyringFile(at("keys.json"))];
    const gate = await start({ policy, keyring });
    rmSync(at("policy.json"));
    clock.advance(120_000);
    expect((await gate.decide(payment())).verdict).toBe("allow");
    expect(gate.status().staleFor).toBe(0);
    await gate.reload();
  });

  test("a stale gate uses nothing up", async () => {
    const consume = vi.fn();
    const gate = await start({ ledger: ledgerOf(consume) });
    rmSync(at("keys.json"));
    clock.advance(60_000);
    expect((await gate.decide(payment())).reason).toBe("internal.config_stale");
    expect(consume).not.toHaveBeenCalled();
  });

  test("a pair is taken whole or not at all", async () => {
    const gate = await start({ ledger: "none" });
    const before = gate.status().digests;
    write("policy.json", { impact_by_tool: {} });
    write("keys.json", "[]");
    await expect(gate.reload()).rejects.toMatchObject({ name: "ConfigurationError", file: at("keys.json") });
    expect(gate.status().digests).toEqual(before);
    expect((await gate.decide(payment())).verdict).toBe("allow");
  });

  test("a policy that asks for strict cannot slip under a gate of another profile", async () => {
    write("policy.json", { version: 1, tools: {}, require_profile: "strict" });
    await expect(start({ profile: "interop" })).rejects.toMatchObject({ name: "ConfigurationError" });
    write("policy.json", { version: 1, tools: {} });
    const gate = await start({ profile: "interop" });
    write("policy.json", { version: 1, tools: {}, require_profile: "strict" });
    await expect(gate.reload()).rejects.toMatchObject({ name: "ConfigurationError" });
  });
});

describe("a policy that asks for more than the gate has", () => {
  const search = (rules: object) => ({ version: 1, tools: { "docs.search": { impact: "read", ...rules } } });
  const ask = (gate: Gate) => gate.decide({ proposal: readProposal(), tool: "docs.search", args: { query: "invoice" }, context });
  const asking: [string, object][] = [
    ["limits over time, and there is no ledger", { limits: [{ id: "once", count: true, window_seconds: 60, max: 1 }] }],
    ["a check that was not given", { check: [{ id: "desk" }] }],
  ];

  test.each(asking)("starts no gate: %s", async (_title, rules) => {
    write("policy.json", search(rules));
    await expect(start({ ledger: "none" })).rejects.toMatchObject({ name: "ConfigurationError" });
  });

  test.each(asking)("does not take the place of a good one: %s", async (_title, rules) => {
    write("policy.json", search({}));
    const gate = await start({ ledger: "none" });
    const { digests } = gate.status();
    write("policy.json", search(rules));
    await expect(gate.reload()).rejects.toMatchObject({ name: "ConfigurationError" });
    expect(gate.status()).toMatchObject({ digests, configurationError: { name: "ConfigurationError" } });
    expect((await ask(gate)).verdict).toBe("allow");
  });

  test("a check that was given is asked, and decides", async () => {
    write("policy.json", search({ check: [{ id: "desk" }] }));
    let answer: unknown = { allow: true };
    const gate = await start({ checks: { desk: () => answer } });
    expect((await ask(gate)).verdict).toBe("allow");
    answer = { allow: false };
    expect(await ask(gate)).toMatchObject({ verdict: "block", reason: "policy.check", path: "", facts: { rule: "desk" } });
  });
});

describe("createGate rejects what is not sure", () => {
  const broken: [string, () => void][] = [
    ["no policy file", () => rmSync(at("policy.json"))],
    ["an empty policy file", () => write("policy.json", "")],
    ["half a policy file", () => write("policy.json", '{"impact_by_tool":')],
    ["a policy that is no object", () => write("policy.json", "[]")],
    ["a policy with a wrong impact", () => write("policy.json", { impact_by_tool: { "payments.transfer": "moneyy" } })],
    ["a keyring that is no object", () => write("keys.json", "[]")],
    ["no keyring file", () => rmSync(at("keys.json"))],
    [
      "a keyring that is a directory",
      () => {
        rmSync(at("keys.json"));
        mkdirSync(at("keys.json"));
      },
    ],
  ];
  test.each(broken)("%s", async (_, spoil) => {
    spoil();
    const error = await start().catch((caught) => caught);
    expect(error).toMatchObject({ name: "ConfigurationError", file: expect.stringMatching(/(policy|keys)\.json$/) });
  });

  test.each<[string, object, string]>([
    ["an unknown option", { ledgr: "none" }, "ledgr"],
    ["no policy", { policy: undefined }, "policy"],
    ["a policy that nobody loaded", { policy: { tools: new Map(), digest: "x" } }, "policy"],
    ["a keyring that nobody loaded", { keyring: {} }, "keyring"],
    ["no audience", { audience: undefined }, "audience"],
    ["an empty audience", { audience: "" }, "audience"],
    ["no ledger", { ledger: undefined }, "ledger"],
    ["a ledger that cannot consume", { ledger: { close() {} } }, "ledger"],
    ["another word for no ledger", { ledger: "off" }, "ledger"],
    ["an unknown profile", { profile: "lenient" }, "profile"],
    ["an unknown limit", { limits: { maxBtes: 1 } }, "limits"],
    ["a deadline of nothing", { deadlineMs: 0 }, "deadlineMs"],
    ["a clock without a clock", { clock: { time: 1 } }, "clock"],
    ["a clock with a misspelt member", { clock: { now: () => 0, monotnic: () => 0 } }, "clock"],
    ["an audit that cannot append", { audit: {} }, "audit"],
    ["an observer that is no function", { onDecision: {} }, "onDecision"],
    ["an evidence root that is not there", { evidenceRoot: "/nonexistent/evidence" }, "evidenceRoot"],
  ])("%s", async (_, over, place) => {
    await expect(start(over)).rejects.toMatchObject({ name: "ConfigurationError", place });
  });

  test.each<[string, object, RegExp]>([
    [
      "an option one letter away",
      { ledgr: "none" },
      /^ledgr\b.*; did you mean "ledger"\?; the options are policy, keyring, audience, ledger, /,
    ],
    ["an option far from any", { colour: "red" }, /^colour\b[^;]*; the options are policy/],
    ["a policy that was not awaited", { policy: Promise.resolve() }, /^policy\b.* is a promise: await it/],
    ["a keyring that was not awaited", { keyring: Promise.resolve() }, /^keyring\b.* is a promise: await it/],
    ["a ledger that was not awaited", { ledger: Promise.resolve(createMemoryLedger()) }, /^ledger\b.* is a promise: await it/],
    ["a policy of no kind", { policy: 7 }, /^policy\b.* must be a path, or come from loadPolicy/],
    ["an empty path", { keyring: "" }, /^keyring\b.* must not be an empty path/],
    ["an evidence root that is no path", { evidenceRoot: 7 }, /^evidenceRoot\b.* must be a path/],
  ])("%s, and says what to write", async (_, over, words) => {
    const error = await start(over).catch((caught) => caught);
    expect(error.name).toBe("ConfigurationError");
    expect(error.message).toMatch(words);
  });

  test("options that are not its own", async () => {
    const inherited = Object.create({ policy: at("policy.json"), keyring: at("keys.json"), audience: "none", ledger: "none" });
    await expect(createGate(inherited)).rejects.toMatchObject({ place: "policy" });
  });
});

describe("evidence files", () => {
  const bytes = Buffer.from("efbbbf746f74616c203438322e30300d0a", "hex");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const secret = createHash("sha256").update("outside\n").digest("hex");

  beforeEach(() => {
    mkdirSync(at("root"));
    writeFileSync(at("root/inv-204.txt"), bytes);
    writeFileSync(at("secret.txt"), "outside\n");
    symlinkSync("../secret.txt", at("root/link.txt"));
  });

  test.each([
    ["a byte order mark and CR LF as they lie", "file://inv-204.txt", sha256, null],
    ["another digest", "file://inv-204.txt", secret, "evidence.hash_mismatch"],
    ["a link out of the root, its digest right", "file://link.txt", secret, "evidence.ref_refused"],
    ["a path out of the root, its digest right", "file://../secret.txt", secret, "evidence.ref_refused"],
    ["no such file", "file://nope", sha256, "evidence.artifact_unavailable"],
  ])("%s", async (_, ref, digest, reason) => {
    const gate = await start({ evidenceRoot: at("root"), deadlineMs: 60_000 });
    const decision = await gate.decide(payment(signedProposal({ file: { ref, sha256: digest } })));
    expect(decision.reason).toBe(reason);
  });

  test("without an evidence root every file is unavailable", async () => {
    const proposal = signedProposal({ file: { ref: "file://inv-204.txt", sha256 } });
    expect((await (await start()).decide(payment(proposal))).reason).toBe("evidence.artifact_unavailable");
  });

  test("files that together are over the limit", async () => {
    const limits = { maxArtifactsBytes: bytes.length - 1 };
    const gate = await start({ evidenceRoot: at("root"), limits });
    const proposal = signedProposal({ file: { ref: "file://inv-204.txt", sha256 } });
    expect((await gate.decide(payment(proposal))).reason).toBe("limit.work");
  });
});

describe("observers", () => {
  test("are told every decision with its context", async () => {
    const seen: [GateDecision, object][] = [];
    const gate = await start({ onDecision: (decision, event) => seen.push([decision, event]) });
    const decision = await gate.decide(search);
    expect(seen[0]?.[0]).toBe(decision);
    expect(seen[0]?.[1]).toMatchObject({ tool: "docs.search", context: { principal: "agent-7" }, configurationError: null });
  });

  test("that throw or reject change nothing and are counted", async () => {
    let calls = 0;
    const gate = await start({
      onDecision: () => {
        calls += 1;
        if (calls === 1) throw new Error("sync");
        return Promise.reject(new Error("async"));
      },
    });
    expect((await gate.decide(search)).verdict).toBe("allow");
    expect((await gate.decide(search)).verdict).toBe("allow");
    await settle();
    expect(gate.status().observerErrors).toBe(2);
  });
});

describe("a closed gate", () => {
  test("blocks, asks no ledger, and closes the ledger once", async () => {
    const consume = vi.fn();
    const close = vi.fn(async () => {});
    const gate = await start({ ledger: { consume, close } });
    await Promise.all([gate.close(), gate.close()]);
    expect(close).toHaveBeenCalledTimes(1);
    expect(gate.status().closed).toBe(true);
    expect(await gate.decide(payment())).toMatchObject({ verdict: "block", reason: "internal.error" });
    expect((await gate.decide(search)).verdict).toBe("block");
    expect(consume).not.toHaveBeenCalled();
  });

  test("still guards a function, which then never runs", async () => {
    const gate = await start();
    await gate.close();
    const tool = vi.fn();
    const guarded = gate.guard("payments.transfer", tool);
    await expect(guarded({ ...PAYMENT }, { proposal: signedProposal(), context })).rejects.toBeInstanceOf(BlockedError);
    expect(tool).not.toHaveBeenCalled();
    const row = CATALOGUE.find(({ reason }) => reason === "internal.error");
    expect(`${row?.means} ${row?.next}`).toMatch(/gate was closed.*open a gate again/i);
  });

  test("lets no call through that was under way", async () => {
    let gate: Gate | undefined;
    gate = await start({
      ledger: ledgerOf(async () => {
        void gate?.close();
        return { outcome: "consumed" };
      }),
    });
    expect(await gate.decide(payment())).toMatchObject({ verdict: "block", reason: "internal.error", single_use: "consumed" });
  });
});

describe("a polluted Object.prototype", () => {
  const polluted = Object.prototype as Record<string, unknown>;
  const names = ["proposal", "__pic", "audience", "ledger", "verdict", "outcome", "permit", "to"];
  afterEach(() => {
    for (const name of names) delete polluted[name];
  });

  test("brings no proposal, no arguments and no answer", async () => {
    const tool = vi.fn();
    const gate = await start({ ledger: ledgerOf(async () => ({})) });
    const guarded = gate.guard("payments.transfer", tool);
    polluted.proposal = signedProposal();
    polluted.__pic = signedProposal();
    polluted.verdict = "allow";
    polluted.to = "acct_9002";
    await expect(guarded({ ...PAYMENT }, { context })).rejects.toMatchObject({ code: "PIC_INVALID_REQUEST" });
    expect(tool).not.toHaveBeenCalled();
  });

  test("answers for no ledger", async () => {
    const gate = await start({ ledger: ledgerOf(async () => ({})) });
    polluted.outcome = "consumed";
    expect((await gate.decide(payment())).reason).toBe("internal.ledger_unavailable");
  });

  test("starts no gate", async () => {
    polluted.audience = "none";
    polluted.ledger = "none";
    const bare = { policy: at("policy.json"), keyring: at("keys.json") } as GateOptions;
    await expect(createGate(bare)).rejects.toMatchObject({ place: "audience" });
  });
});

function broken(): number {
  throw new Error("no clock");
}

function deferred(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve = (_: unknown) => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
