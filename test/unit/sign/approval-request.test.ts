import * as crypto from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import { approvalAction } from "../../../src/sign/approval-action.js";
import { approvalCode } from "../../../src/sign/approval-code.js";
import { type ApprovalRequestParts, approvalRequestFor } from "../../../src/sign/approval-request-for.js";
import { approve, attachApprovals } from "../../../src/sign/approve.js";
import { attest } from "../../../src/sign/attest.js";
import { proposalFor } from "../../../src/sign/proposal-for.js";
import { readApprovalRequest } from "../../../src/sign/read-approval-request.js";
import type { Signer } from "../../../src/sign/sign-attestation.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { verifyAction } from "../../../src/verify-action.js";
import { testKey } from "../../keys/test-only-keys.js";

const NOW = Date.UTC(2026, 9, 1, 12);
const first = testKey("test-approver");
const second = testKey("test-second-approver");
const sha256 = (text: string) => crypto.createHash("sha256").update(text).digest("hex");

const call = { tool: "payments.transfer", args: { to: "acct_7731", amount_minor: 48200 } };
const proposal = proposalFor({
  ...call,
  intent: "Pay INV-204",
  impact: "money",
  sources: [{ id: "inv-204", source: "mail:ap-inbox" }],
  claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
  approvers: 2,
});
const parts: ApprovalRequestParts = {
  proposal,
  impact: "money",
  principal: "agent-7",
  audience: "billing",
  issuedAt: NOW,
  lifetimeSeconds: 900,
  nonce: "n-1",
};
const request = approvalRequestFor(parts);

const keyEntry = ({ publicKey }: { publicKey: Uint8Array }) => ({
  public_key: Buffer.from(publicKey).toString("base64"),
  purpose: ["approve"],
  tools: [call.tool],
  impacts: ["money"],
  owner: "somebody",
});
const keyring = loadKeyring({ trusted_keys: { [first.keyId]: keyEntry(first), [second.keyId]: keyEntry(second) } });

/** What a strict gate named `billing` says. */
async function gate(input: object, now: number | string = NOW) {
  const policy = await loadPolicy({ version: 1, tools: { [call.tool]: { impact: "money" } } });
  return verifyAction(input, { keyring, policy, now, call, audience: "billing", audienceRequired: true });
}

/** A deep copy that a test may bend. */
const open = (value: unknown) => JSON.parse(JSON.stringify(value));

describe("approvalRequestFor", () => {
  it("asks for every member that a strict gate wants, but the approver's own two", () => {
    expect(request.attestation).toEqual({
      attestation_version: "PIC-ATT/1.0",
      tool: "payments.transfer",
      args_digest: sha256('{"amount_minor":48200,"to":"acct_7731"}'),
      impact: "money",
      provenance_ids: ["inv-204", "approval-1", "approval-2"],
      claims_digest: sha256(
        '[{"evidence":["inv-204"],"text":"INV-204 is due"},' +
          '{"evidence":["approval-1","approval-2"],"text":"This action is approved by those who sign for it"}]',
      ),
      intent_digest: sha256("Pay INV-204"),
      issued_at: "2026-10-01T12:00:00Z",
      expires_at: "2026-10-01T12:15:00Z",
      audience: "billing",
      x_nonce: "n-1",
      x_evidence_digest: sha256(
        '{"evidence":[],"provenance":[{"id":"inv-204","source":"mail:ap-inbox"},' +
          '{"id":"approval-1","source":"approver"},{"id":"approval-2","source":"approver"}]}',
      ),
    });
    expect(request).toMatchObject({ approval_request: "countersign-approval/1", impact: "money", principal: "agent-7", proposal });
  });

  it("leaves the audience out where the gate names none", () => {
    expect(Object.hasOwn(approvalRequestFor({ ...parts, audience: null }).attestation, "audience")).toBe(false);
  });

  it("takes the nonce of an attestation that is there", async () => {
    const once = await attest(proposal, first, { id: "approval-1", issuedAt: NOW, lifetimeSeconds: 900, nonce: "theirs" });
    const { nonce: _, ...rest } = parts;
    expect(approvalRequestFor({ ...rest, proposal: once }).attestation.x_nonce).toBe("theirs");
    expect(() => approvalRequestFor({ ...parts, proposal: once })).toThrow(/nonce differs/);
  });

  it("is frozen throughout", () => {
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(request)).toBe(true);
  });

  it.each<[string, object, RegExp]>([
    ["an impact that is not the proposal's", { impact: "read" }, /impact is read, and the proposal's is money/],
    ["an unknown impact", { impact: "huge" }, /impact must be one of/],
    ["no nonce", { nonce: undefined }, /needs a nonce/],
    ["a nonce with a space", { nonce: "a b" }, /nonce must be/],
    ["no end", { lifetimeSeconds: undefined }, /takes expiresAt or lifetimeSeconds/],
    ["an end before its start", { lifetimeSeconds: undefined, expiresAt: NOW }, /later than issuedAt/],
    ["an empty audience", { audience: "" }, /audience must be/],
    ["a principal with half a pair", { principal: "\ud800" }, /surrogate/],
    ["an unknown member", { vouchesFor: ["approval-1"] }, /unknown member vouchesFor/],
    ["a proposal that is none", { proposal: {} }, /wire.required/],
  ])("refuses %s", (_, over, message) => {
    expect(() => approvalRequestFor({ ...parts, ...over } as never)).toThrow(message);
    expect(() => approvalRequestFor({ ...parts, ...over } as never)).toThrow(TypeError);
  });
});

describe("the short code", () => {
  it("is the first 60 bits of a digest, five at a time", () => {
    // Worked out from the text of spec/approvals.md with string arithmetic: hex to binary, in fives, to Crockford's letters.
    const canonical = (value: Record<string, unknown>): string =>
      `{${Object.keys(value)
        .sort()
        .map((name) => {
          const member = value[name];
          const object = typeof member === "object" && member !== null && !Array.isArray(member);
          return `${JSON.stringify(name)}:${object ? canonical(member as Record<string, unknown>) : JSON.stringify(member)}`;
        })
        .join(",")}}`;
    const text = canonical({ attestation: request.attestation, impact: "money", principal: "agent-7" });
    const bits = [...sha256(`countersign-approval/1\n${text}`).slice(0, 15)]
      .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0"))
      .join("");
    const letters = (bits.match(/.{5}/g) ?? []).map((five) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[Number.parseInt(five, 2)]).join("");
    expect(request.code).toBe(`${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`);
    expect(request.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it("differs where anything that the approver is shown differs", () => {
    const others = [
      { ...parts, principal: "agent-8" },
      { ...parts, principal: null },
      { ...parts, nonce: "n-2" },
      { ...parts, audience: "shipping" },
      { ...parts, lifetimeSeconds: 901 },
      { ...parts, proposal: proposalFor({ ...base(), intent: "Pay INV-205" }) },
      { ...parts, proposal: proposalFor({ ...base(), args: { ...call.args, amount_minor: 48201 } }) },
    ].map((other) => approvalRequestFor(other).code);
    expect(new Set([request.code, ...others]).size).toBe(others.length + 1);
    expect(approvalCode(request)).toBe(request.code);
  });
});

function base() {
  return {
    ...call,
    intent: "Pay INV-204",
    impact: "money",
    sources: [{ id: "inv-204", source: "mail:ap-inbox" }],
    claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
    approvers: 2,
  } as const;
}

describe("readApprovalRequest", () => {
  it("reads what was made, as data, text or bytes", () => {
    for (const form of [request, JSON.stringify(request, null, 2), new TextEncoder().encode(JSON.stringify(request))])
      expect(readApprovalRequest(form)).toEqual(request);
    const plain = approvalRequestFor({ ...parts, audience: null, principal: null });
    expect(readApprovalRequest(open(plain))).toEqual(plain);
  });

  type Bend = (bent: ReturnType<typeof open>) => void;
  it.each<[string, Bend, RegExp]>([
    ["the amount", (r) => (r.proposal.action.args.amount_minor = 4820000), /attestation.args_digest is not/],
    ["the tool", (r) => (r.proposal.action.tool = "payments.refund"), /attestation.tool is not/],
    ["the intent", (r) => (r.proposal.intent += "!"), /attestation.intent_digest is not/],
    ["a claim", (r) => (r.proposal.claims[0].text = "paid"), /attestation.claims_digest is not/],
    ["a source", (r) => (r.proposal.provenance[0].source = "mail:other"), /attestation.x_evidence_digest is not/],
    ["a source's id", (r) => r.proposal.provenance.push({ id: "x", trust: "untrusted" }), /attestation.provenance_ids is not/],
    ["the proposal's impact", (r) => (r.proposal.impact = "read"), /impact is not that of its proposal/],
    ["the impact", (r) => (r.impact = "read"), /impact is not that of its proposal/],
    ["the principal", (r) => (r.principal = "cfo"), /code is not the code/],
    ["the code", (r) => (r.code = "0000-0000-0000"), /code is not the code/],
    ["the nonce", (r) => (r.attestation.x_nonce = "n-2"), /code is not the code/],
    ["the end", (r) => (r.attestation.expires_at = "2027-10-01T12:00:00Z"), /code is not the code/],
    ["the audience", (r) => delete r.attestation.audience, /code is not the code/],
    ["the version", (r) => (r.attestation.attestation_version = "PIC-ATT/1.1"), /attestation.attestation_version is not/],
    ["an end that is no time", (r) => (r.attestation.expires_at = "tomorrow"), /no RFC 3339/],
    ["an end before the start", (r) => (r.attestation.expires_at = r.attestation.issued_at), /not later/],
    ["a nonce that is no text", (r) => (r.attestation.x_nonce = 7), /x_nonce is not 1 to 128/],
    ["an audience that is no text", (r) => (r.attestation.audience = 7), /audience is no name/],
    ["an audience of null", (r) => (r.attestation.audience = null), /attestation has a member that no request has/],
    ["a member of the approver's", (r) => (r.attestation.x_vouches_for = ["approval-1"]), /x_vouches_for is the approver's/],
    ["a key id", (r) => (r.attestation.x_key_id = "k"), /x_key_id is the approver's/],
    ["a member that nobody knows", (r) => (r.attestation.x_note = "ok"), /member that no request has/],
    ["a member left out", (r) => delete r.attestation.x_evidence_digest, /x_evidence_digest is missing/],
    ["a member beside", (r) => (r.note = "hi"), /a member beyond/],
    ["a missing principal", (r) => delete r.principal, /principal is missing/],
    ["a principal that is no name", (r) => (r.principal = ""), /principal is neither/],
    ["another version", (r) => (r.approval_request = "countersign-approval/2"), /approval_request is not/],
    ["an attestation that is text", (r) => (r.attestation = "{}"), /attestation is not an object/],
    ["a proposal that is text", (r) => (r.proposal = JSON.stringify(r.proposal)), /proposal is not an object/],
    ["a proposal with a stray member", (r) => (r.proposal.note = "hi"), /wire.unknown_member/],
    ["evidence that no gate accepts", (r) => (r.proposal.evidence = [stray({ attestation_version: "PIC-ATT/9" })]), /no gate will accept/],
    [
      "evidence of another nonce",
      (r) => (r.proposal.evidence = [stray({ attestation_version: "PIC-ATT/1.0", x_nonce: "n-9" })]),
      /nonce of the evidence/,
    ],
  ])("refuses %s", (_, bend, message) => {
    const bent = open(request);
    bend(bent);
    expect(() => readApprovalRequest(bent)).toThrow(message);
    expect(() => readApprovalRequest(bent)).toThrow(TypeError);
  });

  it.each([
    [
      "two members of one name",
      () => JSON.stringify(request).replace('{"approval_request"', '{"code":"","approval_request"'),
      /duplicate_name/,
    ],
    ["a byte order mark", () => `\ufeff${JSON.stringify(request)}`, /json.bom/],
    ["nothing", () => "", /json.empty/],
    ["a list", () => "[]", /not a JSON object/],
    ["more than it can hold", () => " ".repeat(200_000), /limit.bytes/],
  ])("refuses %s", (_, text, message) => {
    expect(() => readApprovalRequest(text())).toThrow(message);
  });
});

function stray(payload: object) {
  const signature = Buffer.alloc(64).toString("base64");
  return { id: "inv-204", type: "sig", ref: "x", payload: JSON.stringify(payload), alg: "ed25519", signature, key_id: "k" };
}

describe("approve", () => {
  it("gives an entry that a strict gate accepts", async () => {
    const entry = await approve(request, first, { vouchesFor: ["approval-1"] });
    const { x_vouches_for, x_key_id, ...rest } = JSON.parse(entry.payload);
    expect({ x_vouches_for, x_key_id }).toEqual({ x_vouches_for: ["approval-1"], x_key_id: first.keyId });
    expect(rest).toEqual(request.attestation);
    expect(await gate(attachApprovals(request.proposal, [entry]))).toMatchObject({ verdict: "allow", audience: "checked" });
  });

  it("lets a second approver sign beside the first, from the same request or from the signed proposal", async () => {
    const one = await approve(request, first, { id: "approval-1" });
    const two = await approve(request, second, { id: "approval-2" });
    const apart = await gate(attachApprovals(request.proposal, [one, two]));
    expect(apart.verdict).toBe("allow");
    expect(apart.facts.provenance?.map(({ raised_by }) => raised_by)).toEqual([[], [first.keyId], [second.keyId]]);

    const { nonce: _, ...rest } = parts;
    const next = approvalRequestFor({ ...rest, proposal: attachApprovals(request.proposal, [one]) });
    expect(next.code).toBe(request.code);
    const after = attachApprovals(next.proposal, [await approve(next, second, { id: "approval-2" })]);
    expect(after).toEqual(attachApprovals(request.proposal, [one, two]));
  });

  it("does not outlive its end", async () => {
    const signed = attachApprovals(request.proposal, [await approve(request, first, { id: "approval-1" })]);
    expect((await gate(signed, "2026-10-01T12:14:59.999Z")).verdict).toBe("allow");
    expect((await gate(signed, "2026-10-01T12:15:00Z")).reason).toBe("trust.attestation_expired");
  });

  it("reads the request once more, so nothing that was bent since is signed", async () => {
    const bent = open(request);
    bent.proposal.action.args.to = "acct_0666";
    const seen: Uint8Array[] = [];
    const watched: Signer = {
      keyId: "k",
      sign: (bytes) => {
        seen.push(bytes);
        return first.sign(bytes);
      },
    };
    await expect(approve(bent, watched, { id: "approval-1" })).rejects.toThrow(/args_digest/);
    expect(seen).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ["nobody to vouch for", {}, /id must be/],
    ["an id that is no source", { vouchesFor: ["nobody"] }, /no provenance entry/],
    ["an id twice", { vouchesFor: ["approval-1", "approval-1"] }, /twice/],
    ["an id that is not among them", { id: "inv-204", vouchesFor: ["approval-1"] }, /among/],
    ["an unknown option", { id: "approval-1", expiresAt: 1 }, /unknown member expiresAt/],
  ])("refuses %s", async (_, options, message) => {
    await expect(approve(request, first, options)).rejects.toThrow(message);
  });

  it("refuses a second signature for one entry", async () => {
    const once = attachApprovals(request.proposal, [await approve(request, first, { id: "approval-1" })]);
    const { nonce: _, ...rest } = parts;
    const next = approvalRequestFor({ ...rest, proposal: once });
    await expect(approve(next, second, { id: "approval-1" })).rejects.toThrow(/already/);
  });

  it.each<[string, Signer, RegExp]>([
    ["the signature of another key", { keyId: "k", publicKey: first.publicKey, sign: second.sign }, /does not verify/],
    ["a signature over other bytes", { keyId: "k", publicKey: first.publicKey, sign: (b) => first.sign(b.slice(1)) }, /does not verify/],
    ["a short signature", { keyId: "k", sign: () => new Uint8Array(63) }, /64 bytes/],
    ["text for a signature", { keyId: "k", sign: () => "sig" as never }, /Uint8Array/],
    ["a key id that is none", { keyId: "a b", sign: first.sign }, /key id/],
  ])("refuses %s", async (_, signer, message) => {
    await expect(approve(request, signer, { id: "approval-1" })).rejects.toThrow(message);
  });
});

describe("attachApprovals", () => {
  it("leaves an entry out whose id has evidence, and changes nothing that it was given", async () => {
    const one = await approve(request, first, { id: "approval-1" });
    const other = await approve(request, second, { id: "approval-1" });
    const signed = attachApprovals(request.proposal, [one]);
    expect(attachApprovals(signed, [other])).toEqual(signed);
    expect(attachApprovals(request.proposal, [one, other])).toEqual(signed);
    expect(request.proposal.evidence).toBeUndefined();
    expect(attachApprovals(request.proposal, [])).toEqual(request.proposal);
  });

  it("refuses what no proposal can hold", () => {
    expect(() => attachApprovals(request.proposal, [{ id: "approval-1" } as never])).toThrow(/wire/);
    expect(() => attachApprovals(request.proposal, {} as never)).toThrow(/array/);
  });
});

describe("approvalAction", () => {
  const caller = { principal: "agent-7", tenant: null, audience: "billing" };
  const action = approvalAction(proposal, caller);

  it("is the same with and without signatures", async () => {
    const signed = attachApprovals(proposal, [await approve(request, first, { id: "approval-1" })]);
    expect(action).toMatch(/^[0-9a-f]{64}$/);
    expect(approvalAction(signed, caller)).toBe(action);
    expect(approvalAction({ ...proposal, evidence: [] }, caller)).toBe(action);
  });

  it("is another for another caller, gate, argument, source, claim or file", () => {
    const file = { id: "inv-204", type: "hash", ref: "file://a", sha256: "0".repeat(64) } as const;
    const others = [
      approvalAction(proposal, { ...caller, principal: "agent-8" }),
      approvalAction(proposal, { ...caller, tenant: "agent-7" }),
      approvalAction(proposal, { ...caller, audience: null }),
      approvalAction(proposalFor({ ...base(), intent: "Pay" }), caller),
      approvalAction(proposalFor({ ...base(), args: {} }), caller),
      approvalAction(proposalFor({ ...base(), sources: [{ id: "inv-204" }] }), caller),
      approvalAction(proposalFor({ ...base(), approvers: 3 }), caller),
      approvalAction({ ...proposal, evidence: [file] }, caller),
      approvalAction({ ...proposal, evidence: [{ ...file, sha256: "1".repeat(64) }] }, caller),
    ];
    expect(new Set([action, ...others]).size).toBe(others.length + 1);
  });
});
