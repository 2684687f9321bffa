import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../src/compile/index.js";
import { issueReceipt } from "../../../src/sign/index.js";
import { verifyEd25519 } from "../../../src/trust/ed25519.js";
import { AUDIENCE, approved, contractFile, GATE, INVOICE, invoice, judge, NOW, proposal, reasonsOf, receiptOf } from "./billing.js";

const payloadOf = async (decision = invoice(), options: object = {}) => JSON.parse((await receiptOf(decision, options)).evidence.payload);

describe("issueReceipt", () => {
  it("says what was asked, what was answered and when, and signs it", async () => {
    const { source, evidence } = await receiptOf();
    const request = '{"args":{"invoice_id":"INV-204"},"context":{"tenant":"acme"},"request_id":"req.J7q94MkP","tool":"billing.invoice"}';
    const result = '{"amount_minor":48200,"invoice_id":"INV-204","payee":"acct_7731","tenant":"acme"}';
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(source).toEqual({ id: "billing.invoice", source: "receipt:billing.invoice" });
    expect(evidence).toMatchObject({ id: "billing.invoice", type: "sig", ref: "inline:receipt", alg: "ed25519", key_id: GATE.keyId });
    expect(evidence.payload).toBe(
      `{"attestation_version":"x-countersign-receipt/1","audience":"billing-gate","bound":{"invoice_id":"INV-204","tenant":"acme"},` +
        `"contract":"billing.invoice","contract_version":"2","expires_at":"2026-10-01T12:05:00Z","issued_at":"2026-10-01T12:00:00Z",` +
        `"request_digest":"${sha256(request)}","request_id":"req.J7q94MkP","result":${result},"result_digest":"${sha256(result)}",` +
        `"tool":"billing.invoice"}`,
    );
    const signature = Uint8Array.from(Buffer.from(evidence.signature, "base64"));
    expect(verifyEd25519(GATE.publicKey, new TextEncoder().encode(evidence.payload), signature)).toBe(true);
  });

  it("leaves texts of somebody else's out of the fact", async () => {
    expect((await receiptOf()).evidence.payload).not.toContain("net 30");
  });

  it("takes the time that the answer was judged for, rounded down, and never the time of signing", async () => {
    expect((await payloadOf(invoice({ now: NOW - 240_000 }))).issued_at).toBe("2026-10-01T11:56:00Z");
    const decision = invoice({ now: "2026-10-01T12:00:00.123999999Z" as never });
    expect(await payloadOf(decision)).toMatchObject({ issued_at: "2026-10-01T12:00:00.123Z", expires_at: "2026-10-01T12:05:00.123Z" });
  });

  it("lives as long as the contract says, or shorter", async () => {
    const contract = await loadContract(contractFile({ receipt: { name: "invoice", lifetime_seconds: 60 } }));
    expect(await payloadOf(invoice({ contract }))).toMatchObject({
      contract: "invoice",
      tool: "billing.invoice",
      expires_at: "2026-10-01T12:01:00Z",
    });
    expect((await payloadOf(invoice({ contract }), { lifetimeSeconds: 5 })).expires_at).toBe("2026-10-01T12:00:05Z");
    for (const lifetimeSeconds of [61, 0, 1.5, "60"])
      await expect(receiptOf(invoice({ contract }), { lifetimeSeconds })).rejects.toThrow(TypeError);
  });

  it("is of the decision that the gate gave, and of nothing that looks like it", async () => {
    const decision = invoice();
    await expect(receiptOf({ ...decision })).rejects.toThrow(/the very object that verifyResult or callTool gave/);
    await expect(receiptOf(JSON.parse(JSON.stringify(decision)))).rejects.toThrow(TypeError);
    await expect(receiptOf(Object.create(decision))).rejects.toThrow(TypeError);
    await expect(receiptOf(null as never)).rejects.toThrow(TypeError);
  });

  it("is of no failure, and of no contract that does not say so", async () => {
    await expect(receiptOf(invoice({ data: { ...INVOICE, extra: 1 } }))).rejects.toThrow(TypeError);
    await expect(receiptOf(invoice({ data: { ...INVOICE, tenant: "copperhead" } }))).rejects.toThrow(TypeError);
    const { receipt: _, ...file } = contractFile();
    await expect(receiptOf(invoice({ contract: await loadContract(file) }))).rejects.toThrow(TypeError);
  });

  it("keeps what was asked as it was when the answer was judged", async () => {
    const args = { invoice_id: "INV-204" };
    const before = invoice({ request: { args } });
    const first = await payloadOf(before);
    args.invoice_id = "INV-205";
    expect(await payloadOf(before)).toEqual(first);
  });

  it("refuses a request that is no plain data, though the answer stands", async () => {
    const decision = invoice({ request: { args: { invoice_id: "INV-204", note: () => 1 } } });
    expect(decision.outcome).toBe("success");
    await expect(receiptOf(decision)).rejects.toThrow(/plain data/);
  });

  it("refuses what a gate would not take: more than 16 KiB", async () => {
    const { text: _text, fixtures, ...file } = contractFile();
    const expect204 = { outcome: "success", data: INVOICE };
    const contract = await loadContract({ ...file, fixtures: [{ ...fixtures[0], expect: expect204 }, fixtures[1]] });
    const small = await receiptOf(invoice({ contract, data: { ...INVOICE, note: "x".repeat(15_000) } }));
    expect(small.evidence.payload.length).toBeLessThan(16_384);
    await expect(receiptOf(invoice({ contract, data: { ...INVOICE, note: "x".repeat(16_384) } }))).rejects.toThrow(/16 KiB/);
  });

  it("refuses an unknown option, an audience that is none, and a signer that signs badly", async () => {
    const decision = invoice();
    await expect(issueReceipt(decision, GATE, {} as never)).rejects.toThrow(/audience/);
    await expect(receiptOf(decision, { expiresAt: NOW })).rejects.toThrow(/unknown member expiresAt/);
    await expect(receiptOf(decision, { id: "" })).rejects.toThrow(TypeError);
    const liar = { keyId: "gate", publicKey: GATE.publicKey, sign: () => new Uint8Array(64) };
    await expect(issueReceipt(decision, liar, { audience: AUDIENCE })).rejects.toThrow(/does not verify/);
  });

  it("gives what a proposal carries: the entry, its evidence, and room for the approval", async () => {
    const receipt = await receiptOf(invoice(), { id: "invoice-read" });
    const built = proposal([receipt]);
    expect(built.provenance.map(({ id, source }) => [id, source])).toEqual([
      ["inv-204", "erp:invoices"],
      ["invoice-read", "receipt:billing.invoice"],
    ]);
    expect(built.evidence).toEqual([receipt.evidence]);
    expect(() => proposal([receipt, receipt])).toThrow(/one id/);
  });

  it("can be fetched anew under an approval that stands", async () => {
    const signed = await approved(proposal([await receiptOf()]));
    const late = NOW + 360_000;
    expect(reasonsOf(judge(signed, { now: late }))).toEqual(["receipt.expired"]);
    const anew = await receiptOf(invoice({ now: late }));
    const renewed = {
      ...signed,
      evidence: (signed.evidence ?? []).map((entry) => (entry.id === anew.evidence.id ? anew.evidence : entry)),
    };
    expect(judge(renewed, { now: late }).verdict).toBe("allow");
  });
});
