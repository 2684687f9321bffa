import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/load-policy.js";
import { createMemoryLedger } from "../../src/gate/memory-ledger.js";
import { openAuditLog } from "../../src/node/audit/open-audit-log.js";
import { createGate } from "../../src/node/create-gate.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import { ManualClock } from "../support/manual-clock.js";
import { KEYRING, PAYMENT, POLICY, signedProposal } from "../support/signed-proposal.js";
import { verifyBytes } from "../support/verify-text.js";

let folder = "";
let file = "";
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-audit-gate-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  file = join(folder, `${count}.jsonl`);
  count += 1;
});

async function open() {
  const clock = new ManualClock();
  const audit = await openAuditLog({ file, clock });
  const gate = await createGate({
    policy: await loadPolicy(POLICY),
    keyring: loadKeyring(KEYRING),
    audience: "billing",
    ledger: createMemoryLedger(),
    clock,
    audit,
  });
  const call = { tool: "payments.transfer", args: PAYMENT, context: { principal: "agent-7" } };
  const decide = (nonce: string, args: object = PAYMENT) => gate.decide({ ...call, args, proposal: signedProposal({ nonce }) });
  return { gate, decide };
}

const records = (kind: string) =>
  readFileSync(file, "latin1")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((record) => record.kind === kind);

describe("a gate with an audit log", () => {
  it("leaves one record of an allow, and nothing secret in it", async () => {
    const { gate, decide } = await open();
    const decision = await decide("n1");
    await gate.close();
    const [record, ...more] = records("decision");
    expect(more).toEqual([]);
    expect(record.body).toMatchObject({
      request_id: decision.request_id,
      verdict: "allow",
      code: "PIC_OK",
      tool: "payments.transfer",
      impact: { declared: "money", operator: "money" },
      // SHA-256 of {"amount_minor":48200,"currency":"EUR","reference":"INV-204","to":"acct_7731"}.
      args_digest: "7684b484342869ba3948e8ef1922c3916c6477d7a87a6d5fb79cf95557e2120f",
      args: {},
      evidence: [{ status: "verified", key_id: "fin-ops" }],
      provenance: [{ id: "inv-204", declared: "untrusted", effective: "trusted", raised_by: ["fin-ops"] }],
      single_use: "consumed",
      judged_at: "2026-10-01T12:00:00Z",
      digests: { policy: decision.facts.digests.policy },
    });
    const text = readFileSync(file, "latin1");
    for (const secret of ["acct_7731", "48200", 'INV-204"', "Pay supplier", ...signaturesOf()]) expect(text).not.toContain(secret);
    expect(verifyBytes(readFileSync(file)).findings).toEqual([]);
  });

  it("records blocks as well, and what became of an allowed action", async () => {
    const { gate, decide } = await open();
    const block = await decide("n1", { ...PAYMENT, amount_minor: 1 });
    const pay = gate.guard("payments.transfer", () => "paid");
    const context = { principal: "agent-7" };
    await pay(PAYMENT, { proposal: signedProposal({ nonce: "n2" }), context });
    const fail = gate.guard("payments.transfer", () => Promise.reject(new Error("no")));
    await fail(PAYMENT, { proposal: signedProposal({ nonce: "n3" }), context }).catch(() => undefined);
    await gate.close();
    expect(records("decision").map(({ body }) => body.verdict)).toEqual(["block", "allow", "allow"]);
    expect(records("decision")[0].body).toMatchObject({ request_id: block.request_id, code: "PIC_ARG_BINDING_MISMATCH" });
    expect(records("outcome").map(({ body }) => body.state)).toEqual(["started", "succeeded", "started", "failed"]);
    expect(records("closed").length).toBe(1);
  });

  it("lets nothing run that it cannot record", async () => {
    const { gate, decide } = await open();
    truncateSync(file, 50);
    const decision = await decide("n1");
    expect(decision).toMatchObject({
      verdict: "block",
      code: "PIC_INTERNAL_ERROR",
      reason: "internal.audit_unavailable",
      single_use: "consumed",
    });
    await gate.close();
  });
});

function signaturesOf(): readonly string[] {
  return signedProposal({ nonce: "n1" }).evidence.flatMap((entry) => ("signature" in entry ? [entry.signature, "x_vouches_for"] : []));
}
