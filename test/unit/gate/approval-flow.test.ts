import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import type { Decision } from "../../../src/decision/decision.js";
import type { ApprovalStanding } from "../../../src/gate/approval-flow.js";
import { actionOf, NO_APPROVAL, readStored, requestFor, standingOf, wantsApproval, withStored } from "../../../src/gate/approval-flow.js";
import { createApprovalQuota } from "../../../src/gate/approval-quota.js";
import type { ApprovalStore, StoredApproval } from "../../../src/gate/approval-store.js";
import { findApproval, openApproval, settleApproval } from "../../../src/gate/keep-approval.js";
import { createMemoryApprovalStore } from "../../../src/gate/memory-approval-store.js";
import type { CallContext } from "../../../src/gate/ports.js";
import { startDeadline } from "../../../src/gate/within.js";
import { approve } from "../../../src/sign/approve.js";
import { attest } from "../../../src/sign/attest.js";
import { proposalFor } from "../../../src/sign/proposal-for.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { conclude, type Prepared, prepare } from "../../../src/verify-action.js";
import type { ProposalData } from "../../../src/wire/proposal.js";
import { testKey } from "../../keys/test-only-keys.js";
import { ManualClock } from "../../support/manual-clock.js";

const first = testKey("test-approver");
const second = testKey("test-second-approver");
const call = { tool: "payments.transfer", args: { to: "acct_7731", amount_minor: 48200 } };
const context: CallContext = { principal: "agent-7" };

const keyEntry = ({ publicKey }: { publicKey: Uint8Array }) => ({
  public_key: Buffer.from(publicKey).toString("base64"),
  purpose: ["approve"],
  tools: ["*"],
  impacts: ["*"],
});
const keyring = loadKeyring({ trusted_keys: { [first.keyId]: keyEntry(first), [second.keyId]: keyEntry(second) } });
const schema = { type: "object", properties: { to: { type: "string" }, amount_minor: { type: "integer", maximum: 100_000 } } };

function payment(over: object = {}): ProposalData {
  return proposalFor({
    ...call,
    intent: "Pay INV-204",
    impact: "money",
    sources: [{ id: "inv-204" }],
    claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
    approvers: 2,
    ...over,
  });
}

let clock: ManualClock;
let store: ApprovalStore;
let quota: ReturnType<typeof createApprovalQuota>;
let nonces: number;

beforeEach(() => {
  clock = new ManualClock();
  store = createMemoryApprovalStore(() => clock.now());
  quota = createApprovalQuota();
  nonces = 0;
});

async function judge(proposal: unknown, over: object = {}, tool: object = { impact: "money", args: schema }) {
  const policy = await loadPolicy({ version: 1, tools: { [call.tool]: tool } });
  const { action } = proposal as ProposalData;
  const options = { policy, keyring, now: clock.now(), call: action, audience: "billing", audienceRequired: true, context, ...over };
  const prepared = prepare(proposal as never, options);
  return { prepared, decision: conclude(prepared, new Map()).decision };
}

/** The steps that spec/approvals.md#pending lays down, as a gate makes them. */
async function decide(proposal: ProposalData, by: CallContext = context, at: ApprovalStore = store) {
  const deadline = startDeadline(clock, 500);
  let { prepared, decision } = await judge(proposal);
  const wanted = wantsApproval(prepared, decision, by.principal);
  if (wanted === null) return { decision, ...NO_APPROVAL, nonce: null };
  const action = actionOf(wanted, prepared, by);
  const found = await findApproval(at, action, deadline);
  const attached = withStored(wanted, found);
  if (attached !== null) ({ prepared, decision } = await judge(attached));
  const still = attached === null ? wanted : wantsApproval(prepared, decision, by.principal);
  if (still === null) return { decision, ...NO_APPROVAL, nonce: attached === null ? null : (found?.nonce ?? null) };
  nonces += 1;
  const request = requestFor(still, prepared, { principal: by.principal, now: clock.now(), nonce: `n-${nonces}`, lifetimeSeconds: 3600 });
  const ask = request === null ? null : { request, action, context: by, now: clock.now() };
  const kept = found ?? (ask === null ? null : await openApproval(at, quota, ask, deadline));
  return { decision, ...standingOf(request, kept), nonce: null };
}

const nonceOf = ({ approval_request }: ApprovalStanding) => approval_request?.attestation.x_nonce as string;

describe("a call that is blocked for want of trust", () => {
  it("is pending, and passes once it is signed and made again", async () => {
    const asked = await decide(payment());
    expect(asked).toMatchObject({ decision: { reason: "evidence.required" }, pending: true });
    expect(asked.approval_request).toMatchObject({ impact: "money", principal: "agent-7" });
    expect(asked.approval_request?.attestation).toMatchObject({
      issued_at: "2026-10-01T12:00:00Z",
      expires_at: "2026-10-01T13:00:00Z",
      audience: "billing",
      x_nonce: "n-1",
    });

    // Asked again meanwhile: the same request.
    const again = await decide(payment());
    expect(again).toMatchObject({ pending: true, approval_request: asked.approval_request });

    await store.sign("n-1", await approve(asked.approval_request as never, first, { id: "approval-1" }));
    const allowed = await decide(payment());
    expect(allowed).toMatchObject({ decision: { verdict: "allow" }, approval_request: null, pending: false, nonce: "n-1" });

    await settleApproval(store, quota, "n-1", startDeadline(clock, 500));
    expect(await decide(payment())).toMatchObject({ decision: { verdict: "block" }, pending: true });
  });

  it.each<[string, object, CallContext]>([
    ["another principal", {}, { principal: "agent-8" }],
    ["another tenant", {}, { principal: "agent-7", tenant: "acme" }],
    ["other arguments", { args: { ...call.args, amount_minor: 48201 } }, context],
    ["another intent", { intent: "Pay" }, context],
  ])("%s picks up nothing of it", async (_, over, by) => {
    const asked = await decide(payment());
    await store.sign(nonceOf(asked), await approve(asked.approval_request as never, first, { id: "approval-1" }));
    const other = await decide(payment(over), by);
    expect(other).toMatchObject({ decision: { reason: "evidence.required" }, pending: true });
    expect(nonceOf(other)).not.toBe(nonceOf(asked));
  });

  it("another session of the same principal picks it up", async () => {
    const asked = await decide(payment(), { ...context, session: "s-1" });
    await store.sign(nonceOf(asked), await approve(asked.approval_request as never, first, { id: "approval-1" }));
    expect((await decide(payment(), { ...context, session: "s-2" })).decision.verdict).toBe("allow");
  });

  it("is neither pending nor to be signed once somebody said no", async () => {
    const asked = await decide(payment());
    await store.sign("n-1", await approve(asked.approval_request as never, first, { id: "approval-1" }));
    await store.deny("n-1");
    expect(await decide(payment())).toMatchObject({ decision: { reason: "evidence.required" }, approval_request: null, pending: false });
    clock.advance(3600_000);
    expect(await decide(payment())).toMatchObject({ pending: true });
  });

  it("takes no more than the policy's life for an attestation", async () => {
    const { prepared, decision } = await judge(payment(), {}, { impact: "money", max_attestation_lifetime: 60 });
    const wanted = wantsApproval(prepared, decision, "agent-7");
    const terms = { principal: "agent-7", now: clock.now(), nonce: "n", lifetimeSeconds: 3600 };
    expect(requestFor(wanted as never, prepared, terms)?.attestation.expires_at).toBe("2026-10-01T12:01:00Z");
  });

  it("is blocked with the request and not pending where the store is at fault, late, odd or full", async () => {
    const bad = (over: Partial<ApprovalStore>) => decide(payment(), context, { ...store, ...over });
    const fails = async () => {
      throw new Error("disk");
    };
    const never = () => {
      queueMicrotask(() => clock.advance(500));
      return new Promise<never>(() => {});
    };
    const sync = () => {
      throw new Error("disk");
    };
    for (const open of [fails, never, sync, async () => ({ action: "x" }) as never, async () => undefined as never]) {
      const answer = await bad({ open });
      expect(answer).toMatchObject({ decision: { reason: "evidence.required" }, pending: false });
      expect(answer.approval_request).not.toBeNull();
    }
    // A store that cannot be asked may still keep: the request that it then names is the one that stands.
    expect(await bad({ find: fails })).toMatchObject({ pending: true });
  });

  it("shows nothing that the store has bent", async () => {
    const asked = await decide(payment());
    const bent = (over: object) => ({
      ...store,
      find: async () => ({ ...(await store.get("n-1")), ...over }) as StoredApproval,
      open: vi.fn(store.open),
    });
    const request = { ...asked.approval_request, principal: "cfo" };
    for (const over of [{ request }, { nonce: "n-9" }, { action: "0".repeat(64) }, { state: "open" }, { evidence: {} }]) {
      const at = bent(over);
      const answer = await decide(payment(), context, at as never);
      expect(at.open).toHaveBeenCalled();
      expect(answer.approval_request).toEqual(asked.approval_request);
    }
    expect(readStored(null, "a")).toBeNull();
  });

  it("is judged as it came where what was signed cannot be added", async () => {
    const asked = await decide(payment());
    const odd = { ...store, find: async () => ({ ...(await store.get("n-1")), evidence: [{ id: "approval-1" }] }) as never };
    expect(await decide(payment(), context, odd)).toMatchObject({ decision: { reason: "evidence.required" }, pending: true });
    expect(nonceOf(asked)).toBe("n-1");
  });

  it("blocks with its own reason where what was signed does not hold", async () => {
    const asked = await decide(payment());
    const entry = await approve(asked.approval_request as never, { keyId: first.keyId, sign: second.sign }, { id: "approval-1" });
    await store.sign("n-1", entry);
    expect(await decide(payment())).toMatchObject({
      decision: { reason: "trust.signature_invalid" },
      approval_request: null,
      pending: false,
    });
  });
});

describe("a call that brings attestations", () => {
  const own = (nonce: string, over: object = {}) =>
    attest(payment(over), first, {
      id: "inv-204",
      vouchesFor: ["inv-204"],
      issuedAt: clock.now(),
      lifetimeSeconds: 900,
      nonce,
      audience: "billing",
    });

  it("is asked for under its own nonce", async () => {
    // Vouched for by nobody that a claim rests on.
    const proposal = await own("theirs", { claims: [{ text: "x", evidence: ["approval-1"] }] });
    const asked = await decide(proposal);
    expect(asked).toMatchObject({ decision: { reason: "trust.no_trusted_chain" }, pending: true });
    expect(nonceOf(asked)).toBe("theirs");
    await store.sign("theirs", await approve(asked.approval_request as never, second, { id: "approval-1" }));
    expect((await decide(proposal)).decision.verdict).toBe("allow");
    // The call without its attestation is the same action, and gets both.
    expect((await decide(payment({ claims: [{ text: "x", evidence: ["approval-1"] }] }))).decision.verdict).toBe("allow");
    // With another nonce it is another instance: nothing is added, and nothing that is pending would help it.
    const other = await decide(await own("another", { claims: [{ text: "x", evidence: ["approval-1"] }] }));
    expect(other).toMatchObject({ decision: { reason: "trust.no_trusted_chain" }, pending: false });
    expect(nonceOf(other)).toBe("another");
  });

  /** The attestation of `own`, with another payload under a good signature. */
  async function resigned(payloadOf: (attestation: Record<string, unknown>) => string) {
    const proposal = JSON.parse(JSON.stringify(await own("n", { claims: [{ text: "x", evidence: ["approval-1"] }] })));
    const [entry] = proposal.evidence;
    entry.payload = payloadOf(JSON.parse(entry.payload));
    entry.signature = Buffer.from(first.sign(new TextEncoder().encode(entry.payload))).toString("base64");
    return proposal;
  }

  it("is asked for beside a free text, which names no instance", async () => {
    const proposal = await resigned(() => "free text");
    expect(await decide(proposal)).toMatchObject({ decision: { reason: "trust.no_trusted_chain" }, pending: true });
    expect(await decide(proposal)).toMatchObject({ pending: true, approval_request: { attestation: { x_nonce: "n-1" } } });
  });

  it("gets no request where nothing can stand beside them", async () => {
    const proposal = await resigned(({ x_nonce: _, ...unnamed }) => JSON.stringify(unnamed));
    expect(await decide(proposal)).toMatchObject({
      decision: { reason: "trust.no_trusted_chain" },
      approval_request: null,
      pending: false,
    });
  });
});

describe("a quorum that is half there", () => {
  it("shows the request that stands with what is signed, under the same code", async () => {
    const asked = await decide(payment());
    const entry = await approve(asked.approval_request as never, first, { id: "inv-204" });
    await store.sign("n-1", entry);
    clock.advance(1000);
    const wanted = payment();
    const { prepared } = await judge(wanted);
    const kept = readStored(await store.get("n-1"), actionOf(wanted, prepared, context));
    const { prepared: attached, decision } = await judge(withStored(wanted as never, kept));
    const short = {
      ...decision,
      verdict: "block",
      reason: "policy.approvals",
      issues: [{ reason: "policy.approvals", path: "" }],
    } as Decision;
    const still = wantsApproval(attached, short, "agent-7");
    const fresh = requestFor(still as never, attached, { principal: "agent-7", now: clock.now(), nonce: "n-9", lifetimeSeconds: 60 });
    const standing = standingOf(fresh, kept);
    expect(standing).toMatchObject({ pending: true, approval_request: { code: asked.approval_request?.code } });
    expect(standing.approval_request?.proposal.evidence).toEqual([entry]);
    expect(standing.approval_request?.attestation).toEqual(asked.approval_request?.attestation);
    await store.sign("n-1", await approve(standing.approval_request as never, second, { id: "approval-1" }));
    expect((await decide(payment())).decision.verdict).toBe("allow");
  });
});

describe("wantsApproval", () => {
  const wants = async (proposal: unknown, over: object = {}, tool?: object) => {
    const { prepared, decision } = await judge(proposal, over, tool);
    return { reason: decision.reason, wanted: wantsApproval(prepared, decision, "agent-7") !== null };
  };

  it("is so for a proposal without evidence", async () => {
    expect(await wants(payment())).toEqual({ reason: "evidence.required", wanted: true });
  });

  it("is so for too few approvals, and for those alone", async () => {
    const { prepared, decision } = await judge(payment());
    const issue = (reason: string) => ({ reason, path: "" });
    const blocked = (...reasons: string[]) => ({ ...decision, reason: reasons[0], issues: reasons.map(issue) }) as Decision;
    const judged = (at: Decision, by: Prepared = prepared) => wantsApproval(by, at, "agent-7") !== null;
    expect(judged(blocked("policy.approvals"))).toBe(true);
    expect(judged(blocked("policy.approvals", "policy.approvals"))).toBe(true);
    for (const other of ["policy.when", "policy.separation", "policy.limit", "policy.args_invalid", "policy.check"])
      expect(judged(blocked("policy.approvals", other)), other).toBe(false);
    for (const other of ["policy.already_used", "internal.error", "limit.deadline", "trust.key_revoked", "binding.args_mismatch"])
      expect(judged(blocked(other)), other).toBe(false);
    expect(judged({ ...blocked("policy.approvals"), more_issues: 1 })).toBe(false);
    expect(judged({ ...blocked("policy.approvals"), verdict: "allow" })).toBe(false);
  });

  it.each<[string, () => Promise<unknown>, object, object | undefined]>([
    ["a tool that is not named", async () => payment(), {}, undefined],
    ["an impact that is not the operator's", async () => payment({ impact: "privacy" }), {}, { impact: "money" }],
    ["a tool that is denied", async () => payment(), {}, { impact: "money", deny: "no-payments" }],
    [
      "arguments that the policy refuses",
      async () => payment({ args: { to: "a", amount_minor: 100_001 } }),
      {},
      { impact: "money", args: schema },
    ],
    ["no entry that is free", async () => payment({ sources: [], claims: [], approvers: 0 }), {}, { impact: "money" }],
    ["no free entry that a claim names", async () => payment({ claims: [], approvers: 0 }), {}, { impact: "money" }],
    ["interop", async () => payment(), { profile: "interop", audienceRequired: false }, { impact: "money" }],
    ["other arguments than the live ones", async () => payment(), { call: { tool: call.tool, args: {} } }, { impact: "money" }],
    ["bytes that are no proposal", async () => new TextEncoder().encode("{"), { call: "proposal-only" }, { impact: "money" }],
  ])("is not so for %s", async (_, proposal, over, tool) => {
    const given = await proposal();
    const policy = tool === undefined ? { policy: await loadPolicy({ version: 1, tools: {} }) } : {};
    const action = given instanceof Uint8Array ? call : (given as ProposalData).action;
    const options = { call: action, ...over, ...policy };
    const { prepared, decision } = await judge(Object.assign(given as object, {}), options, tool);
    expect(decision.verdict).toBe("block");
    expect(wantsApproval(prepared, decision, "agent-7")).toBeNull();
  });

  it("is not so for a principal that the policy does not name", async () => {
    const { prepared, decision } = await judge(payment());
    const tools = new Map([[call.tool, { impact: "money", deny: null, args: null, principals: { id: "p", allow: new Set(["agent-8"]) } }]]);
    const ruled = { ...prepared, settings: { ...prepared.settings, policy: { tools } } } as never;
    expect(wantsApproval(ruled, decision, "agent-7")).toBeNull();
    expect(wantsApproval(ruled, decision, "agent-8")).not.toBeNull();
    expect(wantsApproval(ruled, decision, null)).not.toBeNull();
  });
});

describe("standingOf", () => {
  it("says nothing without a request", () => {
    expect(standingOf(null, null)).toBe(NO_APPROVAL);
  });
});

describe("the quota", () => {
  const place = (nonce: string, caller: string, expiresAt = 100, now = 0) => ({ nonce, caller, expiresAt, now });

  it("bounds one caller, and all together", () => {
    const small = createApprovalQuota({ maxStanding: 3, maxPerCaller: 2 });
    expect([small.take(place("a", "x")), small.take(place("b", "x")), small.take(place("c", "x"))]).toEqual([true, true, false]);
    expect([small.take(place("d", "y")), small.take(place("e", "z"))]).toEqual([true, false]);
    // Its own place again.
    expect(small.take(place("a", "x"))).toBe(true);
    small.release("a");
    small.release("a");
    expect([small.take(place("f", "x")), small.take(place("g", "x"))]).toEqual([true, false]);
    // What has ended counts no more: at its very end.
    expect(small.take(place("h", "z", 200, 99))).toBe(false);
    expect(small.take(place("h", "z", 200, 100))).toBe(true);
  });

  it("counts no place for a request that stood already", async () => {
    quota = createApprovalQuota({ maxPerCaller: 2 });
    await decide(payment());
    // As where two gates ask at once: nothing was found, and the other's is what stands.
    const blind = { ...store, find: async () => null };
    for (let n = 0; n < 4; n += 1) expect((await decide(payment(), context, blind)).pending).toBe(true);
    expect((await decide(payment({ intent: "Pay" }))).pending).toBe(true);
  });

  it("keeps a flood of blocked calls out of the store", async () => {
    quota = createApprovalQuota({ maxPerCaller: 3 });
    const answers: boolean[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await decide(payment({ args: { to: "a", amount_minor: n } }))).pending);
    expect(answers).toEqual([true, true, true, false, false, false]);
    expect(await store.list(100)).toHaveLength(3);
    expect((await decide(payment(), { principal: "agent-8" })).pending).toBe(true);
    // A call that stands needs no new place.
    expect((await decide(payment({ args: { to: "a", amount_minor: 0 } }))).pending).toBe(true);
  });
});
