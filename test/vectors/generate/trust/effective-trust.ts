// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { freeText, hash, note, payment, sha256, sig, signed } from "../proposal.js";
import { approver, keyring, NOTE_CALL, SETTING } from "../setting.js";
import { FAILED, table, UNTRUSTED, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.effectiveTrust);
const vouch = table(SPEC.raises);
const causal = table(SPEC.causalRule);
const once = table(SPEC.singleUse);
const CHAIN = "trust.no_trusted_chain";
const CLAIMS = { path: "/claims" };
const nothing = { ...CLAIMS, effective: { "po-8812": "untrusted" } } as const;

const two = [{ id: "po-8812", trust: "untrusted" }, { id: "scan", trust: "untrusted" }];
const claim = (...evidence: string[]) => ({ text: "PO-8812 was delivered and may be paid", evidence });
const selfMade = [{ id: "po-8812", trust: "trusted" }];
const FILE = "file://po/8812.txt";
const held = { artifacts: { [FILE]: { utf8: "delivered\n" } } };
const file = (id: string) => hash(id, FILE, sha256("delivered\n"));
const NFC = "caf\u00e9";
const NFD = "cafe\u0301";
const both = { keyring: keyring({ approver: approver(), second: approver({ public_key: KEYS.second.publicKey }) }) };
const pair = (first: { x_nonce?: string | undefined; intent_digest?: undefined }, second: { x_nonce?: string | undefined }, more: object = {}) =>
  payment({
    members: { provenance: two, claims: [claim("po-8812")], ...more },
    evidence: [sig({ attestation: { x_vouches_for: ["po-8812"], ...first } }), sig({ key: "second", id: "scan", attestation: { x_vouches_for: ["scan"], ...second } })],
  });
const PAIR = { effective: { "po-8812": "trusted", scan: "trusted" }, with: both } as const;
const nonces = (...entries: number[]) => ({ paths: entries.map((entry) => `/evidence/${entry}/payload`), with: both });
const DANGLING = "provenance.dangling_reference";

export const effectiveTrust: VectorFile = {
  path: "trust/effective-trust.json",
  rule: "effective trust",
  spec: "trust.md",
  header: SETTING,
  cases: [
    allow("effective-trust-001", "a complete attestation raises the entry of its id", payment(), { effective: { "po-8812": "trusted" } }),
    allow("effective-trust-002", "an entry nobody vouches for stays untrusted", signed({ attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two } }), { effective: { "po-8812": "trusted", scan: "untrusted" } }),
    block("effective-trust-003", "a matching file hash raises nothing", "effective-trust-001", payment({ evidence: [file("po-8812")] }), UNTRUSTED, CHAIN, { ...nothing, with: held }),
    block("effective-trust-004", "a hash of the same id beside an orphaned signature", "effective-trust-001", payment({ evidence: [file("po-8812"), sig({ id: "scan" })] }), UNTRUSTED, CHAIN, { ...nothing, with: held }),
    block("effective-trust-005", "a signature whose id names no entry raises nothing", "effective-trust-001", signed({ id: "po-8813" }), UNTRUSTED, CHAIN, nothing),
    block("effective-trust-006", "nor does one that vouches for an entry it is not attached to", "effective-trust-001", signed({ id: "po-8813", attestation: { x_vouches_for: ["po-8812"] } }), UNTRUSTED, CHAIN, nothing),
    block("effective-trust-007", "the entry's own word counts for nothing", "effective-trust-001", payment({ members: { provenance: selfMade }, evidence: [freeText("PO-8812 may be paid")] }), UNTRUSTED, CHAIN, nothing),
    allow("effective-trust-008", "declared untrusted or trusted: the attestation decides", payment({ members: { provenance: selfMade } }), { effective: { "po-8812": "trusted" } }),
    allow("effective-trust-009", "declared trusted is lowered also for a low impact", note({ payload: "seen", signs: "payload" }, { provenance: selfMade }), { effective: { "po-8812": "untrusted" }, with: { call: NOTE_CALL } }),
    block("effective-trust-010", "an id differs by case", "effective-trust-001", signed({ id: "PO-8812" }), UNTRUSTED, CHAIN, nothing),
    block("effective-trust-011", "an id has a space behind it", "effective-trust-001", signed({ id: "po-8812 " }), UNTRUSTED, CHAIN, nothing),
    block("effective-trust-012", "ids that only Unicode normalisation makes equal are two entries", "effective-trust-013", payment({ members: { provenance: [{ id: NFC, trust: "untrusted" }, { id: NFD, trust: "untrusted" }], claims: [claim(NFC)] }, evidence: [sig({ id: NFD, attestation: { x_vouches_for: [NFD] } })] }), UNTRUSTED, CHAIN, { ...CLAIMS, effective: { [NFC]: "untrusted", [NFD]: "trusted" } }),
    allow("effective-trust-013", "the claim rests on the one that was raised", payment({ members: { provenance: [{ id: NFC, trust: "untrusted" }, { id: NFD, trust: "untrusted" }], claims: [claim(NFD)] }, evidence: [sig({ id: NFD, attestation: { x_vouches_for: [NFD] } })] }), { effective: { [NFC]: "untrusted", [NFD]: "trusted" } }),
    allow("effective-trust-014", "an entry named __proto__ is an entry like another", payment({ members: { provenance: [{ id: "__proto__", trust: "untrusted" }], claims: [claim("__proto__")] } })),
    block("effective-trust-015", "one failing entry fails the proposal, though another raises", "effective-trust-002", payment({ members: { provenance: two }, evidence: [sig({ attestation: { x_vouches_for: ["po-8812"] } }), file("scan")] }), FAILED, "evidence.artifact_unavailable", { path: "/evidence/1/ref" }),
    block("effective-trust-016", "evidence is verified at a low impact too", "effective-trust-009", note({ keyId: "nobody" }), FAILED, "trust.key_missing", { path: "/evidence/0/key_id", with: { call: NOTE_CALL } }),
    allow("effective-trust-017", "an empty list of evidence counts as none, for a low impact", payment({ members: { impact: "write", action: { tool: "notes.append", args: { note: "PO-8812 arrived" } }, evidence: [] }, evidence: [] }), { with: { call: NOTE_CALL } }),

    vouch.allow("effective-trust-020", "S6: the only provenance id is the entry's", payment()),
    vouch.block("effective-trust-021", "S6: one of two provenance ids vouches for neither", "effective-trust-022", payment({ members: { provenance: two } }), UNTRUSTED, CHAIN, { ...CLAIMS, effective: { "po-8812": "untrusted", scan: "untrusted" } }),
    vouch.allow("effective-trust-022", "S6: x_vouches_for lists the entry", signed({ attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two } })),
    vouch.block("effective-trust-023", "S6: x_vouches_for lists the other entry", "effective-trust-022", signed({ attestation: { x_vouches_for: ["scan"] } }, { members: { provenance: two } }), UNTRUSTED, CHAIN, CLAIMS),
    vouch.block("effective-trust-024", "S6: x_vouches_for is empty", "effective-trust-022", signed({ attestation: { x_vouches_for: [] } }, { members: { provenance: two } }), UNTRUSTED, CHAIN, CLAIMS),
    vouch.allow("effective-trust-025", "S6: x_vouches_for lists both", signed({ attestation: { x_vouches_for: ["scan", "po-8812"] } }, { members: { provenance: two } }), { effective: { "po-8812": "trusted", scan: "untrusted" } }),
    vouch.block("effective-trust-026", "S6: the entry's id was changed to one that is not vouched for", "effective-trust-022", signed({ id: "scan", attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two, claims: [claim("scan")] } }), UNTRUSTED, CHAIN, { ...CLAIMS, effective: { "po-8812": "untrusted", scan: "untrusted" } }),
    vouch.block("effective-trust-027", "S6: x_vouches_for differs by case", "effective-trust-022", signed({ attestation: { x_vouches_for: ["PO-8812"] } }, { members: { provenance: two } }), UNTRUSTED, CHAIN, CLAIMS),
    vouch.allow("effective-trust-028", "S6: the only provenance id needs no x_vouches_for", signed({ attestation: { x_vouches_for: [] } })),

    causal.block("effective-trust-030", "no claim rests on the trusted entry", "effective-trust-022", signed({ attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two, claims: [claim("scan")] } }), UNTRUSTED, CHAIN, { ...CLAIMS, effective: { "po-8812": "trusted", scan: "untrusted" } }),
    causal.block("effective-trust-031", "a claim without references", "effective-trust-020", payment({ members: { claims: [claim()] } }), UNTRUSTED, CHAIN, CLAIMS),
    causal.block("effective-trust-032", "no claims at all", "effective-trust-020", payment({ members: { claims: [] } }), UNTRUSTED, CHAIN, CLAIMS),
    causal.allow("effective-trust-033", "one claim of two rests on the trusted entry", signed({ attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two, claims: [claim("scan"), claim("po-8812")] } })),
    causal.allow("effective-trust-034", "one reference of two is the trusted entry", signed({ attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two, claims: [claim("scan", "po-8812")] } })),
    causal.allow("effective-trust-035", "a low impact needs no trusted entry", payment({ members: { impact: "write", action: { tool: "notes.append", args: { note: "PO-8812 arrived" } } }, evidence: [] }), { effective: { "po-8812": "untrusted" }, with: { call: NOTE_CALL } }),
    causal.block("effective-trust-036", "S10: a reference that names no entry", "effective-trust-020", payment({ members: { claims: [claim("po-8812", "po-8813")] } }), UNTRUSTED, DANGLING, { path: "/claims/0/evidence/1" }),
    causal.block("effective-trust-037", "S10: in a claim that nothing hangs on", "effective-trust-020", payment({ members: { claims: [claim("po-8812"), claim("po-8813")] } }), UNTRUSTED, DANGLING, { path: "/claims/1/evidence/0" }),
    causal.block("effective-trust-038", "S10: the name of an inherited member is no entry", "effective-trust-020", payment({ members: { claims: [claim("po-8812", "constructor")] } }), UNTRUSTED, DANGLING, { path: "/claims/0/evidence/1" }),
    causal.allow("effective-trust-039", "S10: for a low impact it is a fact", note({}, { claims: [claim("po-8813")] }), { with: { call: NOTE_CALL } }),
    causal.block("effective-trust-040", "both: a dangling reference and no trusted entry", "effective-trust-020", payment({ members: { claims: [claim("po-8813")] } }), UNTRUSTED, [DANGLING, CHAIN], { path: "/claims/0/evidence/0" }),

    once.allow("effective-trust-050", "S11: two attestations with one nonce", pair({ x_nonce: "pay-1" }, { x_nonce: "pay-1" }), PAIR),
    once.block("effective-trust-051", "S11: two attestations with two nonces", "effective-trust-050", pair({ x_nonce: "pay-1" }, { x_nonce: "pay-2" }), FAILED, "trust.nonce_differs", nonces(1)),
    once.block("effective-trust-052", "S11: only the first of two has a nonce", "effective-trust-050", pair({ x_nonce: "pay-1" }, {}), FAILED, "trust.nonce_differs", nonces(1)),
    once.block("effective-trust-053", "S11: only the second of two has a nonce", "effective-trust-050", pair({}, { x_nonce: "pay-1" }), FAILED, "trust.nonce_differs", nonces(0)),
    once.block("effective-trust-054", "S11: neither of two has a nonce", "effective-trust-050", pair({}, {}), FAILED, ["trust.nonce_differs", "trust.nonce_differs"], nonces(0, 1)),
    once.allow("effective-trust-055", "S11: one attestation alone needs no nonce", payment()),
    once.allow("effective-trust-056", "S11: one attestation alone with a nonce", signed({ attestation: { x_nonce: "pay-1" } })),
    once.block("effective-trust-057", "S11: nonces differ by case", "effective-trust-050", pair({ x_nonce: "pay-1" }, { x_nonce: "Pay-1" }), FAILED, "trust.nonce_differs", nonces(1)),
    once.block("effective-trust-058", "S11: an attestation that raises nothing has its nonce held against the other", "effective-trust-050", pair({ x_nonce: "pay-1", intent_digest: undefined }, { x_nonce: "pay-2" }), FAILED, "trust.nonce_differs", nonces(1)),
    once.allow("effective-trust-059", "S11: free text beside an attestation has no nonce", payment({ members: { provenance: two }, evidence: [sig({ attestation: { x_vouches_for: ["po-8812"] } }), freeText("seen", { key: "second", id: "scan" })] }), { effective: { "po-8812": "trusted", scan: "untrusted" }, with: both }),
    once.allow("effective-trust-060", "S11: an empty nonce is a nonce", pair({ x_nonce: "" }, { x_nonce: "" }), PAIR),
  ],
};
