// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { canonical, hash, NOTE, ORDER, payment, receipt, type SignatureParts, sha256, sig } from "../proposal.js";
import { approver, keyring, NOTE_CALL, policy, SETTING, TOOLS } from "../setting.js";
import { FAILED, type Json, type Members, REQUIRED, type Setting, table, UNTRUSTED, type VectorFile } from "../vector-file.js";

const never = table(SPEC.neverTrust);
const member = table(SPEC.receiptMembers);
const key = table(SPEC.receiptKey);
const held = table(SPEC.receiptVerifying);

const GATE: Members = { public_key: KEYS.receipts.publicKey, purpose: ["receipt"], tools: ["erp.purchase_order"], impacts: ["money", "write"] };
const keys = (anew: Members = {}): Setting => ({ keyring: keyring({ approver: approver(), receipts: { ...GATE, ...anew } }) });
const bare = (...names: string[]): Setting => ({ keyring: keyring({ approver: approver(), receipts: Object.fromEntries(Object.entries(GATE).filter(([name]) => !names.includes(name))) }) });
const BOTH = keys({ tools: ["erp.purchase_order", "erp.order"] });
const PAYLOAD = { path: "/evidence/1/payload" };
const KEY = { path: "/evidence/1/key_id" };
const RAISED = { effective: { "po-8812": "trusted" } } as const;
const NOTHING = { effective: { "po-8812": "untrusted" } } as const;

/** The payment with its approval and a receipt. */
const paid = (parts: SignatureParts = {}) => payment({ evidence: [sig(), receipt(parts)] });
const saying = (attestation: SignatureParts["attestation"] & object) => paid({ attestation });
const noted = (parts: SignatureParts = {}) => payment({ members: NOTE, evidence: [receipt(parts)] });
const LOW = { call: NOTE_CALL } as const;

const AN_HOUR: Setting = { policy: policy({ tools: { ...TOOLS, "treasury.pay": { impact: "money", max_attestation_lifetime: 3600 } } }) };
const ofAnHour = (expires_at: string) => payment({ evidence: [sig({ attestation: { expires_at: "2026-06-15T09:50:00Z" } }), receipt({ attestation: { expires_at } })] });

const MEMBERS = ["tool", "contract", "contract_version", "request_id", "request_digest", "bound", "result", "result_digest", "audience", "issued_at", "expires_at"];
const WRONG: readonly (readonly [name: string, value: Json, what: string])[] = [
  ["tool", 7, "a number"], ["tool", "", "empty"], ["tool", "erp purchase", "with a space"],
  ["contract", null, "null"], ["contract", "Бilling", "of other letters"],
  ["contract_version", 2, "a number"],
  ["request_id", "req", "too short"], ["request_id", "req-20260615", "with a hyphen"],
  ["request_digest", sha256("the request").toUpperCase(), "in upper case"], ["request_digest", sha256("x").slice(1), "of 63 digits"],
  ["bound", ["PO-8812"], "an array"], ["bound", {}, "empty"], ["bound", "PO-8812", "a string"],
  ["result", [], "an array"], ["result", null, "null"],
  ["result_digest", sha256(canonical(ORDER)).toUpperCase(), "in upper case"], ["result_digest", null, "null"],
  ["audience", "", "empty"], ["audience", ["gate.eu"], "an array"],
  ["issued_at", "2026-06-15 08:59:00Z", "with a space for the T"], ["issued_at", 1781513940, "epoch seconds"],
  ["expires_at", "2026-06-15", "a date alone"], ["expires_at", null, "null"],
];
const three = (from: number, at: number) => String(from + at).padStart(3, "0");

export const receipts: VectorFile = {
  path: "trust/receipts.json",
  rule: "receipts of results",
  spec: "receipts.md",
  header: { ...SETTING, ...keys(), audience: "gate.eu" },
  cases: [
    never.allow("receipts-001", "a receipt beside an approval: what the approval raises, and nothing else", paid(), RAISED),
    never.block("receipts-002", "a receipt alone is no evidence for a high impact", "receipts-001", payment({ evidence: [receipt()] }), REQUIRED, "evidence.required", { path: "/evidence", ...NOTHING }),
    never.block("receipts-003", "named after the entry that the claim rests on, it raises nothing", "receipts-001", payment({ evidence: [receipt({ id: "po-8812" }), hash("copy", "file://po.txt", sha256("po"))] }), UNTRUSTED, "trust.no_trusted_chain", { path: "/claims", ...NOTHING, with: { artifacts: { "file://po.txt": { utf8: "po" } } } }),
    never.allow("receipts-004", "alone on a low impact: verified, and raises nothing", noted({ id: "po-8812" }), { ...NOTHING, with: LOW }),
    never.block("receipts-005", "a key for receipts approves nothing", "receipts-001", payment({ evidence: [sig({ key: "receipts" })] }), FAILED, "trust.key_purpose", { path: "/evidence/0/key_id" }),
    never.block("receipts-006", "a tool's demand for evidence is not met by a receipt", "receipts-007", noted(), REQUIRED, "evidence.required", { with: { ...LOW, policy: policy({ tools: { ...TOOLS, "notes.append": { impact: "write", evidence: "required" } } }) } }),
    never.allow("receipts-007", "it is met by a signature beside it", payment({ members: NOTE, evidence: [sig(), receipt()] }), { with: { ...LOW, policy: policy({ tools: { ...TOOLS, "notes.append": { impact: "write", evidence: "required" } } }) } }),
    never.block("receipts-008", "two faults at once: no evidence but a receipt, and that one ended", "receipts-001", payment({ evidence: [receipt({ attestation: { expires_at: "2026-06-15T09:00:00Z" } })] }), REQUIRED, ["evidence.required", "receipt.expired"]),
    never.allow("receipts-010", "interop: the approval by itself", payment(), { with: { profile: "interop" } }),
    never.block("receipts-011", "interop: a version that is not known", "receipts-010", paid(), FAILED, "trust.payload_malformed", { ...PAYLOAD, with: { profile: "interop" } }),
    never.block("receipts-012", "another number behind the slash is not known in strict either", "receipts-001", saying({ attestation_version: "x-countersign-receipt/2" }), FAILED, "trust.payload_malformed", PAYLOAD),

    ...MEMBERS.map((name, at) => member.block(`receipts-${three(20, at)}`, `without ${name}`, "receipts-001", saying({ [name]: undefined }), FAILED, "receipt.member", PAYLOAD)),
    member.block("receipts-031", "a member more", "receipts-001", saying({ x_nonce: "n-1" }), FAILED, "receipt.member", PAYLOAD),
    member.block("receipts-032", "one member for another", "receipts-001", saying({ audience: undefined, audiences: "gate.eu" }), FAILED, "receipt.member", PAYLOAD),
    ...WRONG.map(([name, value, what], at) => member.block(`receipts-${three(40, at)}`, `${name}: ${what}`, "receipts-001", saying({ [name]: value }), FAILED, "receipt.member", { ...PAYLOAD, with: keys({ tools: ["*"] }) })),

    key.allow("receipts-070", "a key that is for approvals as well", paid(), { with: keys({ purpose: ["receipt", "approve"] }) }),
    key.block("receipts-071", "a key for attestations alone", "receipts-001", paid(), FAILED, "trust.key_purpose", { ...KEY, with: keys({ purpose: ["attest"] }) }),
    key.block("receipts-072", "a key without a purpose is for none", "receipts-001", paid(), FAILED, "trust.key_purpose", { ...KEY, with: bare("purpose") }),
    key.block("receipts-073", "a key that the agent holds too", "receipts-001", paid(), FAILED, "trust.key_purpose", { ...KEY, with: keys({ purpose: ["receipt", "agent"] }) }),
    key.block("receipts-074", "a key for upstreams", "receipts-001", paid(), FAILED, "trust.key_purpose", { ...KEY, with: keys({ purpose: ["upstream"] }) }),
    key.block("receipts-075", "tools are those whose answers it signs, not the action's", "receipts-001", paid(), FAILED, "trust.key_tool", { ...KEY, with: keys({ tools: ["treasury.pay"] }) }),
    key.block("receipts-076", "a receipt of a tool that the key is not for", "receipts-001", saying({ tool: "erp.invoice" }), FAILED, "trust.key_tool", KEY),
    key.allow("receipts-077", "tools written out as *", paid(), { with: keys({ tools: ["*"] }) }),
    key.block("receipts-078", "impacts are those of the action", "receipts-001", paid(), FAILED, "trust.key_impact", { ...KEY, with: keys({ impacts: ["read"] }) }),
    key.block("receipts-079", "audiences without this gate", "receipts-080", paid(), FAILED, "trust.key_audience", { ...KEY, with: keys({ audiences: ["gate.us"] }) }),
    key.allow("receipts-080", "audiences with this gate", paid(), { with: keys({ audiences: ["gate.eu"] }) }),
    key.block("receipts-081", "a high impact wants tools written", "receipts-001", paid(), FAILED, "trust.key_unscoped", { ...KEY, with: bare("tools") }),
    key.block("receipts-082", "a high impact wants impacts written", "receipts-001", paid(), FAILED, "trust.key_unscoped", { ...KEY, with: bare("impacts") }),
    key.allow("receipts-083", "a low impact does not", noted(), { with: { ...LOW, ...bare("tools", "impacts") } }),
    key.block("receipts-084", "a key that nobody holds", "receipts-001", paid({ keyId: "nobody" }), FAILED, "trust.key_missing", KEY),
    key.block("receipts-085", "a revoked key", "receipts-001", paid(), FAILED, "trust.key_revoked", { ...KEY, with: { keyring: keyring({ approver: approver(), receipts: GATE }, ["receipts"]) } }),
    key.block("receipts-086", "a key that has ended", "receipts-001", paid(), FAILED, "trust.key_expired", { ...KEY, with: keys({ expires_at: "2026-06-15T09:00:00Z" }) }),
    key.block("receipts-087", "a fact that is called after what the key is not for", "receipts-088", saying({ contract: "erp.order" }), FAILED, "trust.key_tool", KEY),
    key.allow("receipts-088", "tools that list the tool and what the fact is called", saying({ contract: "erp.order" }), { with: BOTH }),

    held.block("receipts-100", "signed by another key", "receipts-001", paid({ key: "second", keyId: "receipts" }), FAILED, "trust.signature_invalid", { path: "/evidence/1/signature" }),
    held.block("receipts-101", "one digit of the result changed after signing", "receipts-001", paid({ payload: (text) => text.replace("12550", "12551"), signs: (text) => text.replace("12551", "12550") }), FAILED, "trust.signature_invalid", { path: "/evidence/1/signature" }),
    held.allow("receipts-102", "the text may have white space; what is signed is the canonical form", paid({ payload: (text) => text.replaceAll(",", ", ") }), RAISED),
    held.block("receipts-103", "signed over the text as sent", "receipts-102", paid({ payload: (text) => text.replaceAll(",", ", "), signs: "payload" }), FAILED, "trust.signature_invalid", { path: "/evidence/1/signature" }),
    held.block("receipts-104", "a digest of another result", "receipts-001", saying({ result_digest: sha256(canonical({ ...ORDER, amount_minor: 12551 })) }), FAILED, "receipt.result_digest_differs", PAYLOAD),
    held.block("receipts-105", "another result under the digest", "receipts-001", saying({ result: { ...ORDER, creditor: "cr_2042" }, result_digest: sha256(canonical(ORDER)) }), FAILED, "receipt.result_digest_differs", PAYLOAD),
    held.allow("receipts-106", "an empty result", saying({ result: {} }), RAISED),
    held.block("receipts-107", "longer than 16 KiB", "receipts-001", saying({ result: { text: "x".repeat(16_384) } }), FAILED, "trust.payload_too_large", PAYLOAD),
    held.block("receipts-108", "a member twice", "receipts-001", paid({ payload: (text) => text.replace('"audience"', '"audience":"gate.us","audience"') }), FAILED, "trust.payload_malformed", PAYLOAD),

    held.allow("receipts-110", "issued 60 s ahead of our clock", saying({ issued_at: "2026-06-15T09:01:00Z" }), RAISED),
    held.block("receipts-111", "issued 60.000000001 s ahead", "receipts-110", saying({ issued_at: "2026-06-15T09:01:00.000000001Z" }), FAILED, "receipt.issued_in_future", PAYLOAD),
    held.allow("receipts-112", "ends one nanosecond after now", saying({ expires_at: "2026-06-15T09:00:00.000000001Z" }), RAISED),
    held.block("receipts-113", "ends at now", "receipts-112", saying({ expires_at: "2026-06-15T09:00:00Z" }), FAILED, "receipt.expired", PAYLOAD),
    held.block("receipts-114", "six minutes later", "receipts-001", paid(), FAILED, "receipt.expired", { ...PAYLOAD, with: { now: "2026-06-15T09:05:00Z" } }),
    held.allow("receipts-115", "a life of 24 hours", saying({ expires_at: "2026-06-16T08:59:00Z" }), RAISED),
    held.block("receipts-116", "a life of one nanosecond over 24 hours", "receipts-115", saying({ expires_at: "2026-06-16T08:59:00.000000001Z" }), FAILED, "receipt.too_long", PAYLOAD),
    held.block("receipts-117", "issued when it ends", "receipts-118", saying({ issued_at: "2026-06-15T09:00:30Z", expires_at: "2026-06-15T09:00:30Z" }), FAILED, "receipt.too_long", PAYLOAD),
    held.allow("receipts-118", "issued one nanosecond before it ends", saying({ issued_at: "2026-06-15T09:00:29.999999999Z", expires_at: "2026-06-15T09:00:30Z" }), RAISED),
    held.block("receipts-119", "longer than the tool's own limit", "receipts-120", ofAnHour("2026-06-15T09:59:00.000000001Z"), FAILED, "receipt.too_long", { ...PAYLOAD, with: AN_HOUR }),
    held.allow("receipts-120", "as long as the tool's own limit", ofAnHour("2026-06-15T09:59:00Z"), { with: AN_HOUR }),

    held.block("receipts-130", "for another gate", "receipts-001", saying({ audience: "gate.us" }), FAILED, "receipt.audience_differs", PAYLOAD),
    held.block("receipts-131", "* is no audience", "receipts-001", saying({ audience: "*" }), FAILED, "receipt.audience_differs", PAYLOAD),
    held.block("receipts-140", "two receipts of one contract", "receipts-141", payment({ evidence: [sig(), receipt(), receipt({ id: "order-again" })] }), FAILED, "receipt.duplicate", { path: "/evidence/2/payload" }),
    held.allow("receipts-141", "two receipts of two contracts", payment({ evidence: [sig(), receipt(), receipt({ id: "order-again", attestation: { contract: "erp.order" } })] }), { ...RAISED, with: BOTH }),
    held.block("receipts-142", "two of one contract, whatever their versions", "receipts-141", payment({ evidence: [sig(), receipt(), receipt({ id: "order-again", attestation: { contract_version: "3" } })] }), FAILED, "receipt.duplicate", { path: "/evidence/2/payload" }),
    held.block("receipts-143", "all faults of one receipt", "receipts-001", saying({ result: {}, result_digest: sha256("{"), audience: "gate.us", issued_at: "2026-06-15T08:00:00Z", expires_at: "2026-06-15T07:00:00Z" }), FAILED, ["receipt.result_digest_differs", "receipt.expired", "receipt.too_long", "receipt.audience_differs"]),
  ],
};
