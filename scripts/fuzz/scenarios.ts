// Proposals that a strict verifier allows, signed here with nothing of `src/`: what the fuzzer alters.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import canonicalize from "canonicalize";

export const NOW = Date.parse("2026-10-01T12:00:00Z");
export const AUDIENCE = "gate.example";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonRecord = { [name: string]: Json };

export interface Scenario {
  readonly name: string;
  readonly proposal: JsonRecord;
  readonly call: { readonly tool: string; readonly args: JsonRecord };
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  /** Half-open window of epoch milliseconds in which it is allowed; null where no time is signed. */
  readonly window: readonly [number, number] | null;
}

interface TestKey {
  readonly id: string;
  readonly private: KeyObject;
  /** base64 of the 32 raw bytes. */
  readonly public: string;
}

/** PKCS #8 of an Ed25519 key is this prefix and the 32-byte seed (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

function testKey(id: string): TestKey {
  const seed = createHash("sha256").update(`countersign fuzz key ${id}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const { x } = createPublicKey(key).export({ format: "jwk" });
  return { id, private: key, public: Buffer.from(x as string, "base64url").toString("base64") };
}

export const KEYS = { payer: testKey("payer"), second: testKey("second"), stranger: testKey("stranger") };

export const POLICY: JsonRecord = {
  version: 1,
  tools: {
    "payments.send": {
      impact: "money",
      args: {
        type: "object",
        properties: { to: { type: "string" }, amount_minor: { type: "integer", minimum: 1, maximum: 100000 }, memo: { type: "string" } },
        required: ["to", "amount_minor"],
        additionalProperties: false,
      },
    },
    "records.purge": { impact: "irreversible" },
    "notes.read": { impact: "read" },
  },
};

export const KEYRING: JsonRecord = {
  trusted_keys: {
    payer: {
      public_key: KEYS.payer.public,
      purpose: ["approve"],
      tools: ["payments.send", "records.purge"],
      impacts: ["money", "irreversible"],
    },
    second: { public_key: KEYS.second.public, purpose: ["attest"], tools: ["*"], impacts: ["*"] },
  },
};

function digest(data: Buffer | Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

/** RFC 8785 by the independent implementation. */
export function canonical(value: Json): string {
  return canonicalize(value) as string;
}

/** The evidence entry of a signature over an attestation, whatever the attestation says. */
export function signed(key: TestKey, id: string, attestation: Json): JsonRecord {
  const payload = canonical(attestation);
  const signature = sign(null, Buffer.from(payload), key.private).toString("base64");
  return { id, type: "sig", ref: `attestation:${id}`, payload, alg: "ed25519", signature, key_id: key.id };
}

/** The attestation that `key` gives for provenance entry `id` of a proposal. */
export function attestationFor(proposal: JsonRecord, key: TestKey, id: string, more: JsonRecord = {}): JsonRecord {
  const provenance = proposal.provenance as JsonRecord[];
  const action = proposal.action as { tool: string; args: JsonRecord };
  const hashes = ((proposal.evidence ?? []) as JsonRecord[]).filter((entry) => entry.type === "hash");
  const sources = provenance.map((entry) =>
    "source" in entry ? { id: entry.id as Json, source: entry.source as Json } : { id: entry.id as Json },
  );
  return {
    attestation_version: "PIC-ATT/1.0",
    tool: action.tool,
    args_digest: digest(canonical(action.args)),
    impact: proposal.impact as Json,
    provenance_ids: provenance.map((entry) => entry.id as Json),
    claims_digest: digest(canonical(proposal.claims as Json)),
    intent_digest: digest(proposal.intent as string),
    issued_at: "2026-10-01T11:59:00Z",
    expires_at: "2026-10-01T13:00:00Z",
    x_key_id: key.id,
    x_nonce: "fuzz-nonce",
    x_vouches_for: [id],
    x_evidence_digest: digest(canonical({ evidence: hashes, provenance: sources })),
    ...more,
  };
}

function proposal(impact: string, tool: string, args: JsonRecord, ids: readonly string[]): JsonRecord {
  return {
    protocol: "PIC/1.0",
    intent: "settle what was agreed",
    impact,
    provenance: ids.map((id) => ({ id, trust: "untrusted", source: `system of ${id}` })),
    claims: [{ text: "it was agreed", evidence: [...ids] }],
    action: { tool, args },
  };
}

function scenario(
  name: string,
  data: JsonRecord,
  signers: readonly (readonly [TestKey, string])[],
  artifacts: Record<string, string> = {},
): Scenario {
  const action = data.action as { tool: string; args: JsonRecord };
  const more = name.includes("audience") ? { audience: AUDIENCE } : {};
  const signatures = signers.map(([key, id]) => signed(key, id, attestationFor(data, key, id, more)));
  const evidence = [...((data.evidence ?? []) as JsonRecord[]), ...signatures];
  return {
    name,
    proposal: evidence.length > 0 ? { ...data, evidence } : data,
    call: { tool: action.tool, args: action.args },
    artifacts: new Map(Object.entries(artifacts).map(([ref, text]) => [ref, Buffer.from(text)])),
    window: signers.length > 0 ? [Date.parse("2026-10-01T11:58:00Z"), Date.parse("2026-10-01T13:00:00Z")] : null,
  };
}

const FILE = "invoice 31, amount 4200\n";
const PAYMENT = proposal("money", "payments.send", { to: "acct_7", amount_minor: 4200 }, ["approval"]);

export const SCENARIOS: readonly Scenario[] = [
  scenario("one approver", PAYMENT, [[KEYS.payer, "approval"]]),
  scenario("one approver, audience", PAYMENT, [[KEYS.payer, "approval"]]),
  scenario("two approvers", proposal("money", "payments.send", { to: "acct_7", amount_minor: 1, memo: "é\u{1f600}" }, ["first", "other"]), [
    [KEYS.payer, "first"],
    [KEYS.second, "other"],
  ]),
  scenario(
    "file and approver",
    {
      ...proposal("irreversible", "records.purge", { table: "tmp", deep: [[{ a: [1, 2.5, -0, 1e21, null, true] }]] }, [
        "approval",
        "invoice",
      ]),
      evidence: [{ id: "invoice", type: "hash", ref: "file://invoices/31.txt", sha256: digest(FILE) }],
    },
    [[KEYS.payer, "approval"]],
    { "file://invoices/31.txt": FILE },
  ),
  scenario("low impact", proposal("read", "notes.read", { id: "n1" }, ["desk"]), []),
];
