import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalStore, Gate, GateDecision, GateOptions, Ledger } from "../../src/node/index.js";
import { approve, createGate, createMemoryLedger, openSqliteLedger, signerFromPem } from "../../src/node/index.js";
import { generateKey } from "../../src/node/sign.js";
import { type ApprovalRequest, proposalFor } from "../../src/sign/index.js";
import { ManualClock } from "../support/manual-clock.js";

const TOOL = "payments.transfer";
const PAYMENT = { to: "acct_7731", currency: "EUR", amount_minor: 48200 };
const POLICY = {
  version: 1,
  tools: {
    [TOOL]: {
      impact: "money",
      approvals: [{ id: "two-finance", count: 2, role: "finance" }],
      separation: { id: "four-eyes" },
      limits: [{ id: "per-day", sum: "/amount_minor", by: ["/to"], window_seconds: 86_400, max: 100_000 }],
    },
  },
};
/** Who holds which key: two in finance, the first of them with two keys, and one outside. */
const HOLDERS = { "anna-1": "owner-a", "anna-2": "owner-a", "bert-1": "owner-b", "eve-1": "owner-e" } as const;
const keys = new Map(
  Object.entries(HOLDERS).map(([id, owner]) => {
    const roles = id === "eve-1" ? ["support"] : ["finance"];
    return [id, generateKey({ id, owner, roles, purpose: "approve", tools: [TOOL], impacts: ["money"] })];
  }),
);

let folder: string;
let clock: ManualClock;
const gates: Gate[] = [];
const at = (name: string) => path.join(folder, name);
const writeKeys = (revoked: readonly string[] = []) =>
  writeFileSync(
    at("keys.json"),
    JSON.stringify({ trusted_keys: Object.fromEntries([...keys].map(([id, key]) => [id, key.keyringEntry])), revoked_keys: revoked }),
  );

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-approvals-"));
  clock = new ManualClock();
  writeFileSync(at("policy.json"), JSON.stringify(POLICY));
  writeKeys();
});
afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(ledger: Ledger, over: Partial<GateOptions> = {}): Promise<Gate> {
  const gate = await createGate({
    policy: at("policy.json"),
    keyring: at("keys.json"),
    audience: "billing",
    ledger,
    clock,
    ...over,
  } as GateOptions);
  gates.push(gate);
  return gate;
}

const memory = () => createMemoryLedger({ now: () => clock.now() });

const proposal = (args: object = PAYMENT) =>
  proposalFor({
    tool: TOOL,
    args,
    intent: "Pay INV-204",
    impact: "money",
    sources: [{ id: "inv-204" }],
    claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
    approvers: 2,
  });

const ask = (gate: Gate, principal = "agent-7", args: object = PAYMENT): Promise<GateDecision> =>
  gate.decide({ proposal: proposal(args), tool: TOOL, args, context: { principal } });

async function sign(approvals: ApprovalStore, { approval_request }: GateDecision, keyId: keyof typeof HOLDERS, entry: string) {
  const request = approval_request as ApprovalRequest;
  const pem = keys.get(keyId)?.privateKeyPem as string;
  const evidence = await approve(request, signerFromPem(pem, { keyId }), { vouchesFor: [entry] });
  return approvals.sign(request.attestation.x_nonce as string, evidence);
}

const stores: readonly [string, () => Promise<Ledger>][] = [
  ["memory", async () => memory()],
  ["SQLite", () => openSqliteLedger({ file: at("ledger.db") })],
];

describe.each(stores)("a payment that two people must approve, requests kept in %s", (kind, open) => {
  test("is refused, approved, paid once and refused again", async () => {
    // SQLite's time is its own.
    if (kind === "SQLite") clock.wall = Date.now();
    const ledger = await open();
    const approvals = ledger.approvals as ApprovalStore;
    const gate = await start(ledger);

    const first = await ask(gate);
    expect(first).toMatchObject({ verdict: "block", code: "PIC_EVIDENCE_REQUIRED", pending: true, permit: null });
    const again = await ask(gate);
    expect(again.approval_request?.code).toBe(first.approval_request?.code);
    expect(await approvals.list(10)).toHaveLength(1);

    await sign(approvals, first, "anna-1", "approval-1");
    const half = await ask(gate);
    expect(half).toMatchObject({ verdict: "block", reason: "policy.approvals", pending: true, facts: { rule: "two-finance" } });
    expect(half.approval_request?.proposal.evidence).toHaveLength(1);

    await sign(approvals, half, "bert-1", "approval-2");
    const paid = await ask(gate);
    expect(paid).toMatchObject({ verdict: "allow", single_use: "consumed", pending: false, approval_request: null });
    expect(paid.permit?.redeem().args).toEqual(PAYMENT);
    expect(await approvals.list(10)).toEqual([]);

    // The approval is spent: the same call needs a new one, under a new nonce.
    const next = await ask(gate);
    expect(next).toMatchObject({ verdict: "block", code: "PIC_EVIDENCE_REQUIRED", pending: true });
    expect(next.approval_request?.code).not.toBe(first.approval_request?.code);
  });
});

test("a call that is let run under observation has no request beside it", async () => {
  const tools = { [TOOL]: { ...POLICY.tools[TOOL], observe: { until: "2026-10-01T12:00:01Z" } } };
  writeFileSync(at("policy.json"), JSON.stringify({ version: 1, tools }));
  const gate = await start(memory());
  const would_block = { code: "PIC_EVIDENCE_REQUIRED" };
  expect(await ask(gate)).toMatchObject({ verdict: "allow", observed: true, would_block, approval_request: null, pending: false });
  clock.advance(1_000);
  expect(await ask(gate)).toMatchObject({ verdict: "block", observed: false, pending: true });
});

describe("what is signed for one call", () => {
  test("serves no other principal, and no other arguments", async () => {
    const ledger = memory();
    const approvals = ledger.approvals as ApprovalStore;
    const gate = await start(ledger);
    const asked = await ask(gate);
    await sign(approvals, asked, "anna-1", "approval-1");
    await sign(approvals, asked, "bert-1", "approval-2");
    expect((await ask(gate, "agent-8")).verdict).toBe("block");
    expect((await ask(gate, "agent-7", { ...PAYMENT, amount_minor: 48201 })).verdict).toBe("block");
    expect((await ask(gate)).verdict).toBe("allow");
  });

  test.each<[string, keyof typeof HOLDERS, keyof typeof HOLDERS]>([
    ["one owner with two keys", "anna-1", "anna-2"],
    ["an owner in another role", "anna-1", "eve-1"],
  ])("does not count twice or for the wrong people: %s", async (_title, one, two) => {
    const ledger = memory();
    const gate = await start(ledger);
    const asked = await ask(gate);
    await sign(ledger.approvals as ApprovalStore, asked, one, "approval-1");
    await sign(ledger.approvals as ApprovalStore, asked, two, "approval-2");
    expect(await ask(gate)).toMatchObject({ verdict: "block", reason: "policy.approvals" });
  });

  test("does not let the one who asks approve", async () => {
    const ledger = memory();
    const gate = await start(ledger);
    const asked = await ask(gate, "owner-b");
    await sign(ledger.approvals as ApprovalStore, asked, "anna-1", "approval-1");
    await sign(ledger.approvals as ApprovalStore, asked, "bert-1", "approval-2");
    expect(await ask(gate, "owner-b")).toMatchObject({ verdict: "block", reason: "policy.separation", facts: { rule: "four-eyes" } });
  });

  test("is kept over a limit that the day has no room for, and serves when it has", async () => {
    const ledger = memory();
    const approvals = ledger.approvals as ApprovalStore;
    const gate = await start(ledger, { approvalLifetimeSeconds: 86_400 });
    const pay = async (amount: number) => {
      const asked = await ask(gate, "agent-7", { ...PAYMENT, amount_minor: amount });
      await sign(approvals, asked, "anna-1", "approval-1");
      await sign(approvals, asked, "bert-1", "approval-2");
      return ask(gate, "agent-7", { ...PAYMENT, amount_minor: amount });
    };
    expect((await pay(60_000)).verdict).toBe("allow");
    clock.wall += 3_600_000;
    expect(await pay(40_001)).toMatchObject({
      verdict: "block",
      reason: "policy.limit",
      facts: { rule: "per-day" },
      single_use: "unchecked",
    });
    expect((await pay(40_000)).verdict).toBe("allow");
    clock.wall += 82_800_000;
    expect((await ask(gate, "agent-7", { ...PAYMENT, amount_minor: 40_001 })).verdict).toBe("allow");
  });

  test("by a key that is revoked since is dropped, and the asking begins anew", async () => {
    const ledger = memory();
    const gate = await start(ledger);
    const asked = await ask(gate);
    await sign(ledger.approvals as ApprovalStore, asked, "anna-1", "approval-1");
    writeKeys(["anna-1"]);
    await gate.reload();
    const anew = await ask(gate);
    expect(anew).toMatchObject({ verdict: "block", code: "PIC_EVIDENCE_REQUIRED", pending: true });
    expect(anew.approval_request?.code).not.toBe(asked.approval_request?.code);
    expect(anew.approval_request?.proposal.evidence ?? []).toEqual([]);
  });
});

describe("nothing is pending", () => {
  test("once somebody said no, until the request ends", async () => {
    const ledger = memory();
    const approvals = ledger.approvals as ApprovalStore;
    const gate = await start(ledger, { approvalLifetimeSeconds: 60 });
    const asked = await ask(gate);
    await approvals.deny(asked.approval_request?.attestation.x_nonce as string);
    expect(await ask(gate)).toMatchObject({ verdict: "block", pending: false, approval_request: null });
    clock.wall += 60_000;
    expect(await ask(gate)).toMatchObject({ verdict: "block", pending: true });
  });

  test("where there is no store, and the request can still be signed", async () => {
    const gate = await start(memory(), { approvals: "none" });
    const asked = await ask(gate);
    expect(asked).toMatchObject({ verdict: "block", pending: false, approval_request: { principal: "agent-7" } });
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["rejects", () => Promise.reject(new Error("down"))],
    ["answers oddly", async () => ({ state: "pending" })],
  ])("where the store %s: the block stands", async (_title, answer) => {
    const store = { open: answer, find: answer, settle: answer } as unknown as ApprovalStore;
    expect(await ask(await start(memory(), { approvals: store }))).toMatchObject({
      verdict: "block",
      code: "PIC_EVIDENCE_REQUIRED",
      pending: false,
    });
  });

  test("for a call that no signature could let pass", async () => {
    const gate = await start(memory());
    const decision = await gate.decide({
      proposal: proposal(),
      tool: TOOL,
      args: { ...PAYMENT, to: "acct_1" },
      context: { principal: "agent-7" },
    });
    expect(decision).toMatchObject({ code: "PIC_ARG_BINDING_MISMATCH", pending: false, approval_request: null });
  });
});
