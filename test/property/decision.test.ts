import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/load-policy.js";
import type { Decision } from "../../src/decision/decision.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import { verifyAction } from "../../src/verify-action.js";
import { KEYRING, PAYMENT, POLICY, readProposal, signedProposal } from "../support/signed-proposal.js";

const NOW = "2026-10-01T12:00:00Z";
const policy = await loadPolicy(POLICY);
const keyring = loadKeyring(KEYRING);
const call = { tool: "payments.transfer", args: PAYMENT };
const utf8 = new TextEncoder();

const decide = (text: string, changes: object = {}): Decision =>
  verifyAction(utf8.encode(text), { keyring, policy, now: NOW, call, ...changes });

/** The value with the members of every object in another order. */
function shuffled(value: unknown, keyOf: (name: string) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, keyOf));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => keyOf(a) - keyOf(b));
  return Object.fromEntries(members.map(([name, member]) => [name, shuffled(member, keyOf)]));
}

/** Proposals that meet most stages: some allowed, each other one blocked for a reason of its own. */
const proposals = fc.constantFrom<object>(
  signedProposal(),
  signedProposal({ key: "treasury" }),
  signedProposal({ key: "nobody" }),
  signedProposal({ args: { ...PAYMENT, amount_minor: 1 } }),
  signedProposal({ impact: "privacy" }),
  signedProposal({ expiresAt: NOW }),
  signedProposal({ file: { ref: "file://../x", sha256: "0".repeat(64) } }),
  { ...signedProposal(), evidence: [] },
  { ...signedProposal(), claims: [{ text: "x", evidence: ["nothing"] }] },
  { ...signedProposal(), intent: 7, b: 1, a: 2 },
  readProposal(),
);

describe("a decision", () => {
  it("does not depend on the order of members", () => {
    fc.assert(
      fc.property(proposals, fc.integer(), (proposal, salt) => {
        const keyOf = (name: string) =>
          Math.imul(name.length * 31 + name.charCodeAt(0) * 17 + name.charCodeAt(name.length - 1), salt | 1) >>> 0;
        expect(JSON.stringify(decide(JSON.stringify(shuffled(proposal, keyOf))))).toBe(JSON.stringify(decide(JSON.stringify(proposal))));
      }),
      { numRuns: 200 },
    );
  });

  it("is the same for bytes, text and plain data", () => {
    fc.assert(
      fc.property(proposals, (proposal) => {
        const text = JSON.stringify(proposal);
        const options = { keyring, policy, now: NOW, call };
        const ofBytes = JSON.stringify(decide(text));
        expect([JSON.stringify(verifyAction(text, options)), JSON.stringify(verifyAction(proposal, options))]).toEqual([ofBytes, ofBytes]);
      }),
    );
  });

  it("blocks when one bit of what is signed, or of the signature, is flipped", () => {
    const proposal = signedProposal();
    const entry = proposal.evidence[0] as { payload: string; signature: string };
    expect(decide(JSON.stringify(proposal)).verdict).toBe("allow");
    fc.assert(
      fc.property(fc.constantFrom("payload", "signature"), fc.nat(), fc.integer({ min: 0, max: 6 }), (member, at, bit) => {
        const text = entry[member as "payload" | "signature"];
        const index = at % text.length;
        const flipped = text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ (1 << bit)) + text.slice(index + 1);
        const decision = decide(JSON.stringify({ ...proposal, evidence: [{ ...entry, [member]: flipped }] }));
        expect(decision.verdict).toBe("block");
        expect(decision.facts.provenance?.some(({ effective }) => effective === "trusted") ?? false).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("is no allow outside the time that the attestation covers", () => {
    const start = Date.parse("2026-10-01T11:54:00Z");
    const end = Date.parse("2026-10-01T12:30:00Z");
    const text = JSON.stringify(signedProposal());
    fc.assert(
      fc.property(fc.integer({ min: start - 7_200_000, max: end + 7_200_000 }), (now) => {
        expect(decide(text, { now }).verdict).toBe(now >= start && now < end ? "allow" : "block");
      }),
      { numRuns: 500, examples: [[start - 1], [start], [end - 1], [end]] },
    );
  });

  it("is not turned into an allow by taking a key away", () => {
    fc.assert(
      fc.property(proposals, fc.subarray(Object.entries(KEYRING.trusted_keys)), (proposal, kept) => {
        const text = JSON.stringify(proposal);
        const fewer = decide(text, { keyring: loadKeyring({ trusted_keys: Object.fromEntries(kept) }) });
        if (fewer.verdict === "allow") expect(decide(text).verdict).toBe("allow");
      }),
    );
  });

  it("is not turned into an allow by a further rule of the policy", async () => {
    const base = { impact: "money" as const };
    const further = [
      { deny: "frozen" },
      { args: { type: "object", properties: { amount_minor: { type: "integer" } } } },
      { evidence: "required" },
      { max_attestation_lifetime: 60 },
      { principals: { id: "who", allow: ["agent-7"] } },
      { when: [{ id: "small", cel: "args.amount_minor < 10" }] },
      { when: [{ id: "paid", cel: "args.amount_minor == 48200" }] },
      { approvals: [{ id: "one", count: 1 }] },
      { separation: { id: "apart" } },
      { check: [{ id: "desk" }] },
      { limits: [{ id: "per-call", amount: "/amount_minor", max: 1 }] },
      { limits: [{ id: "per-day", sum: "/amount_minor", window_seconds: 60, max: 48200 }] },
    ];
    const open = await loadPolicy({ version: 1, allow_unscoped_keys: true, tools: { "payments.transfer": base } });
    const stricter = await Promise.all(
      further.map((rule) => loadPolicy({ version: 1, allow_unscoped_keys: true, tools: { "payments.transfer": { ...base, ...rule } } })),
    );
    expect(stricter.map((one) => decide(JSON.stringify(signedProposal()), { policy: one }).verdict)).toEqual([
      "block",
      "block",
      "allow",
      "block",
      "block",
      "block",
      "allow",
      "block",
      "block",
      "block",
      "block",
      "allow",
    ]);
    fc.assert(
      fc.property(proposals, fc.constantFrom(...stricter), (proposal, one) => {
        const text = JSON.stringify(proposal);
        if (decide(text, { policy: one }).verdict === "allow") expect(decide(text, { policy: open }).verdict).toBe("allow");
      }),
    );
  });

  it("comes for any bytes whatever, and never as an allow", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(verifyAction(bytes, { keyring, policy, now: NOW, call }).verdict).toBe("block");
      }),
      { numRuns: 2000 },
    );
  });

  it("comes for any value whatever, and never as an allow", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true, withSparseArray: true }),
        (value) => {
          expect(verifyAction(value as object, { keyring, policy, now: NOW, call }).verdict).toBe("block");
        },
      ),
      { numRuns: 2000 },
    );
  });
});
