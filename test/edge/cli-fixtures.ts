import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import canonicalize from "canonicalize";

export const NOW = "2026-10-01T12:00:00Z";

/** A key pair from one repeated byte: test material, trusted nowhere. */
export function keyOf(byte: number): { readonly key: KeyObject; readonly publicKey: string } {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, byte)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return { key, publicKey: spki.subarray(12).toString("base64") };
}

export const ALICE = keyOf(0x11);
export const MALLORY = keyOf(0x22);

export const ARGS = { amount_minor: 48200, currency: "EUR", to: "acct_7731" };

export const POLICY = {
  impact_by_tool: { "payments.transfer": "money", "docs.search": "read" },
  require_pic_for_impacts: ["money", "privacy", "irreversible"],
  require_evidence_for_impacts: ["money", "privacy", "irreversible"],
};

export const KEYRING = {
  trusted_keys: { "fin-ops": { public_key: ALICE.publicKey, purpose: ["approve"], tools: ["payments.transfer"], impacts: ["money"] } },
  revoked_keys: [],
};

const digest = (value: unknown) =>
  createHash("sha256")
    .update(canonicalize(value) as string)
    .digest("hex");

export function unsigned(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    protocol: "PIC/1.0",
    intent: "Pay supplier invoice INV-204",
    impact: "money",
    provenance: [{ id: "inv-204", trust: "untrusted", source: "mail:ap-inbox" }],
    claims: [{ text: "Invoice INV-204 is approved for payment", evidence: ["inv-204"] }],
    action: { tool: "payments.transfer", args: ARGS },
    ...overrides,
  };
}

/** Signed by hand, by means that share nothing with the code under test. */
export function signed(overrides: Readonly<Record<string, unknown>> = {}, signer = ALICE, keyId = "fin-ops") {
  const proposal = unsigned(overrides);
  const payload = canonicalize({
    attestation_version: "PIC-ATT/1.0",
    tool: proposal.action.tool,
    impact: proposal.impact,
    provenance_ids: proposal.provenance.map(({ id }) => id),
    args_digest: digest(proposal.action.args),
    claims_digest: digest(proposal.claims),
    intent_digest: createHash("sha256").update(proposal.intent).digest("hex"),
    issued_at: "2026-10-01T11:55:00Z",
    expires_at: "2026-10-01T12:30:00Z",
  }) as string;
  const signature = sign(null, Buffer.from(payload), signer.key).toString("base64");
  return {
    ...proposal,
    evidence: [{ id: "inv-204", type: "sig", ref: "inline:attestation", payload, alg: "ed25519", signature, key_id: keyId }],
  };
}

/** A low-impact proposal that needs no evidence. */
export const READ = unsigned({
  intent: "Search",
  impact: "read",
  claims: [{ text: "The user asked for it", evidence: ["inv-204"] }],
  action: { tool: "docs.search", args: { query: "x" } },
});
