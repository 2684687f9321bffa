import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/load-policy.js";
import { approvalRequestFor } from "../../src/sign/approval-request-for.js";
import { approve, attachApprovals } from "../../src/sign/approve.js";
import { proposalFor } from "../../src/sign/proposal-for.js";
import { readApprovalRequest } from "../../src/sign/read-approval-request.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import { verifyAction } from "../../src/verify-action.js";
import { testKey } from "../keys/test-only-keys.js";

const NOW = Date.UTC(2026, 9, 1, 12);
const key = testKey("test-approver");
const call = { tool: "payments.transfer", args: { to: "acct_7731", note: "x", amount_minor: 48200, lines: [{ sku: "a", count: 2 }] } };
const request = approvalRequestFor({
  proposal: proposalFor({
    ...call,
    intent: "Pay INV-204",
    impact: "money",
    sources: [{ id: "inv-204", source: "mail:ap-inbox" }],
    claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
    approvers: 1,
  }),
  impact: "money",
  principal: "agent-7",
  audience: "billing",
  issuedAt: NOW,
  lifetimeSeconds: 900,
  nonce: "n-1",
});

type Path = readonly (string | number)[];

/** Every member and element of a value, by its path. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  const below = steps.flatMap((step) => pathsOf((value as Record<string | number, unknown>)[step], [...path, step]));
  return path.length === 0 ? below : [path, ...below];
}

/** A copy with one place set to another value, or taken out. */
function bend(value: unknown, path: Path, to: unknown): unknown {
  const copy = structuredClone(value) as never;
  const owner = path.slice(0, -1).reduce<never>((at, step) => at[step] as never, copy) as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  if (to !== undefined) owner[last] = to;
  else if (Array.isArray(owner)) owner.splice(last as number, 1);
  else delete owner[last];
  return copy;
}

const plain = JSON.parse(JSON.stringify(request)) as unknown;
const places = pathsOf(plain);

describe("an approval request", () => {
  it("is refused after any change to any place of it", () => {
    const canonical = (value: unknown): string => JSON.stringify(value, (_, member) => sorted(member));
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }), (path, to) => {
        const bent = bend(plain, path, to);
        fc.pre(canonical(bent) !== canonical(plain));
        expect(() => readApprovalRequest(bent)).toThrow(TypeError);
      }),
      { numRuns: 2000 },
    );
  });

  it("is refused after any flipped bit that leaves another value", () => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const bent = bytes.slice();
        bent[at] = (bent[at] as number) ^ (1 << bit);
        expect(() => readApprovalRequest(bent)).toThrow(TypeError);
      }),
      { numRuns: 2000 },
    );
  });

  it("never throws anything but TypeError, whatever it is given", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.uint8Array(), fc.anything()), (input) => {
        expect(() => readApprovalRequest(input)).toThrow(TypeError);
      }),
    );
  });
});

function sorted(member: unknown): unknown {
  if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe("an approved proposal", () => {
  it("is allowed as it is, and after any flipped bit is not", async () => {
    const policy = await loadPolicy({ version: 1, tools: { [call.tool]: { impact: "money" } } });
    const entry = { public_key: Buffer.from(key.publicKey).toString("base64"), tools: ["*"], impacts: ["*"] };
    const keyring = loadKeyring({ trusted_keys: { [key.keyId]: entry } });
    const options = { policy, keyring, now: NOW, call, audience: "billing", audienceRequired: true };
    const bytes = new TextEncoder().encode(
      JSON.stringify(attachApprovals(request.proposal, [await approve(request, key, { id: "approval-1" })])),
    );
    expect(verifyAction(bytes, options).verdict).toBe("allow");
    const text = new TextDecoder().decode(bytes);
    // The one place that no signature covers and no rule reads: a free label of the entry.
    const ref = text.indexOf("inline:attestation");
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        fc.pre(at < ref || at >= ref + "inline:attestation".length);
        const bent = bytes.slice();
        bent[at] = (bent[at] as number) ^ (1 << bit);
        expect(verifyAction(bent, options).verdict).toBe("block");
      }),
      { numRuns: 2000 },
    );
  });
});
