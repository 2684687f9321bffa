import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";

/** A throw-away key pair of a fixed seed, made with node:crypto alone, so that tests do not lean on our own signer. */
function testKey(name: string): { readonly publicKey: string; sign(text: string): string } {
  const seed = createHash("sha256").update(`test key ${name}`).digest();
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const raw = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
  return { publicKey: raw.toString("base64"), sign: (text) => sign(null, Buffer.from(text), key).toString("base64") };
}

/** RFC 8785 for what these tests hold: ASCII names and text, and whole numbers. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

export interface ProposalParts {
  readonly tool?: string;
  readonly args?: Record<string, unknown>;
  readonly impact?: string;
  /** Name of the test key; also its key id. */
  readonly key?: string;
  readonly nonce?: string;
  readonly audience?: string | null;
  readonly issuedAt?: string;
  readonly expiresAt?: string;
  /** Hash evidence beside the signature: ref and the digest of its content. */
  readonly file?: { readonly ref: string; readonly sha256: string };
}

export const PAYMENT = { amount_minor: 48200, currency: "EUR", to: "acct_7731", reference: "INV-204" };

/** A payment that the key `fin-ops` approves for the audience `billing`, unless told otherwise. */
export function signedProposal(parts: ProposalParts = {}) {
  const { tool = "payments.transfer", args = PAYMENT, impact = "money", key = "fin-ops", audience = "billing", file } = parts;
  const intent = "Pay supplier invoice INV-204";
  const claims = [{ text: "Invoice INV-204 is approved for payment", evidence: ["inv-204"] }];
  const provenance = [
    { id: "inv-204", trust: "untrusted", source: "mail:ap-inbox" },
    ...(file === undefined ? [] : [{ id: "inv-204-file", trust: "untrusted" }]),
  ];
  const payload = canonical({
    attestation_version: "PIC-ATT/1.0",
    tool,
    impact,
    args_digest: sha256(canonical(args)),
    claims_digest: sha256(canonical(claims)),
    intent_digest: sha256(intent),
    provenance_ids: provenance.map(({ id }) => id),
    issued_at: parts.issuedAt ?? "2026-10-01T11:55:00Z",
    expires_at: parts.expiresAt ?? "2026-10-01T12:30:00Z",
    audience: audience ?? undefined,
    x_nonce: parts.nonce,
    x_vouches_for: ["inv-204"],
  });
  const signature = testKey(key).sign(payload);
  return {
    protocol: "PIC/1.0",
    intent,
    impact,
    provenance,
    claims,
    action: { tool, args: structuredClone(args) },
    evidence: [
      ...(file === undefined ? [] : [{ id: "inv-204-file", type: "hash", ...file }]),
      { id: "inv-204", type: "sig", ref: "inline:attestation", payload, alg: "ed25519", signature, key_id: key },
    ],
  };
}

/** A low-impact proposal without evidence. */
export function readProposal(tool = "docs.search", args: Record<string, unknown> = { query: "invoice" }) {
  return { protocol: "PIC/1.0", intent: "Look it up", impact: "read", provenance: [], claims: [], action: { tool, args } };
}

export const POLICY = { impact_by_tool: { "payments.transfer": "money", "docs.search": "read" } };
export const KEYRING = { trusted_keys: { "fin-ops": testKey("fin-ops").publicKey, treasury: testKey("treasury").publicKey } };
