import * as crypto from "node:crypto";
import { describe, expect, it } from "vitest";
import { type AttestOptions, attest } from "../../../src/sign/attest.js";
import { proposalFor } from "../../../src/sign/proposal-for.js";
import type { Signer } from "../../../src/sign/sign-attestation.js";
import type { ProposalData, SignatureEvidence } from "../../../src/wire/proposal.js";
import { testKey } from "../../keys/test-only-keys.js";

const approver = testKey("test-approver");
const second = testKey("test-second-approver");
const sha256 = (text: string) => crypto.createHash("sha256").update(text).digest("hex");

const proposal = proposalFor({
  tool: "payments.transfer",
  args: { to: "acct_7731", amount_minor: 48200 },
  intent: "Pay \u201cINV-204\u201d",
  impact: "money",
  sources: [{ id: "inv-204", source: "mail:ap-inbox" }, { id: "po-9" }],
  claims: [{ text: "INV-204 is approved", evidence: ["inv-204"] }],
});

const ISSUED = 1790856000000; // 2026-10-01T12:00:00Z
const options: AttestOptions = { id: "inv-204", issuedAt: ISSUED, lifetimeSeconds: 900, nonce: "run-1", audience: "payments-prod" };

function entriesOf(signed: ProposalData): readonly SignatureEvidence[] {
  return (signed.evidence ?? []).filter((entry) => entry.type === "sig");
}

function publicKeyOf({ publicKey }: { publicKey: Uint8Array }): crypto.KeyObject {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey]);
  return crypto.createPublicKey({ key: der, format: "der", type: "spki" });
}

describe("attest", () => {
  it("signs every member that a strict gate asks for, in canonical form", async () => {
    const signed = await attest(proposal, approver, options);
    const [entry] = entriesOf(signed);
    // Canonical form written out by hand: names in order, no white space.
    const payload = [
      `{"args_digest":"${sha256('{"amount_minor":48200,"to":"acct_7731"}')}"`,
      `"attestation_version":"PIC-ATT/1.0"`,
      `"audience":"payments-prod"`,
      `"claims_digest":"${sha256('[{"evidence":["inv-204"],"text":"INV-204 is approved"}]')}"`,
      `"expires_at":"2026-10-01T12:15:00Z"`,
      `"impact":"money"`,
      `"intent_digest":"${sha256("Pay \u201cINV-204\u201d")}"`,
      `"issued_at":"2026-10-01T12:00:00Z"`,
      `"provenance_ids":["inv-204","po-9"]`,
      `"tool":"payments.transfer"`,
      `"x_evidence_digest":"${sha256('{"evidence":[],"provenance":[{"id":"inv-204","source":"mail:ap-inbox"},{"id":"po-9"}]}')}"`,
      `"x_key_id":"test-approver"`,
      `"x_nonce":"run-1"`,
      `"x_vouches_for":["inv-204"]}`,
    ].join(",");
    expect(entry).toEqual({
      id: "inv-204",
      type: "sig",
      ref: "inline:attestation",
      payload,
      alg: "ed25519",
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
      key_id: "test-approver",
    });
    expect(crypto.verify(null, Buffer.from(payload), publicKeyOf(approver), Buffer.from(entry?.signature as string, "base64"))).toBe(true);
    expect({ ...signed, evidence: undefined }).toEqual({ ...proposal, evidence: undefined });
  });

  it("covers hash entries whole and in order, and leaves them where they are", async () => {
    const hash = (id: string) => ({ id, type: "hash" as const, ref: `file://${id}.txt`, sha256: "ab".repeat(32), attestor: "mail" });
    const evidence = [hash("b"), hash("a")];
    const signed = await attest({ ...proposal, evidence }, approver, options);
    expect(signed.evidence?.slice(0, 2)).toEqual(evidence);
    const text = (id: string) => `{"attestor":"mail","id":"${id}","ref":"file://${id}.txt","sha256":"${"ab".repeat(32)}","type":"hash"}`;
    const digest = sha256(
      `{"evidence":[${text("b")},${text("a")}],"provenance":[{"id":"inv-204","source":"mail:ap-inbox"},{"id":"po-9"}]}`,
    );
    expect(JSON.parse(entriesOf(signed)[0]?.payload as string).x_evidence_digest).toBe(digest);
  });

  it("gives a new frozen proposal and leaves the old one alone", async () => {
    const before = JSON.stringify(proposal);
    const signed = await attest(proposal, approver, options);
    expect(JSON.stringify(proposal)).toBe(before);
    expect(signed).not.toBe(proposal);
    expect(Object.isFrozen(signed) && Object.isFrozen(signed.evidence) && Object.isFrozen(signed.evidence?.[0])).toBe(true);
  });

  it("lets a second signer add its own entry with the nonce that is there", async () => {
    const { nonce, ...rest } = options;
    const once = await attest(proposal, approver, options);
    const twice = await attest(once, second, { ...rest, id: "po-9" });
    const payloads = entriesOf(twice).map(({ payload }) => JSON.parse(payload));
    expect(payloads.map(({ x_nonce }) => x_nonce)).toEqual([nonce, nonce]);
    expect(payloads.map(({ x_evidence_digest }) => x_evidence_digest)).toEqual([
      payloads[0].x_evidence_digest,
      payloads[0].x_evidence_digest,
    ]);
    expect(payloads.map(({ x_vouches_for }) => x_vouches_for)).toEqual([["inv-204"], ["po-9"]]);
    expect(entriesOf(twice)[0]).toEqual(entriesOf(once)[0]);
  });

  it("names the entry after id, else after the first that it vouches for", async () => {
    const both = { ...options, vouchesFor: ["po-9", "inv-204"] };
    const { id, ...unnamed } = both;
    expect(entriesOf(await attest(proposal, approver, both))[0]?.id).toBe(id);
    const [entry] = entriesOf(await attest(proposal, approver, unnamed));
    expect(entry?.id).toBe("po-9");
    expect(JSON.parse(entry?.payload as string).x_vouches_for).toEqual(["po-9", "inv-204"]);
  });

  it("keeps times that were written as text, and leaves an audience out that nobody named", async () => {
    const { lifetimeSeconds, audience, ...rest } = options;
    const times = { issuedAt: "2026-10-01T14:00:00.000000001+02:00", expiresAt: "2026-10-01T12:00:00.000000002Z" };
    const attestation = JSON.parse(entriesOf(await attest(proposal, approver, { ...rest, ...times }))[0]?.payload as string);
    expect([attestation.issued_at, attestation.expires_at]).toEqual([times.issuedAt, times.expiresAt]);
    expect(Object.hasOwn(attestation, "audience")).toBe(false);
  });

  it("takes a proposal as bytes and as text", async () => {
    const text = JSON.stringify(proposal);
    const signed = await attest(proposal, approver, options);
    expect(await attest(text, approver, options)).toEqual(signed);
    expect(await attest(new TextEncoder().encode(text), approver, options)).toEqual(signed);
  });

  it("waits for a signer elsewhere, and hands it bytes of its own", async () => {
    const remote: Signer = {
      keyId: "test-approver",
      publicKey: approver.publicKey,
      sign: async (bytes) => {
        const signature = approver.sign(bytes);
        bytes.fill(0);
        return signature;
      },
    };
    expect(await attest(proposal, remote, options)).toEqual(await attest(proposal, approver, options));
  });

  it.each<[string, Partial<AttestOptions> | object, RegExp]>([
    ["no id", { id: undefined }, /id must be/],
    ["an id that no provenance entry has", { id: "inv-205" }, /provenance entries alone/],
    ["a method's name for an id", { id: "constructor" }, /provenance entries alone/],
    ["vouching for an id that is not there", { vouchesFor: ["inv-204", "x"] }, /provenance entries alone/],
    ["vouching for all but its own entry", { vouchesFor: ["po-9"] }, /vouchesFor must have id/],
    ["vouching for nothing", { vouchesFor: [] }, /vouchesFor must have id/],
    ["vouching twice", { vouchesFor: ["inv-204", "inv-204"] }, /twice/],
    ["no times", { issuedAt: undefined }, /issuedAt/],
    ["no end", { lifetimeSeconds: undefined }, /expiresAt or lifetimeSeconds/],
    ["two ends", { expiresAt: ISSUED + 1 }, /expiresAt or lifetimeSeconds/],
    ["an end at the start", { expiresAt: ISSUED, lifetimeSeconds: undefined }, /later than issuedAt/],
    ["an end before the start", { expiresAt: "2026-10-01T12:00:00+00:01", lifetimeSeconds: undefined }, /later than issuedAt/],
    ["30 February", { expiresAt: "2027-02-30T00:00:00Z", lifetimeSeconds: undefined }, /RFC 3339/],
    ["a lifetime of 0", { lifetimeSeconds: 0 }, /positive integer/],
    ["a lifetime of 1.5", { lifetimeSeconds: 1.5 }, /positive integer/],
    ["a lifetime beyond the year 9999", { lifetimeSeconds: 2 ** 40 }, /years 0 to 9999/],
    ["NaN for a time", { issuedAt: Number.NaN }, /epoch milliseconds/],
    ["an empty audience", { audience: "" }, /audience/],
    ["no nonce", { nonce: undefined }, /nonce/],
    ["an empty nonce", { nonce: "" }, /nonce/],
    ["a nonce with a space", { nonce: "a b" }, /nonce/],
    ["a nonce of 129 characters", { nonce: "n".repeat(129) }, /nonce/],
    ["an option that does not exist", { expires: ISSUED }, /unknown member expires/],
  ])("rejects with TypeError for %s", async (_, change, words) => {
    const attempt = attest(proposal, approver, { ...options, ...change } as AttestOptions);
    await expect(attempt).rejects.toThrow(TypeError);
    await expect(attempt).rejects.toThrow(words);
  });

  it.each<[string, object, RegExp]>([
    ["no signer", { sign: undefined }, /sign\(bytes\)/],
    ["a key id with white space", { keyId: " test-approver" }, /keyId/],
    ["a public key of 31 bytes", { publicKey: approver.publicKey.slice(1) }, /32 bytes/],
    ["63 bytes", { sign: () => new Uint8Array(63) }, /64 bytes/],
    ["65 bytes", { sign: () => new Uint8Array(65) }, /64 bytes/],
    ["hex", { sign: () => "00".repeat(64) }, /Uint8Array/],
    ["nothing", { sign: () => undefined }, /Uint8Array/],
    ["the signature of another key", { sign: second.sign }, /does not verify/],
    ["a signature over other bytes", { sign: (bytes: Uint8Array) => approver.sign(bytes.slice(1)) }, /does not verify/],
    ["another key's public half", { publicKey: second.publicKey }, /does not verify/],
  ])("rejects with TypeError for a signer that gives %s", async (_, change, words) => {
    const attempt = attest(proposal, { ...approver, ...change } as Signer, options);
    await expect(attempt).rejects.toThrow(TypeError);
    await expect(attempt).rejects.toThrow(words);
  });

  it("rejects a second entry of one id, of either kind", async () => {
    const once = await attest(proposal, approver, options);
    await expect(attest(once, second, options)).rejects.toThrow(
      /evidence for "inv-204" already; each approver needs a provenance entry of its own/,
    );
    const hash = { id: "inv-204", type: "hash", ref: "file://a", sha256: "ab".repeat(32) } as const;
    await expect(attest({ ...proposal, evidence: [hash] }, approver, options)).rejects.toThrow(
      /evidence for "inv-204" already; each approver needs a provenance entry of its own/,
    );
  });

  it("rejects another nonce than the one that is there", async () => {
    const once = await attest(proposal, approver, options);
    await expect(attest(once, second, { ...options, id: "po-9", nonce: "run-2" })).rejects.toThrow(/nonce differs/);
    expect((await attest(once, second, { ...options, id: "po-9" })).evidence).toHaveLength(2);
  });

  const withPayload = (payload: string): ProposalData => ({
    ...proposal,
    evidence: [{ id: "inv-204", type: "sig", ref: "r", payload, alg: "ed25519", signature: `${"A".repeat(86)}==`, key_id: "k" }],
  });
  it("rejects an attestation beside one without a nonce, or beside one that cannot be read", async () => {
    const po9 = { ...options, id: "po-9" };
    await expect(attest(withPayload('{"attestation_version":"PIC-ATT/1.0"}'), second, po9)).rejects.toThrow(/without an x_nonce/);
    await expect(attest(withPayload('{"attestation_version":"PIC-ATT/1.0","x_nonce":7}'), second, po9)).rejects.toThrow(
      /without an x_nonce/,
    );
    await expect(attest(withPayload('{"attestation_version":"PIC-ATT/9"}'), second, po9)).rejects.toThrow(/no gate will accept/);
    expect((await attest(withPayload("approved by phone"), second, po9)).evidence).toHaveLength(2);
  });

  it("rejects a proposal whose attestations differ in their nonce", async () => {
    const [one, two] = [
      await attest(proposal, approver, options),
      await attest(proposal, second, { ...options, id: "po-9", nonce: "run-2" }),
    ];
    const three = { ...proposal, provenance: [...proposal.provenance, { id: "third", trust: "untrusted" as const }] };
    const mixed = { ...three, evidence: [...(one.evidence ?? []), ...(two.evidence ?? [])] };
    await expect(attest(mixed, second, { ...options, id: "third" })).rejects.toThrow(/differ in x_nonce/);
  });

  it.each<[string, unknown, RegExp]>([
    ["a dangling reference", { ...proposal, claims: [{ text: "x", evidence: ["gone"] }] }, /names no provenance entry/],
    ["two provenance entries of one id", { ...proposal, provenance: [...proposal.provenance, proposal.provenance[0]] }, /duplicate_id/],
    ["an unknown member", { ...proposal, extra: 1 }, /wire.unknown_member/],
    ["another protocol", { ...proposal, protocol: "PIC/2.0" }, /wire/],
    ["duplicate names", JSON.stringify(proposal).replace("{", '{"impact":"read",'), /json.duplicate_name/],
    ["nothing", undefined, /./],
  ])("rejects a proposal with %s before anything is signed", async (_, bad, words) => {
    let asked = 0;
    const sign = (bytes: Uint8Array) => {
      asked += 1;
      return approver.sign(bytes);
    };
    const counting = { ...approver, sign };
    const attempt = attest(bad as ProposalData, counting, options);
    await expect(attempt).rejects.toThrow(TypeError);
    await expect(attempt).rejects.toThrow(words);
    expect(asked).toBe(0);
  });
});
