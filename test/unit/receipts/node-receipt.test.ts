import { describe, expect, it } from "vitest";
import { issueReceipt, SignerError } from "../../../src/node/index.js";
import { AUDIENCE, GATE, invoice, receiptOf } from "./billing.js";

describe("issueReceipt of countersign/node", () => {
  it("signs what the portable one signs", async () => {
    const decision = invoice();
    expect(await issueReceipt(decision, GATE, { audience: AUDIENCE })).toEqual(await receiptOf(decision));
  });

  it("waits a bounded time for a key that is elsewhere", async () => {
    const hangs = { keyId: GATE.keyId, sign: () => new Promise<Uint8Array>(() => {}) };
    await expect(issueReceipt(invoice(), hangs, { audience: AUDIENCE, signerTimeoutMs: 5 })).rejects.toBeInstanceOf(SignerError);
    await expect(issueReceipt(invoice(), GATE, { audience: AUDIENCE, signerTimeoutMs: 0 })).rejects.toThrow(/signerTimeoutMs/);
  });
});
