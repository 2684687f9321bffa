import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProposalData } from "../../src/index.js";
import type { Evidence } from "../../src/wire/proposal.js";
import { ARGS, approved, INVOICE, invoice, judge, NOW, proposal, receiptOf } from "../unit/receipts/billing.js";

const RECEIPT = await receiptOf();
const SIGNED = await approved(proposal([RECEIPT]));
const PAYLOAD = RECEIPT.evidence.payload;

const withReceipt = (change: object): ProposalData => ({
  ...SIGNED,
  evidence: (SIGNED.evidence ?? []).map((entry) => (entry.id === RECEIPT.evidence.id ? ({ ...entry, ...change } as Evidence) : entry)),
});

describe("receipts", () => {
  it("stop holding with any one character changed", () => {
    fc.assert(
      fc.property(fc.nat(PAYLOAD.length - 1), fc.constantFrom(...'0123456789abcdef_"{ '), (at, character) => {
        fc.pre(PAYLOAD[at] !== character);
        const payload = PAYLOAD.slice(0, at) + character + PAYLOAD.slice(at + 1);
        expect(judge(withReceipt({ payload })).verdict).toBe("block");
      }),
    );
  });

  it("never raise trust, and never let pass what would not pass without them", () => {
    fc.assert(
      fc.property(fc.constantFrom("inv-204", "billing.invoice", "nobody"), fc.boolean(), (id, approval) => {
        const others = (SIGNED.evidence ?? []).filter((entry) => approval && entry.id === "inv-204");
        fc.pre(id !== "inv-204" || !approval);
        const evidence = [...others, { ...RECEIPT.evidence, id }];
        const { facts, verdict } = judge({ ...SIGNED, evidence });
        const raised = (facts.provenance ?? []).filter(({ effective }) => effective === "trusted").map((entry) => entry.id);
        expect(raised).toEqual(approval ? ["inv-204"] : []);
        expect(verdict).toBe(approval ? "allow" : "block");
      }),
    );
  });

  it("hold for their own amount, at their own time, and no other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: -400, max: 400 }), async (amount_minor, seconds) => {
        const receipt = await receiptOf(invoice({ data: { ...INVOICE, amount_minor: 48_200 }, now: NOW - seconds * 1000 }));
        const signed = await approved(proposal([receipt], { ...ARGS, amount_minor }));
        const good = amount_minor === 48_200 && seconds < 300 && seconds >= -60;
        expect(judge(signed).verdict).toBe(good ? "allow" : "block");
      }),
      {
        examples: [
          [48_200, 0],
          [48_200, 299],
          [48_200, 300],
          [48_200, -60],
          [48_200, -61],
          [48_201, 0],
        ],
      },
    );
  });
});
