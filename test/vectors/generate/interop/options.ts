// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { ARGS, freeText, hash, NOTE, note, payment, sha256, sig, signed } from "../proposal.js";
import { approver, keyring, NOTE_CALL, policy, SETTING, withApprover } from "../setting.js";
import { type DecisionCase, FAILED, type Setting, table, UNTRUSTED, type VectorFile, VIOLATION } from "../vector-file.js";

const { allow, block } = table(SPEC.options);
const CHAIN = "trust.no_trusted_chain";
const FILE = "file://po/8812.txt";
const artifacts = { [FILE]: { utf8: "delivered\n" } };
const file = hash("po-8812", FILE, sha256("delivered\n"));
const two = [{ id: "po-8812", trust: "untrusted" }, { id: "scan", trust: "untrusted" }];
const trusted = [{ id: "po-8812", trust: "trusted" }];
const selfMade = payment({ members: { provenance: trusted }, evidence: [] });
const noEvidence: Setting = { policy: { impact_by_tool: {}, require_pic_for_impacts: [], require_evidence_for_impacts: [] } };

/** One input, blocked in strict and allowed in interop, by one option alone. */
const flips = (number: number, option: string, title: string, input: string, code: string, reasons: string | string[], setting: Setting = {}): DecisionCase[] => {
  const id = (at: number) => `options-${String(at).padStart(3, "0")}`;
  return [
    block(id(number), `${option}: strict: ${title}`, id(number + 1), input, code, reasons, { with: setting }),
    allow(id(number + 1), `${option}: interop: ${title}`, input, { with: { ...setting, profile: "interop" } }),
  ];
};

export const options: VectorFile = {
  path: "interop/options.json",
  rule: "options of a profile",
  spec: "profiles.md",
  header: SETTING,
  cases: [
    block("options-001", "strictTrust: interop: the entry's own word counts for nothing", "options-002", selfMade, UNTRUSTED, CHAIN, { effective: { "po-8812": "untrusted" }, with: { ...noEvidence, profile: "interop" } }),
    allow("options-002", "strictTrust: interop without it: the entry's own word counts", selfMade, { effective: { "po-8812": "trusted" }, with: { ...noEvidence, profile: { name: "interop", strict_trust: false } } }),
    block("options-003", "strictTrust: strict: the entry's own word counts for nothing", "options-002", selfMade, UNTRUSTED, CHAIN, { with: noEvidence }),
    block("options-005", "verifyEvidence: interop: a failing entry blocks a low impact", "options-006", note({ keyId: "nobody" }), FAILED, "trust.key_missing", { with: { call: NOTE_CALL, profile: "interop" } }),
    allow("options-006", "verifyEvidence: interop without it: the entry is not looked at", note({ keyId: "nobody" }), { effective: { "po-8812": "untrusted" }, with: { call: NOTE_CALL, profile: { name: "interop", verify_evidence: false } } }),
    block("options-007", "verifyEvidence: interop without it: what the policy requires is verified", "options-008", signed({ keyId: "nobody" }), FAILED, "trust.key_missing", { with: { profile: { name: "interop", verify_evidence: false } } }),
    allow("options-008", "verifyEvidence: interop without it: what the policy requires holds", payment(), { effective: { "po-8812": "trusted" }, with: { profile: { name: "interop", verify_evidence: false } } }),
    block("options-009", "verifyEvidence: interop without it: evidence that is not looked at raises nothing", "options-008", payment(), UNTRUSTED, CHAIN, { with: { ...noEvidence, profile: { name: "interop", verify_evidence: false } } }),
    block("options-004", "verifyEvidence: strict: a failing entry blocks a low impact", "options-006", note({ keyId: "nobody" }), FAILED, "trust.key_missing", { with: { call: NOTE_CALL } }),

    ...flips(10, "blockUnknownTools", "S2: the policy does not name the tool", payment({ members: { impact: "read", action: { tool: "notes.search", args: ARGS } }, evidence: [] }), VIOLATION, "policy.tool_unknown", { call: { tool: "notes.search", args: ARGS } }),
    ...flips(12, "operatorImpact", "S3: the proposal states another impact", payment({ members: { ...NOTE, impact: "read" }, evidence: [] }), VIOLATION, "policy.impact_mismatch", { call: NOTE_CALL }),
    ...flips(14, "operatorImpact", "S3: the causal rule goes by the operator's impact too", payment({ members: { impact: "read" }, evidence: [file] }), UNTRUSTED, CHAIN, { artifacts }),
    ...flips(16, "legacyRaisesTrust", "S4: a signature over free text", payment({ evidence: [freeText("PO-8812 may be paid")] }), UNTRUSTED, CHAIN),
    ...flips(18, "completeAttestations", "S5: an attestation without issued_at", signed({ attestation: { issued_at: undefined } }), UNTRUSTED, CHAIN),
    ...flips(20, "completeAttestations", "S5: an attestation without intent_digest", signed({ attestation: { intent_digest: undefined } }), UNTRUSTED, CHAIN),
    ...flips(22, "completeAttestations", "S5: an attestation without an end", signed({ attestation: { expires_at: undefined } }), UNTRUSTED, CHAIN),
    ...flips(24, "completeAttestations", "S5: an attestation issued tomorrow", signed({ attestation: { issued_at: "2026-06-16T00:00:00Z", expires_at: "2026-06-16T01:00:00Z" } }), FAILED, "trust.issued_in_future"),
    ...flips(26, "completeAttestations", "S5: an attestation that lives for a year", signed({ attestation: { expires_at: "2027-06-15T08:50:00Z" } }), FAILED, "trust.attestation_too_long"),
    ...flips(28, "completeAttestations", "S5: issued_at is no timestamp", signed({ attestation: { issued_at: "today" } }), FAILED, "trust.timestamp_malformed"),
    ...flips(30, "signedExtensions", "S6: one of two sources, and no word which", payment({ members: { provenance: two } }), UNTRUSTED, CHAIN),
    ...flips(32, "signedExtensions", "S6: a signed key id that is not the entry's", signed({ attestation: { x_key_id: "second" } }), FAILED, "trust.key_id_differs"),
    ...flips(34, "signedExtensions", "S14: a signed evidence digest that differs", signed({ attestation: { x_evidence_digest: sha256("") } }), FAILED, "trust.evidence_digest_differs"),
    ...flips(36, "signedExtensions", "S6: a signed extension of the wrong type", signed({ attestation: { x_nonce: 1 } }), FAILED, "trust.attestation_member"),
    ...flips(38, "signedExtensions", "S11: two attestations without a nonce", payment({ members: { provenance: two }, evidence: [sig({ attestation: { x_vouches_for: ["po-8812"] } }), sig({ key: "second", id: "scan", attestation: { x_vouches_for: ["scan"] } })] }), FAILED, ["trust.nonce_differs", "trust.nonce_differs"], { keyring: keyring({ approver: approver(), second: approver({ public_key: KEYS.second.publicKey }) }) }),
    ...flips(40, "checkAudience", "S7: another's audience", signed({ attestation: { audience: "gate.us" } }), FAILED, "trust.audience_differs", { audience: "gate.eu" }),
    ...flips(42, "checkAudience", "S7: no audience where one is demanded", payment(), FAILED, "trust.audience_missing", { audience: "gate.eu", audience_required: true }),
    ...flips(44, "keyScope", "S8: a key for receipts", payment(), FAILED, "trust.key_purpose", withApprover({ purpose: ["receipt"] })),
    ...flips(46, "keyScope", "S8: a key for another tool", payment(), FAILED, "trust.key_tool", withApprover({ tools: ["treasury.refund"] })),
    ...flips(48, "keyScope", "S8: an unscoped key", payment(), FAILED, "trust.key_unscoped", { keyring: keyring({ approver: KEYS.approver.publicKey }) }),
    ...flips(50, "keyScope", "S8: a key that the agent can use", payment(), UNTRUSTED, CHAIN, withApprover({ purpose: ["approve", "agent"] })),
    ...flips(52, "uniqueEvidenceIds", "S9: two entries of evidence share an id", payment({ members: NOTE, evidence: [file, file] }), "PIC_DUPLICATE_ID", "evidence.duplicate_id", { artifacts, call: NOTE_CALL }),
    ...flips(54, "resolveEveryReference", "S10: a reference that names no entry", payment({ members: { claims: [{ text: "PO-8812 was delivered", evidence: ["po-8812", "po-8813"] }] } }), UNTRUSTED, "provenance.dangling_reference"),
    block("options-056", "require_profile is no matter of the options: strict under a policy that asks for it", "options-057", payment({ evidence: [] }), "PIC_EVIDENCE_REQUIRED", "evidence.required", { with: { policy: policy({ require_profile: "strict" }) } }),
    allow("options-057", "require_profile: strict is what is asked for", payment(), { with: { policy: policy({ require_profile: "strict" }) } }),
    allow("options-058", "audience: interop says that it did not check", signed({ attestation: { audience: "gate.us" } }), { audience: "unchecked", with: { audience: "gate.eu", profile: "interop" } }),
    block("options-060", "interop keeps the digests: the amount was changed once signed", "options-061", signed({ attestation: { args_digest: sha256("{}") } }), FAILED, "trust.args_digest_differs", { with: { profile: "interop" } }),
    allow("options-061", "interop: what is signed is what is proposed", payment(), { with: { profile: "interop" } }),
    block("options-062", "interop keeps the end of an attestation: at the instant", "options-063", signed({ attestation: { expires_at: "2026-06-15T09:00:00Z" } }), FAILED, "trust.attestation_expired", { with: { profile: "interop" } }),
    allow("options-063", "interop keeps the end of an attestation: one nanosecond early", signed({ attestation: { expires_at: "2026-06-15T09:00:00.000000001Z" } }), { with: { profile: "interop" } }),
    block("options-064", "interop keeps the modes: a duplicate name never becomes free text", "options-061", signed({ payload: (text) => text.replace("{", '{"x":1,"x":1,'), signs: "payload" }), FAILED, "trust.payload_malformed", { with: { profile: "interop" } }),
    block("options-065", "interop asks for evidence by the stated impact too, where the policy has the tool as a low one", "options-066", payment({ members: { ...NOTE, impact: "money", provenance: trusted }, evidence: [] }), "PIC_EVIDENCE_REQUIRED", "evidence.required", { with: { call: "proposal-only", profile: { name: "interop", strict_trust: false } } }),
    allow("options-066", "interop: the same with evidence", note({}, { impact: "money", provenance: trusted }), { with: { call: "proposal-only", profile: { name: "interop", strict_trust: false } } }),
    block("options-067", "interop asks for evidence by the policy's impact, however low the stated one is", "options-015", payment({ members: { impact: "read" }, evidence: [] }), "PIC_EVIDENCE_REQUIRED", "evidence.required", { with: { artifacts, profile: "interop" } }),
    allow("options-068", "interop: a low impact on both sides needs none", payment({ members: NOTE, evidence: [] }), { with: { call: "proposal-only", profile: "interop" } }),
  ],
};
