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

/** Arguments as agents send them: a few scalars, an address, some line items, and text that grows to the size asked for. */
function paymentArgs(sentences: number): Record<string, unknown> {
  return {
    amount_minor: 48_200,
    currency: "EUR",
    to: "acct_7731",
    reference: "INV-204",
    urgent: false,
    payee: { name: "Northwind Supplies", country: "NL", city: "Utrecht" },
    lines: [
      { sku: "part-1000", quantity: 4, price_minor: 11_250 },
      { sku: "part-1001", quantity: 2, price_minor: 1_600 },
    ],
    note: "Goods received in full and checked against the order. ".repeat(sentences),
  };
}

function unsignedProposal(impact: string, tool: string, sentences: number) {
  return {
    protocol: "PIC/1.0",
    intent: "Pay supplier invoice INV-204",
    impact,
    provenance: [
      { id: "approval", trust: "untrusted", source: "approvals:finance" },
      { id: "invoice", trust: "untrusted", source: "mail:ap-inbox" },
    ],
    claims: [
      { text: "Invoice INV-204 is due and approved for payment", evidence: ["approval", "invoice"] },
      { text: "The account is the supplier's account on file", evidence: ["approval"] },
    ],
    action: { tool, args: paymentArgs(sentences) },
  };
}

function attestationOf(proposal: ReturnType<typeof unsignedProposal>) {
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
  };
}

export interface Fixture {
  readonly bytes: Buffer;
  readonly args: unknown;
  readonly tool: string;
}

/** A proposal padded with text until it has at least this many bytes. */
function grow(size: number, make: (sentences: number) => { text: string; args: unknown; tool: string }): Fixture {
  for (let sentences = 1; ; sentences += 1) {
    const { text, args, tool } = make(sentences);
    const bytes = Buffer.from(text);
    // A live call brings arguments of its own: equal to the proposal's, never the same object.
    if (bytes.length >= size) return { bytes, args: structuredClone(args), tool };
  }
}

export function signed(size: number): Fixture & { payload: string; signature: Buffer } {
  let payload = "";
  let signature = Buffer.alloc(0);
  const fixture = grow(size, (sentences) => {
    const proposal = unsignedProposal("money", "payments.transfer", sentences);
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

export function unsigned(size: number): Fixture {
  return grow(size, (sentences) => {
    const proposal = unsignedProposal("read", "docs.search", sentences);
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
          payee: { type: "object" },
          lines: { type: "array", maxItems: 50, items: { type: "object" } },
          note: { type: "string", maxLength: 4000 },
        },
        additionalProperties: false,
      },
    },
  },
};
