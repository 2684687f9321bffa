import { describe, expect, it } from "vitest";
import { ARGS, approved, INVOICE, invoice, judge, NOW, proposal, reasonsOf, receiptOf } from "./billing.js";

describe("a receipt", () => {
  it("carries a checked answer to the rule that demands it", async () => {
    const receipt = await receiptOf();
    const decision = judge(await approved(proposal([receipt])));
    expect(decision).toMatchObject({ verdict: "allow", code: "PIC_OK", audience: "checked" });
    expect(decision.facts.evidence?.[0]).toMatchObject({ type: "sig", mode: "receipt", status: "verified", request_id: "req.J7q94MkP" });
    expect(JSON.parse(receipt.evidence.payload)).toMatchObject({
      bound: { tenant: "acme", invoice_id: "INV-204" },
      result: { tenant: "acme", invoice_id: "INV-204", amount_minor: 48_200, payee: "acct_7731" },
      issued_at: "2026-10-01T12:00:00Z",
      expires_at: "2026-10-01T12:05:00Z",
    });
  });

  it("raises nothing, and stands for no approval", async () => {
    const decision = judge(proposal([await receiptOf()]));
    expect(decision).toMatchObject({ code: "PIC_EVIDENCE_REQUIRED", reason: "evidence.required" });
    expect(decision.facts.provenance?.map(({ effective }) => effective)).toEqual(["untrusted", "untrusted"]);
  });

  it("is of one invoice, one tenant, one amount and one payee", async () => {
    const receipt = await receiptOf();
    const other = { ...ARGS, amount_minor: 48_201 };
    expect(reasonsOf(judge(await approved(proposal([receipt], other))))).toEqual(["policy.when"]);
    expect(reasonsOf(judge(await approved(proposal([receipt], { ...ARGS, to: "acct_7732" }))))).toEqual(["policy.when"]);
    expect(reasonsOf(judge(await approved(proposal([receipt])), { tenant: "copperhead" }))).toEqual(["policy.when"]);
    const another = await receiptOf(invoice({ data: { ...INVOICE, invoice_id: "INV-205" }, request: { args: { invoice_id: "INV-205" } } }));
    expect(reasonsOf(judge(await approved(proposal([another]))))).toEqual(["policy.when"]);
  });

  it("ends after five minutes", async () => {
    const signed = await approved(proposal([await receiptOf()]));
    expect(judge(signed, { now: NOW + 299_999 }).verdict).toBe("allow");
    expect(reasonsOf(judge(signed, { now: NOW + 300_000 }))).toEqual(["receipt.expired"]);
  });
});
