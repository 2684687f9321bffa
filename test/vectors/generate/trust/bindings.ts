// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { ARGS, hash, payment, RIGHT, sha256, sig, signed } from "../proposal.js";
import { approver, keyring, SETTING } from "../setting.js";
import { FAILED, table, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.bindings);
const evidence = table(SPEC.bindings);
const vouch = table(SPEC.raises);
const PAYLOAD = { path: "/evidence/0/payload" };
const dearer = { ...ARGS, amount_minor: 1255000 };
const call = (args: typeof dearer) => ({ with: { call: { tool: "treasury.pay", args } } });
const source = (source?: string) => [{ id: "po-8812", trust: "untrusted", ...(source !== undefined && { source }) }];
const two = [{ id: "po-8812", trust: "untrusted" }, { id: "scan", trust: "untrusted" }];

const FILE = "file://po/8812.txt";
const OTHER = "file://po/8812-b.txt";
const artifacts = { [FILE]: { utf8: "delivered\n" }, [OTHER]: { utf8: "delivered twice\n" } };
const held = { with: { artifacts } };
const file = hash("scan", FILE, sha256("delivered\n"));
const other = hash("scan-b", OTHER, sha256("delivered twice\n"));
const labelled = hash("scan", FILE, sha256("delivered\n"), { attestor: "archive" });
const covering = sig({ attestation: { x_evidence_digest: RIGHT } });
const withFiles = (...parts: (typeof file)[]) => payment({ evidence: [...parts, covering] });
/** The attestation covers some entries; others are sent. */
const swapped = (covered: (typeof file)[], sent: (typeof file)[]) => {
  const original = JSON.parse(withFiles(...covered)) as { evidence: unknown[] };
  const replacement = JSON.parse(withFiles(...sent)) as { evidence: unknown[] };
  return JSON.stringify({ ...original, evidence: [...replacement.evidence.slice(0, -1), original.evidence.at(-1)] });
};

export const bindings: VectorFile = {
  path: "trust/bindings.json",
  rule: "bindings",
  spec: "trust.md",
  header: SETTING,
  cases: [
    allow("bindings-001", "everything signed is what is proposed", payment()),
    block("bindings-002", "the attestation is for another tool", "bindings-001", signed({ attestation: { tool: "treasury.refund" } }), FAILED, "trust.tool_differs", PAYLOAD),
    block("bindings-003", "the attestation's tool differs by case", "bindings-001", signed({ attestation: { tool: "Treasury.pay" } }), FAILED, "trust.tool_differs", PAYLOAD),
    block("bindings-004", "the attestation is for another impact", "bindings-001", signed({ attestation: { impact: "privacy" } }), FAILED, "trust.impact_differs", PAYLOAD),
    block("bindings-005", "the attestation names another source", "bindings-001", signed({ attestation: { provenance_ids: ["po-8813"], x_vouches_for: ["po-8812"] } }), FAILED, "trust.provenance_ids_differ", PAYLOAD),
    block("bindings-006", "the attestation names one source more", "bindings-001", signed({ attestation: { provenance_ids: ["po-8812", "scan"], x_vouches_for: ["po-8812"] } }), FAILED, "trust.provenance_ids_differ", PAYLOAD),
    block("bindings-007", "the attestation names no source", "bindings-001", signed({ attestation: { provenance_ids: [], x_vouches_for: ["po-8812"] } }), FAILED, "trust.provenance_ids_differ", PAYLOAD),
    allow("bindings-008", "two sources in proposal order", signed({ attestation: { x_vouches_for: ["po-8812"] } }, { members: { provenance: two } })),
    block("bindings-009", "two sources in another order", "bindings-008", signed({ attestation: { provenance_ids: ["scan", "po-8812"], x_vouches_for: ["po-8812"] } }, { members: { provenance: two } }), FAILED, "trust.provenance_ids_differ", PAYLOAD),
    block("bindings-010", "ids that only Unicode normalisation makes equal", "bindings-011", signed({ attestation: { provenance_ids: ["re\u0301sume\u0301"], x_vouches_for: ["r\u00e9sum\u00e9"] } }, { members: { provenance: [{ id: "r\u00e9sum\u00e9", trust: "untrusted" }], claims: [{ text: "t", evidence: ["r\u00e9sum\u00e9"] }] } }), FAILED, "trust.provenance_ids_differ", PAYLOAD),
    allow("bindings-011", "an id outside ASCII, the same code points", signed({}, { members: { provenance: [{ id: "r\u00e9sum\u00e9", trust: "untrusted" }], claims: [{ text: "t", evidence: ["r\u00e9sum\u00e9"] }] } })),
    block("bindings-012", "the amount was changed once signed", "bindings-001", signed({}, { afterwards: { action: { tool: "treasury.pay", args: dearer } } }), FAILED, "trust.args_digest_differs", { ...PAYLOAD, ...call(dearer) }),
    allow("bindings-013", "members of the arguments in another order: the same canonical form", signed({}, { afterwards: { action: { tool: "treasury.pay", args: { currency: "EUR", creditor: "cr_2041", amount_minor: 12550 } } } })),
    block("bindings-014", "one argument more than was signed", "bindings-001", signed({}, { afterwards: { action: { tool: "treasury.pay", args: { ...ARGS, urgent: true } } } }), FAILED, "trust.args_digest_differs", {
      ...PAYLOAD,
      with: { call: { tool: "treasury.pay", args: { ...ARGS, urgent: true } } },
    }),
    block("bindings-015", "arguments that only Unicode normalisation makes equal", "bindings-016", signed({}, { members: { action: { tool: "treasury.pay", args: { payee: "Caf\u00e9" } } }, afterwards: { action: { tool: "treasury.pay", args: { payee: "Cafe\u0301" } } } }), FAILED, "trust.args_digest_differs", {
      ...PAYLOAD,
      with: { call: { tool: "treasury.pay", args: { payee: "Cafe\u0301" } } },
    }),
    allow("bindings-016", "arguments outside ASCII, the same code points", signed({}, { members: { action: { tool: "treasury.pay", args: { payee: "Caf\u00e9" } } } }), { with: { call: { tool: "treasury.pay", args: { payee: "Caf\u00e9" } } } }),
    allow("bindings-017", "member names that sort by UTF-16 code unit", signed({}, { members: { action: { tool: "treasury.pay", args: { "\u{1f4e6}": 1, "\ufb33": 2 } } } }), { with: { call: { tool: "treasury.pay", args: { "\ufb33": 2, "\u{1f4e6}": 1 } } } }),
    block("bindings-018", "a claim's text was changed once signed", "bindings-001", signed({}, { afterwards: { claims: [{ text: "PO-8812 was delivered and may be paid twice", evidence: ["po-8812"] }] } }), FAILED, "trust.claims_digest_differs", PAYLOAD),
    block("bindings-019", "a claim was added once signed", "bindings-001", signed({}, { afterwards: { claims: [{ text: "PO-8812 was delivered and may be paid", evidence: ["po-8812"] }, { text: "so may PO-8813", evidence: ["po-8812"] }] } }), FAILED, "trust.claims_digest_differs", PAYLOAD),
    block("bindings-020", "the intent was changed once signed", "bindings-001", signed({}, { afterwards: { intent: "Settle purchase order PO-8813" } }), FAILED, "trust.intent_digest_differs", PAYLOAD),
    block("bindings-021", "the intent's digest is not that of a JSON string", "bindings-001", signed({ attestation: { intent_digest: sha256('"Settle purchase order PO-8812"') } }), FAILED, "trust.intent_digest_differs", PAYLOAD),
    allow("bindings-022", "the intent's digest is that of its UTF-8", signed({}, { members: { intent: "Zahle \u20ac 125,50 \u{1f4b6}" } })),
    block("bindings-023", "a wrong digest differs in its last digit alone", "bindings-001", signed({ attestation: { intent_digest: sha256("Settle purchase order PO-8812").replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) } }), FAILED, "trust.intent_digest_differs", PAYLOAD),

    evidence.allow("bindings-030", "S14: the signed digest covers source and file", withFiles(file), held),
    evidence.block("bindings-031", "S14: the source was changed once signed", "bindings-030", payment({ evidence: [file, covering], afterwards: { provenance: source("mail:inbox") } }), FAILED, "trust.evidence_digest_differs", { path: "/evidence/1/payload", ...held }),
    evidence.block("bindings-032", "S14: the source was taken out once signed", "bindings-030", payment({ evidence: [file, covering], afterwards: { provenance: source() } }), FAILED, "trust.evidence_digest_differs", { path: "/evidence/1/payload", ...held }),
    evidence.allow("bindings-033", "S14: a source that is absent is left out of the digest", payment({ members: { provenance: source() }, evidence: [file, covering] }), held),
    evidence.block("bindings-034", "S14: another file takes the place of the signed one", "bindings-030", swapped([file], [hash("scan", OTHER, sha256("delivered twice\n"))]), FAILED, "trust.evidence_digest_differs", { path: "/evidence/1/payload", ...held }),
    evidence.block("bindings-035", "S14: a file entry was taken out once signed", "bindings-030", swapped([file], []), FAILED, "trust.evidence_digest_differs", { path: "/evidence/0/payload", ...held }),
    evidence.block("bindings-036", "S14: a file entry was added once signed", "bindings-030", swapped([file], [file, other]), FAILED, "trust.evidence_digest_differs", { path: "/evidence/2/payload", ...held }),
    evidence.allow("bindings-037", "S14: two files in proposal order", withFiles(file, other), held),
    evidence.block("bindings-038", "S14: the files were put in another order once signed", "bindings-037", swapped([file, other], [other, file]), FAILED, "trust.evidence_digest_differs", { path: "/evidence/2/payload", ...held }),
    evidence.block("bindings-039", "S14: entries are covered whole, labels too", "bindings-030", swapped([file], [labelled]), FAILED, "trust.evidence_digest_differs", { path: "/evidence/1/payload", ...held }),
    evidence.allow("bindings-040", "S14: a declared trust level is no part of the digest", payment({ evidence: [file, covering], afterwards: { provenance: [{ id: "po-8812", trust: "trusted", source: "erp:purchase-orders" }] } }), held),
    evidence.allow("bindings-041", "S14: without the member nothing is covered", payment({ afterwards: { provenance: source("mail:inbox") } }), held),
    evidence.allow("bindings-042", "S14: without files the digest is over an empty list", signed({ attestation: { x_evidence_digest: RIGHT } }), held),

    vouch.allow("bindings-050", "S6: the signed key id is the entry's", signed({ attestation: { x_key_id: "approver" } })),
    vouch.block("bindings-051", "S6: the signed key id is another", "bindings-050", signed({ attestation: { x_key_id: "second" } }), FAILED, "trust.key_id_differs", PAYLOAD),
    vouch.block("bindings-052", "S6: the entry's key id was changed to another id of the same keyring", "bindings-050", signed({ attestation: { x_key_id: "approver" }, keyId: "approver.old" }), FAILED, "trust.key_id_differs", {
      ...PAYLOAD,
      with: { keyring: keyring({ "approver.old": approver() }) },
    }),
  ],
};
