// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS, type KeyName } from "../keys.js";
import { freeText, NOTE, payment, sig } from "../proposal.js";
import { keyring, NOTE_CALL, policy, ruled, SETTING, TOOLS } from "../setting.js";
import { type Json, type Members, type Setting, table, type VectorFile, VIOLATION } from "../vector-file.js";

const as = (principal: Json): Setting => ({ context: { principal } });

const who = table(SPEC.principals);
const LISTED = ruled({ principals: { id: "who-pays", allow: ["agent-7", "agent-8"] } });
const passes = (number: string, title: string, setting: Setting) => who.allow(`principals-${number}`, title, payment(), { with: setting, rules: [] });
const stops = (number: string, title: string, setting: Setting) => who.block(`principals-${number}`, title, "principals-001", payment(), VIOLATION, "policy.principal", { path: "", rules: ["who-pays"], with: setting });
const wrong = (number: string, title: string, place: string, principals: Json) => who.refuse(`principals-${number}`, title, "principals-001", payment(), `/tools/treasury.pay/principals${place}`, ruled({ principals }));
export const principals: VectorFile = {
  path: "policy/principals.json",
  rule: "who may use a tool",
  spec: "policy.md",
  header: { ...SETTING, ...LISTED },
  cases: [
    passes("001", "who asks is listed", as("agent-7")),
    passes("002", "who asks is listed second", as("agent-8")),
    stops("003", "who asks is not listed", as("agent-9")),
    stops("004", "nobody asks", {}),
    stops("005", "the context names nobody", { context: { session: "s-1" } }),
    stops("006", "another case", as("Agent-7")),
    stops("007", "a space behind", as("agent-7 ")),
    stops("008", "no prefix", as("agent-")),
    stops("009", "more behind", as("agent-71")),
    stops("010", "a Cyrillic letter", as("\u0430gent-7")),
    stops("011", "a list of one principal", as(["agent-7"])),
    stops("012", "null", as(null)),
    stops("013", "an empty text", as("")),
    stops("014", "a number", as(7)),
    stops("015", "the name of an inherited member", as("constructor")),
    stops("016", "under interop too", { ...as("agent-9"), profile: "interop" }),
    passes("017", "further members of the context", { context: { principal: "agent-7", tenant: "t-1" } }),
    passes("018", "a tool without the rule asks nobody", { policy: policy() }),
    wrong("030", "an empty list", "/allow", { id: "who-pays", allow: [] }),
    wrong("031", "no list", "/allow", { id: "who-pays" }),
    wrong("032", "no id", "/id", { allow: ["agent-7"] }),
    wrong("033", "a principal twice", "/allow/1", { id: "who-pays", allow: ["agent-7", "agent-7"] }),
    wrong("034", "a principal with a space behind", "/allow/0", { id: "who-pays", allow: ["agent-7 "] }),
    wrong("035", "a principal with an invisible character", "/allow/0", { id: "who-pays", allow: ["agent\u200b-7"] }),
    wrong("036", "an unknown member", "/deny", { id: "who-pays", allow: ["agent-7"], deny: ["agent-8"] }),
  ],
};

type Held = { readonly owner?: string; readonly roles?: readonly string[]; readonly purpose?: readonly string[] };
const key = (name: KeyName, { purpose, ...held }: Held): Members => ({
  public_key: KEYS[name].publicKey,
  ...(purpose === undefined ? { purpose: ["approve"] } : purpose.length > 0 && { purpose }),
  tools: ["treasury.pay", "notes.append"],
  impacts: ["money", "write"],
  ...held,
});
const FINANCE = ["finance"];
export const PEOPLE = keyring({
  approver: key("approver", { owner: "R. Vance", roles: FINANCE }),
  second: key("second", { owner: "M. Okafor", roles: FINANCE }),
  third: key("third", { owner: "R. Vance", roles: FINANCE }),
});
const withKeys = (anew: Members): Setting => ({ keyring: keyring({ ...(PEOPLE.trusted_keys as Members), ...anew }) });

/** A payment with a source for each signer, who vouches for that source alone. */
export function approvedBy(signers: readonly KeyName[], members: Members = {}): string {
  const provenance = signers.map((_, at) => ({ id: `word-${at + 1}`, trust: "untrusted" }));
  return payment({
    members: { provenance, claims: [{ text: "PO-8812 may be paid", evidence: ["word-1"] }], ...members },
    evidence: signers.map((name, at) => sig({ key: name, id: `word-${at + 1}`, attestation: { x_nonce: "n-1", x_vouches_for: [`word-${at + 1}`] } })),
  });
}

const quorum = table(SPEC.approvals);
const TWO: Members = { id: "two-finance", count: 2, role: "finance" };
const DEMAND = ruled({ approvals: [TWO] });
const enough = (number: string, title: string, signers: readonly KeyName[], setting: Setting = {}) => quorum.allow(`approvals-${number}`, title, approvedBy(signers), { with: setting, rules: [] });
const few = (number: string, title: string, signers: readonly KeyName[], setting: Setting = {}, rules: readonly string[] = ["two-finance"]) =>
  quorum.block(`approvals-${number}`, title, "approvals-001", approvedBy(signers), VIOLATION, "policy.approvals", { path: "/evidence", rules, with: setting });
const wrongQuorum = (number: string, title: string, place: string, ...approvals: readonly Json[]) => quorum.refuse(`approvals-${number}`, title, "approvals-001", payment(), `/tools/treasury.pay/approvals${place}`, ruled({ approvals }));
const BOTH: readonly KeyName[] = ["approver", "second"];
export const approvals: VectorFile = {
  path: "policy/approvals.json",
  rule: "how many approve",
  spec: "policy.md",
  header: { ...SETTING, ...DEMAND, keyring: PEOPLE },
  cases: [
    enough("001", "two owners of the role", BOTH),
    few("002", "one owner", ["approver"]),
    few("003", "one owner with two keys", ["approver", "third"]),
    enough("004", "one owner with two keys, and another", ["approver", "third", "second"]),
    quorum.block("approvals-005", "one key twice", "approvals-001", approvedBy(["approver", "approver"]), VIOLATION, "policy.approvals", { path: "/evidence", rules: ["two-finance"] }),
    few("006", "the second lacks the role", BOTH, withKeys({ second: key("second", { owner: "M. Okafor", roles: ["legal"] }) })),
    few("007", "the second has no role", BOTH, withKeys({ second: key("second", { owner: "M. Okafor" }) })),
    few("008", "the second has no owner", BOTH, withKeys({ second: key("second", { roles: FINANCE }) })),
    few("009", "the second's purpose is not written", BOTH, withKeys({ second: key("second", { owner: "M. Okafor", roles: FINANCE, purpose: [] }) })),
    few("010", "the second attests, and does not approve", BOTH, withKeys({ second: key("second", { owner: "M. Okafor", roles: FINANCE, purpose: ["attest"] }) })),
    enough("011", "the second approves and attests", BOTH, withKeys({ second: key("second", { owner: "M. Okafor", roles: FINANCE, purpose: ["attest", "approve"] }) })),
    few("012", "the second is the agent's key too", BOTH, withKeys({ second: key("second", { owner: "M. Okafor", roles: FINANCE, purpose: ["approve", "agent"] }) })),
    few("013", "the second breaks glass too", BOTH, withKeys({ second: key("second", { owner: "M. Okafor", roles: FINANCE, purpose: ["approve", "break_glass"] }) })),
    enough("015", "owners that differ by a letter's case", ["approver", "third"], withKeys({ third: key("third", { owner: "R. vance", roles: FINANCE }) })),
    quorum.allow("approvals-016", "without a role every approving owner counts", approvedBy(BOTH), { with: { ...ruled({ approvals: [{ id: "two", count: 2 }] }), ...withKeys({ second: key("second", { owner: "M. Okafor" }) }) } }),
    few("017", "two demands, one met", BOTH, ruled({ approvals: [{ id: "two", count: 2 }, { id: "legal", count: 1, role: "legal" }] }), ["legal"]),
    enough("018", "two demands met by the same owners", BOTH, ruled({ approvals: [{ id: "two", count: 2 }, { id: "one-finance", count: 1, role: "finance" }] })),
    few("019", "three are asked for", BOTH, ruled({ approvals: [{ id: "three", count: 3 }] }), ["three"]),
    quorum.block("approvals-020", "the second's word was for another entry, and raised nothing", "approvals-001", payment({ members: { provenance: [{ id: "word-1", trust: "untrusted" }, { id: "word-2", trust: "untrusted" }], claims: [{ text: "PO-8812 may be paid", evidence: ["word-1"] }] }, evidence: [sig({ id: "word-1", attestation: { x_nonce: "n-1", x_vouches_for: ["word-1"] } }), sig({ key: "second", id: "word-2", attestation: { x_nonce: "n-1", x_vouches_for: ["word-1"] } })] }), VIOLATION, "policy.approvals", { path: "/evidence", rules: ["two-finance"], effective: { "word-1": "trusted", "word-2": "untrusted" } }),
    quorum.block("approvals-021", "the second's free text is nobody's word", "approvals-001", payment({ members: { provenance: [{ id: "word-1", trust: "untrusted" }, { id: "word-2", trust: "untrusted" }], claims: [{ text: "PO-8812 may be paid", evidence: ["word-1"] }] }, evidence: [sig({ id: "word-1", attestation: { x_vouches_for: ["word-1"] } }), freeText("approved", { key: "second", id: "word-2" })] }), VIOLATION, "policy.approvals", { path: "/evidence", rules: ["two-finance"] }),
    quorum.block("approvals-022", "free text does not count under interop either", "approvals-023", payment({ members: { provenance: [{ id: "word-1", trust: "untrusted" }, { id: "word-2", trust: "untrusted" }], claims: [{ text: "PO-8812 may be paid", evidence: ["word-1"] }] }, evidence: [sig({ id: "word-1" }), freeText("approved", { key: "second", id: "word-2" })] }), VIOLATION, "policy.approvals", { rules: ["two-finance"], with: { profile: "interop" } }),
    enough("023", "two owners under interop", BOTH, { profile: "interop" }),
    quorum.allow("approvals-024", "a low impact with an approval that the policy asks for", approvedBy(["approver"], NOTE), { with: { call: NOTE_CALL, policy: policy({ tools: { ...TOOLS, "notes.append": { impact: "write", approvals: [{ id: "one", count: 1 }] } } }) } }),
    quorum.block("approvals-025", "a low impact without one", "approvals-024", payment({ members: NOTE, evidence: [] }), VIOLATION, "policy.approvals", { rules: ["one"], with: { call: NOTE_CALL, policy: policy({ tools: { ...TOOLS, "notes.append": { impact: "write", approvals: [{ id: "one", count: 1 }] } } }) } }),
    quorum.block("approvals-026", "a call without a proposal brings nobody's word", "approvals-024", { absent: true }, VIOLATION, "policy.approvals", { rules: ["one"], with: { call: NOTE_CALL, policy: policy({ tools: { ...TOOLS, "notes.append": { impact: "write", pic: "optional", approvals: [{ id: "one", count: 1 }] } } }) } }),
    wrongQuorum("030", "none is asked for", "/0/count", { id: "two", count: 0 }),
    wrongQuorum("031", "no count", "/0/count", { id: "two" }),
    wrongQuorum("032", "more than a proposal can carry", "/0/count", { id: "two", count: 65 }),
    wrongQuorum("033", "a role that is no name", "/0/role", { id: "two", count: 2, role: "fin ance" }),
    wrongQuorum("034", "one id for two demands", "/1/id", { id: "two", count: 2 }, { id: "two", count: 1 }),
    wrongQuorum("035", "a misspelled member", "/0/roles", { id: "two", count: 2, roles: ["finance"] }),
  ],
};

const apart = table(SPEC.separation);
const EYES = ruled({ separation: { id: "four-eyes" } });
const other = (number: string, title: string, signers: readonly KeyName[], setting: Setting) => apart.allow(`separation-${number}`, title, approvedBy(signers), { with: setting, rules: [] });
const same = (number: string, title: string, signers: readonly KeyName[], setting: Setting) => apart.block(`separation-${number}`, title, "separation-001", approvedBy(signers), VIOLATION, "policy.separation", { path: "/evidence", rules: ["four-eyes"], with: setting });
export const separation: VectorFile = {
  path: "policy/separation.json",
  rule: "who asks does not approve",
  spec: "policy.md",
  header: { ...SETTING, ...EYES, keyring: PEOPLE },
  cases: [
    other("001", "somebody else approves", ["approver"], as("M. Okafor")),
    same("002", "who asks approves", ["approver"], as("R. Vance")),
    same("003", "who asks is the second of two", ["approver", "second"], as("M. Okafor")),
    same("004", "nobody asks", ["approver"], {}),
    same("005", "a principal that is no text", ["approver"], as(["M. Okafor"])),
    same("006", "nobody holds the key", ["approver"], { ...as("M. Okafor"), ...withKeys({ approver: key("approver", { roles: FINANCE }) }) }),
    same("007", "who asks attests", ["approver"], { ...as("R. Vance"), ...withKeys({ approver: key("approver", { owner: "R. Vance", purpose: ["attest"] }) }) }),
    other("008", "an owner that differs by case is another", ["approver"], as("r. vance")),
    apart.allow("separation-009", "who asks signed for another entry, and raised nothing", payment({ members: { provenance: [{ id: "word-1", trust: "untrusted" }, { id: "word-2", trust: "untrusted" }], claims: [{ text: "PO-8812 may be paid", evidence: ["word-1"] }] }, evidence: [sig({ id: "word-1", attestation: { x_nonce: "n-1", x_vouches_for: ["word-1"] } }), sig({ key: "second", id: "word-2", attestation: { x_nonce: "n-1", x_vouches_for: ["word-1"] } })] }), { with: as("M. Okafor") }),
    same("010", "under interop too", ["approver"], { ...as("R. Vance"), profile: "interop" }),
    apart.refuse("separation-030", "no id", "separation-001", payment(), "/tools/treasury.pay/separation/id", ruled({ separation: {} })),
    apart.refuse("separation-031", "no object", "separation-001", payment(), "/tools/treasury.pay/separation", ruled({ separation: true })),
    apart.refuse("separation-032", "the id of another rule", "separation-001", payment(), "/tools/treasury.pay/separation/id", ruled({ deny: "four-eyes", separation: { id: "four-eyes" } })),
  ],
};
