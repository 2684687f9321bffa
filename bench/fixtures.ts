import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import canonicalizeReference from "canonicalize";

/** A throw-away key made from a constant, so that every run measures the same bytes. */
function testKey(): { privateKey: KeyObject; publicKey: KeyObject; raw: Buffer } {
  const seed = createHash("sha256").update("countersign bench key, never used elsewhere").digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, raw: publicKey.export({ format: "der", type: "spki" }).subarray(-32) };
}

export const key = testKey();
/** Epoch milliseconds of 2026-10-01T12:00:00Z: hosts pass what their clock gives. */
export const now = 1_790_856_000_000;

const canonical = (value: unknown) => canonicalizeReference(value) as string;
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** Most documents that a proposal cites; one that grows further grows by the text of its first claim. */
const MOST_DOCUMENTS = 8;

/** A proposal in the shape of the public corpus: a few scalar arguments, and claims that cite documents, one after another. */
function unsignedProposal(impact: string, tool: string, steps: number) {
  const documents = Array.from({ length: Math.min(steps, MOST_DOCUMENTS) }, (_, at) => `page-${at + 1}`);
  const sentences = "Goods received in full and checked against the order. ".repeat(Math.max(0, steps - MOST_DOCUMENTS));
  return {
    protocol: "PIC/1.0",
    intent: "Pay supplier invoice INV-204",
    impact,
    provenance: [
      { id: "approval", trust: "untrusted", source: "approvals:finance" },
      ...documents.map((id) => ({ id, trust: "untrusted", source: `mail:ap-inbox/INV-204/${id}` })),
    ],
    claims: [
      { text: `Invoice INV-204 is due and approved for payment. ${sentences}`, evidence: ["approval"] },
      ...documents.map((id) => ({ text: `The amounts on ${id} are those of the order`, evidence: [id, "approval"] })),
    ],
    action: { tool, args: { amount_minor: 48_200, currency: "EUR", to: "acct_7731", reference: "INV-204", urgent: false } },
  };
}

function attestationOf(proposal: ReturnType<typeof unsignedProposal>, terms: object = {}) {
  return {
    attestation_version: "PIC-ATT/1.0",
    tool: proposal.action.tool,
    args_digest: digest(canonical(proposal.action.args)),
    impact: proposal.impact,
    provenance_ids: proposal.provenance.map(({ id }) => id),
    claims_digest: digest(canonical(proposal.claims)),
    intent_digest: digest(proposal.intent),
    issued_at: "2026-10-01T11:55:00Z",
    expires_at: "2026-10-01T12:30:00Z",
    x_vouches_for: ["approval"],
    ...terms,
  };
}

export interface Fixture {
  readonly bytes: Buffer;
  readonly args: unknown;
  readonly tool: string;
}

/** The first proposal that has at least this many bytes. */
function grow(size: number, make: (steps: number) => { text: string; args: unknown; tool: string }): Fixture {
  for (let steps = 0; ; steps += 1) {
    const { text, args, tool } = make(steps);
    const bytes = Buffer.from(text);
    // A live call brings arguments of its own: equal to the proposal's, never the same object.
    if (bytes.length >= size) return { bytes, args: structuredClone(args), tool };
  }
}

export function signed(size: number): Fixture & { payload: string; signature: Buffer } {
  let payload = "";
  let signature = Buffer.alloc(0);
  const fixture = grow(size, (steps) => {
    const proposal = unsignedProposal("money", "payments.transfer", steps);
    payload = canonical(attestationOf(proposal));
    signature = sign(null, Buffer.from(payload), key.privateKey);
    const entry = {
      id: "approval",
      type: "sig",
      ref: "inline:attestation",
      payload,
      alg: "ed25519",
      signature: signature.toString("base64"),
      key_id: "finance-2026",
    };
    return { text: JSON.stringify({ ...proposal, evidence: [entry] }), args: proposal.action.args, tool: proposal.action.tool };
  });
  return { ...fixture, payload, signature };
}

/** As many proposals of that size, each approved once: at `at`, by a nonce of its own, for ten minutes. */
export function signedEach(size: number, count: number, at: number): readonly Fixture[] {
  const { bytes, args, tool } = signed(size);
  const { evidence, ...proposal } = JSON.parse(bytes.toString("utf8"));
  const time = (offset: number) => new Date(at + offset).toISOString();
  return Array.from({ length: count }, (_, n) => {
    const terms = { issued_at: time(-60_000), expires_at: time(600_000), x_nonce: `bench-${at}-${n}` };
    const payload = canonical(attestationOf(proposal, terms));
    const signature = sign(null, Buffer.from(payload), key.privateKey).toString("base64");
    return { bytes: Buffer.from(JSON.stringify({ ...proposal, evidence: [{ ...evidence[0], payload, signature }] })), args, tool };
  });
}

export function unsigned(size: number): Fixture {
  return grow(size, (steps) => {
    const proposal = unsignedProposal("read", "docs.search", steps);
    return { text: JSON.stringify(proposal), args: proposal.action.args, tool: proposal.action.tool };
  });
}

/** A list of records, many short members: the hardest common shape for a serialiser that looks at every member. */
export function records(size: number): unknown {
  const list: unknown[] = [];
  for (let at = 0; JSON.stringify(list).length < size; at += 1) {
    list.push({
      id: `evt_${100_000 + at}`,
      type: "invoice.line.created",
      created_at: "2026-09-14T08:15:00Z",
      customer: { name: "Northwind Supplies", email: `accounts+${at}@northwind.example`, country: "NL" },
      amount_minor: 48_200 + at * 137,
      currency: "EUR",
      paid: at % 3 === 0,
      tags: ["procurement", "q3"],
    });
  }
  return list;
}

export const keyringFile = { trusted_keys: { "finance-2026": key.raw.toString("base64") }, revoked_keys: [] };
export const policyFile = { impact_by_tool: { "payments.transfer": "money", "docs.search": "read" } };
export const policyFileWithArgs = {
  version: 1,
  allow_unscoped_keys: true,
  tools: {
    "payments.transfer": {
      impact: "money",
      args: {
        type: "object",
        required: ["amount_minor", "currency", "to"],
        properties: {
          amount_minor: { type: "integer", minimum: 1, maximum: 100_000 },
          currency: { enum: ["EUR"] },
          to: { type: "string", pattern: "^acct_[0-9]{4}$" },
          reference: { type: "string", maxLength: 64 },
          urgent: { type: "boolean" },
        },
        additionalProperties: false,
      },
    },
  },
};
