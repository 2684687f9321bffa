// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { ORDER, payment, receipt, type SignatureParts, sig } from "../proposal.js";
import { approver, keyring, ruled, SETTING } from "../setting.js";
import { type Json, type Members, type Setting, table, type VectorFile, VIOLATION } from "../vector-file.js";

const fact = table(SPEC.facts);
const KEYRING = keyring({
  approver: approver(),
  receipts: { public_key: KEYS.receipts.publicKey, purpose: ["receipt"], tools: ["erp.purchase_order", "erp.order", "order"], impacts: ["money"] },
});
const PO = 'facts["erp.purchase_order"]';
const SAME = `${PO}.bound.tenant == context.tenant`;
const AMOUNT = `${PO}.result.amount_minor == args.amount_minor`;
const RULE: Members = { id: "order", contract: "erp.purchase_order", max_age_seconds: 120 };

const rules = (cel: string | readonly string[], anew: Members = {}): Setting =>
  ruled({ facts: [{ ...RULE, ...anew }], when: [cel].flat().map((one, at) => ({ id: `c-${at + 1}`, cel: one })) });
const withReceipt = (attestation: SignatureParts["attestation"] = {}) => payment({ evidence: [sig(), receipt({ attestation })] });
const READ = withReceipt();
const bare = payment();
const PAYLOAD = "/evidence/1/payload";
const CEL = "/tools/treasury.pay/when/0/cel";
const yes = (number: string, title: string, cel: string, input = READ, anew: Members = {}) => fact.allow(`facts-${number}`, title, input, { with: rules(cel, anew) });
const no = (number: string, title: string, cel: string, input = READ, anew: Members = {}, twin = "001") => fact.block(`facts-${number}`, title, `facts-${twin}`, input, VIOLATION, "policy.when", { path: "", rules: ["c-1"], with: rules(cel, anew) });
const refused = (number: string, title: string, cel: string, anew: Members = {}, place = CEL) => fact.refuse(`facts-${number}`, title, "facts-001", READ, place, rules(cel, anew));
const misformed = (number: string, title: string, facts: Json, place: string) => fact.refuse(`facts-${number}`, title, "facts-001", READ, `/tools/treasury.pay/facts${place}`, ruled({ facts, when: [{ id: "c-1", cel: SAME }] }));

export const facts: VectorFile = {
  path: "policy/facts.json",
  rule: "facts that conditions read",
  spec: "policy.md",
  header: { ...SETTING, keyring: KEYRING, audience: "gate.eu", context: { tenant: "acme" } },
  cases: [
    yes("001", "amount and tenant are those of the receipt", `${SAME} && ${AMOUNT}`),
    no("002", "another amount", `${SAME} && ${AMOUNT}`, withReceipt({ result: { ...ORDER, amount_minor: 12551 } })),
    no("003", "another tenant's receipt", `${SAME} && ${AMOUNT}`, withReceipt({ bound: { order: "PO-8812", tenant: "umbrella" } })),
    fact.block("facts-004", "no receipt: the fact and what reads it", "facts-001", bare, VIOLATION, ["policy.fact_missing", "policy.when"], { paths: ["/evidence", ""], rules: ["order", "c-1"], with: rules(SAME) }),
    fact.block("facts-005", "a receipt of another contract is not this fact", "facts-001", withReceipt({ contract: "erp.order" }), VIOLATION, ["policy.fact_missing", "policy.when"], { rules: ["order", "c-1"], with: rules(SAME) }),
    yes("006", "all that a fact says", `${SAME} && ${PO}.tool == 'erp.purchase_order' && ${PO}.contract_version == '2' && ${PO}.request_id == 'req.20260615' && size(${PO}.request_digest) == 64 && size(${PO}.result_digest) == 64 && now - timestamp(${PO}.issued_at) == duration('60s') && size(${PO}) == 8`),
    yes("007", "a condition may take the fact by select where its name allows", `facts.order.bound.tenant == context.tenant`, withReceipt({ contract: "order" }), { contract: "order" }),
    fact.block("facts-008", "a receipt without an approval is no evidence", "facts-001", payment({ evidence: [receipt()] }), "PIC_EVIDENCE_REQUIRED", "evidence.required", { with: rules(SAME) }),
    fact.block("facts-009", "interop knows no receipts", "facts-001", bare, VIOLATION, ["policy.fact_missing", "policy.when"], { with: { ...rules(SAME), profile: "interop" } }),

    fact.allow("facts-010", "as old as it may be", READ, { with: rules(SAME, { max_age_seconds: 60 }) }),
    fact.block("facts-011", "one nanosecond older", "facts-010", withReceipt({ issued_at: "2026-06-15T08:58:59.999999999Z" }), VIOLATION, ["policy.fact_stale", "policy.when"], { paths: [PAYLOAD, ""], rules: ["order", "c-1"], with: rules(SAME, { max_age_seconds: 60 }) }),
    fact.allow("facts-012", "one nanosecond younger", withReceipt({ issued_at: "2026-06-15T08:59:00.000000001Z" }), { with: rules(SAME, { max_age_seconds: 60 }) }),
    fact.allow("facts-013", "a version that is taken", READ, { with: rules(SAME, { versions: ["1", "2"] }) }),
    fact.block("facts-014", "a version that is not", "facts-013", READ, VIOLATION, ["policy.fact_version", "policy.when"], { paths: [PAYLOAD, ""], rules: ["order", "c-1"], with: rules(SAME, { versions: ["1", "3"] }) }),
    fact.block("facts-015", "neither version nor age", "facts-013", READ, VIOLATION, ["policy.fact_version", "policy.fact_stale", "policy.when"], { rules: ["order", "order", "c-1"], with: rules(SAME, { versions: ["3"], max_age_seconds: 59 }) }),
    fact.allow("facts-016", "refetch: issued when the approval was", withReceipt({ issued_at: "2026-06-15T08:50:00Z" }), { with: rules(SAME, { refetch: true, max_age_seconds: 3600 }) }),
    fact.block("facts-017", "refetch: issued one nanosecond before the approval", "facts-016", withReceipt({ issued_at: "2026-06-15T08:49:59.999999999Z" }), VIOLATION, ["policy.fact_stale", "policy.when"], { paths: [PAYLOAD, ""], with: rules(SAME, { refetch: true, max_age_seconds: 3600 }) }),
    fact.allow("facts-018", "without refetch the same passes", withReceipt({ issued_at: "2026-06-15T08:49:59.999999999Z" }), { with: rules(SAME, { max_age_seconds: 3600 }) }),

    fact.block("facts-019", "after who may use the tool, before what must be so and who agreed", "facts-001", bare, VIOLATION, ["policy.principal", "policy.fact_missing", "policy.when", "policy.approvals"], { rules: ["who", "order", "c-1", "two"], with: ruled({ facts: [RULE], when: [{ id: "c-1", cel: SAME }], principals: { id: "who", allow: ["agent-7"] }, approvals: [{ id: "two", count: 2 }] }) }),

    yes("020", "optional: not there, and not read", `!("erp.purchase_order" in facts) || (${SAME} && ${AMOUNT})`, bare, { optional: true }),
    no("021", "optional: there, and another amount", `!("erp.purchase_order" in facts) || (${SAME} && ${AMOUNT})`, withReceipt({ result: { ...ORDER, amount_minor: 1 } }), { optional: true }, "020"),
    fact.block("facts-022", "optional: there, and too old, it blocks", "facts-020", READ, VIOLATION, "policy.fact_stale", { path: PAYLOAD, rules: ["order"], with: rules(`!("erp.purchase_order" in facts) || (${SAME} && ${AMOUNT})`, { optional: true, max_age_seconds: 59 }) }),
    no("023", "optional: read all the same, it cannot be answered", SAME, bare, { optional: true }, "020"),

    fact.allow("facts-030", "what one condition compares, another rests on", READ, { with: rules([AMOUNT, SAME]) }),
    yes("031", "the comparison the other way round", `context.tenant == ${PO}.bound.tenant && ${AMOUNT}`),
    yes("032", "the comparison in each branch that reads", `args.currency == 'EUR' ? ${SAME} && ${AMOUNT} : ${SAME}`),
    yes("033", "a member of bound by index, an argument by index", `${PO}["bound"]["tenant"] == context["tenant"] && ${AMOUNT}`),
    refused("040", "no comparison at all", AMOUNT),
    refused("041", "a comparison with a constant", `${PO}.bound.tenant == 'acme' && ${AMOUNT}`),
    refused("042", "a comparison within the fact", `${PO}.bound.tenant == ${PO}.result.tenant && ${AMOUNT}`),
    refused("043", "a comparison of the result", `${PO}.result.tenant == context.tenant && ${AMOUNT}`),
    refused("044", "a comparison on one side of ||", `${SAME} || ${AMOUNT}`),
    refused("045", "a comparison that must not hold", `!(${SAME} && ${AMOUNT})`),
    refused("046", "inequality", `${PO}.bound.tenant != context.tenant && ${AMOUNT}`),
    refused("047", "bound as a whole", `${PO}.bound == context.bound && ${AMOUNT}`),
    refused("048", "a comparison that hangs on another fact of the action", `args.currency == 'USD' && ${SAME} || ${AMOUNT}`),
    refused("049", "a comparison under a word that goes over a list", `[1].exists(x, ${SAME}) && ${AMOUNT}`),
    refused("050", "a fact that the tool does not declare", `facts["erp.order"].bound.tenant == context.tenant && ${SAME}`),
    refused("051", "a name that is worked out", `facts[context.tenant].bound.tenant == context.tenant && ${SAME}`),
    refused("052", "facts as a whole", `size(facts) == 1 && ${SAME}`),
    refused("053", "all of facts one by one", `facts.all(name, name != '') && ${SAME}`),
    refused("054", "declared and not read", "args.amount_minor > 0", {}, "/tools/treasury.pay/facts/0/contract"),
    refused("055", "asked for and not read", '"erp.purchase_order" in facts', {}, "/tools/treasury.pay/facts/0/contract"),
    refused("056", "asked for, and not declared", `has(facts.order) && ${SAME}`),
    fact.refuse("facts-057", "read and nothing declared", "facts-001", READ, CEL, ruled({ when: [{ id: "c-1", cel: SAME }] })),

    fact.refuse("facts-058", "two facts, and the bound of one compared", "facts-001", READ, CEL, ruled({ facts: [RULE, { ...RULE, id: "other", contract: "erp.order" }], when: [{ id: "c-1", cel: `${SAME} && ${AMOUNT} && facts["erp.order"].result.amount_minor == args.amount_minor` }] })),

    fact.refuse("facts-060", "facts without a condition", "facts-001", READ, "/tools/treasury.pay/facts", ruled({ facts: [RULE] })),
    misformed("061", "no list", RULE, ""),
    misformed("062", "an empty list", [], ""),
    misformed("063", "no age", [{ id: "order", contract: "erp.purchase_order" }], "/0/max_age_seconds"),
    misformed("064", "an age of 0", [{ ...RULE, max_age_seconds: 0 }], "/0/max_age_seconds"),
    misformed("065", "no contract", [{ id: "order", max_age_seconds: 60 }], "/0/contract"),
    misformed("066", "no id", [{ contract: "erp.purchase_order", max_age_seconds: 60 }], "/0/id"),
    misformed("067", "refetch: false", [{ ...RULE, refetch: false }], "/0/refetch"),
    misformed("068", "optional: false", [{ ...RULE, optional: false }], "/0/optional"),
    misformed("069", "no versions at all", [{ ...RULE, versions: [] }], "/0/versions"),
    misformed("070", "a contract twice", [RULE, { ...RULE, id: "again" }], "/1/contract"),
    fact.refuse("facts-071", "the id of another rule", "facts-001", READ, "/tools/treasury.pay/when/0/id", rules(SAME, { id: "c-1" })),
    misformed("072", "a member nobody knows", [{ ...RULE, max_age: 60 }], "/0/max_age"),
  ],
};
