import * as crypto from "node:crypto";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { attest, type GenerateKeyOptions, generateKey, signerFromPem } from "../../../src/node/sign.js";
import { proposalFor } from "../../../src/sign/proposal-for.js";
import { verifyEd25519 } from "../../../src/trust/ed25519.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { testKey } from "../../keys/test-only-keys.js";

const approver = testKey("test-approver");
const proposal = proposalFor({
  tool: "payments.transfer",
  args: { amount_minor: 48200 },
  intent: "Pay INV-204",
  impact: "money",
  sources: [{ id: "inv-204" }, { id: "po-9" }],
  claims: [{ text: "INV-204 is approved", evidence: ["inv-204"] }],
});

function payloadOf(signed: Awaited<ReturnType<typeof attest>>, at = 0) {
  const entry = signed.evidence?.[at];
  return JSON.parse(entry?.type === "sig" ? entry.payload : "null");
}

describe("generateKey and signerFromPem", () => {
  it("make a key that signs what its keyring entry verifies", async () => {
    const made = generateKey({
      id: "finance-2026",
      purpose: ["approve"],
      tools: ["payments.transfer"],
      impacts: ["money"],
      audiences: ["prod"],
      roles: ["finance"],
      owner: "Finance",
      notBefore: 1790856000000,
      expiresAt: "2027-10-01T00:00:00Z",
    });
    const { public_key, ...entry } = made.keyringEntry;
    expect(entry).toEqual({
      purpose: ["approve"],
      tools: ["payments.transfer"],
      impacts: ["money"],
      audiences: ["prod"],
      roles: ["finance"],
      owner: "Finance",
      not_before: "2026-10-01T12:00:00Z",
      expires_at: "2027-10-01T00:00:00Z",
    });
    const { key } = loadKeyring({ trusted_keys: { [made.id]: made.keyringEntry } }).keys.get("finance-2026") ?? expect.fail();
    const signer = signerFromPem(made.privateKeyPem, { keyId: made.id });
    expect(signer.publicKey).toEqual(key.raw);
    const message = Uint8Array.of(1, 2, 3);
    expect(verifyEd25519(key.raw, message, await signer.sign(message))).toBe(true);
  });

  it("write the least entry where nothing is said", () => {
    expect(Object.keys(generateKey({ id: "a" }).keyringEntry)).toEqual(["public_key"]);
    expect(generateKey({ id: "a" }).privateKeyPem).not.toBe(generateKey({ id: "a" }).privateKeyPem);
  });

  it("seal the private key under a passphrase", () => {
    const { privateKeyPem } = generateKey({ id: "a", passphrase: "correct horse" });
    expect(privateKeyPem).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    expect(signerFromPem(privateKeyPem, { keyId: "a", passphrase: "correct horse" }).publicKey).toHaveLength(32);
    expect(() => signerFromPem(privateKeyPem, { keyId: "a" })).toThrow(/sealed/);
    expect(() => signerFromPem(privateKeyPem, { keyId: "a", passphrase: "wrong" })).toThrow(/does not open/);
    expect(() => generateKey({ id: "a", passphrase: "" })).toThrow(TypeError);
  });

  it.each<[string, object]>([
    ["a bad id", { id: " a" }],
    ["__proto__ for an id", { id: "__proto__" }],
    ["an empty scope", { tools: [] }],
    ["an unknown purpose", { purpose: "sign" }],
    ["a bad date", { expiresAt: "2027-02-30T00:00:00Z" }],
    ["an end before the start", { notBefore: 2, expiresAt: 1 }],
  ])("refuse %s as a keyring would", (_, change) => {
    expect(() => generateKey({ id: "a", ...change } as GenerateKeyOptions)).toThrow(ConfigurationError);
  });

  it("refuse an unknown option", () => {
    expect(() => generateKey({ id: "a", scope: [] } as never)).toThrow(TypeError);
    expect(() => signerFromPem(approver.privateKeyPem, { keyId: "a", pass: "x" } as never)).toThrow(TypeError);
    expect(() => signerFromPem(approver.privateKeyPem, { keyId: " a" })).toThrow(TypeError);
    expect(() => signerFromPem(1 as never, { keyId: "a" })).toThrow(TypeError);
  });

  const pem = (type: string, options: object = {}) =>
    (crypto.generateKeyPairSync as (type: string, options: object) => { privateKey: crypto.KeyObject })(type, options).privateKey.export({
      format: "pem",
      type: "pkcs8",
    }) as string;
  it.each([
    ["an EC key", pem("ec", { namedCurve: "P-256" }), /type ec/],
    ["an RSA key", pem("rsa", { modulusLength: 2048 }), /type rsa/],
    ["an Ed448 key", pem("ed448"), /type ed448/],
    ["an X25519 key", pem("x25519"), /type x25519/],
    ["a public key", crypto.createPublicKey(approver.privateKeyPem).export({ format: "pem", type: "spki" }) as string, /not a PKCS#8/],
    ["no PEM", "c2VjcmV0", /not a PKCS#8/],
    ["a broken body", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n", /cannot be read/],
  ])("refuse %s and quote nothing of it", (_, text, words) => {
    try {
      signerFromPem(text, { keyId: "a" });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      expect((error as Error).message).toMatch(words);
      expect((error as Error).message).not.toContain(text.split("\n")[1] ?? text);
      expect((error as Error).cause).toBeUndefined();
      return;
    }
    expect.fail("it was read");
  });
});

describe("attest on Node", () => {
  it("fills in the clock, fifteen minutes and a nonce that never repeats", async () => {
    const before = Date.now();
    const one = payloadOf(await attest(proposal, approver, { id: "inv-204" }));
    const two = payloadOf(await attest(proposal, approver, { id: "inv-204" }));
    const issued = Date.parse(one.issued_at);
    expect(issued).toBeGreaterThanOrEqual(before);
    expect(issued).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(one.expires_at) - issued).toBe(900_000);
    expect(one.x_nonce).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(one.x_nonce).not.toBe(two.x_nonce);
  });

  it("reuses the nonce that is there", async () => {
    const once = await attest(proposal, approver, { id: "inv-204" });
    const twice = await attest(once, testKey("test-second-approver"), { id: "po-9" });
    expect(payloadOf(twice, 1).x_nonce).toBe(payloadOf(once).x_nonce);
  });

  it("takes what it is given", async () => {
    const given = { id: "inv-204", issuedAt: 0, expiresAt: 1000, nonce: "mine" };
    const { issued_at, expires_at, x_nonce } = payloadOf(await attest(proposal, approver, given));
    expect([issued_at, expires_at, x_nonce]).toEqual(["1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z", "mine"]);
    const hour = payloadOf(await attest(proposal, approver, { id: "inv-204", issuedAt: 0, lifetimeSeconds: 3600 }));
    expect(hour.expires_at).toBe("1970-01-01T01:00:00Z");
  });

  it("rejects with TypeError as the portable one does", async () => {
    await expect(attest(proposal, approver, { id: "gone" })).rejects.toThrow(TypeError);
    await expect(attest(proposal, approver, { id: "inv-204", expires: 1 } as never)).rejects.toThrow(TypeError);
    await expect(attest(proposal, approver, undefined as never)).rejects.toThrow(TypeError);
  });
});
