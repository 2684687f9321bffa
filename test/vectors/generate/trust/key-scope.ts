// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { freeText, note, payment, sig, signed } from "../proposal.js";
import { approver, keyring, NOTE_CALL, policy, SETTING, TOOLS, withApprover } from "../setting.js";
import { FAILED, table, UNTRUSTED, type VectorFile } from "../vector-file.js";

const { allow, block, refuse } = table(SPEC.keyScope);
const KEY = { path: "/evidence/0/key_id" };
const forPurpose = (...purpose: string[]) => withApprover({ purpose });
const { public_key, purpose } = approver() as { public_key: string; purpose: string[] };
const noTools = { keyring: keyring({ approver: { public_key, purpose, impacts: ["money"] } }) };
const noImpacts = { keyring: keyring({ approver: { public_key, purpose, tools: ["treasury.pay"] } }) };
const bare = { keyring: keyring({ approver: KEYS.approver.publicKey }) };
const unscoped = { policy: policy({ allow_unscoped_keys: true }) };
const reference = { policy: { impact_by_tool: { "treasury.pay": "money" } } };
const audienced = (...audiences: string[]) => ({ ...withApprover({ audiences }), audience: "gate.eu" });

export const keyScope: VectorFile = {
  path: "trust/key-scope.json",
  rule: "key scope",
  spec: "trust.md",
  header: SETTING,
  cases: [
    allow("key-scope-001", "S8: purpose approve", payment(), { with: forPurpose("approve") }),
    allow("key-scope-002", "S8: purpose attest", payment(), { with: forPurpose("attest") }),
    allow("key-scope-003", "an entry without a purpose counts as approve and attest", payment(), {
      with: { keyring: keyring({ approver: { public_key, tools: ["treasury.pay"], impacts: ["money"] } }) },
    }),
    allow("key-scope-004", "approve beside another purpose", payment(), { with: forPurpose("receipt", "approve") }),
    block("key-scope-005", "purpose receipt alone", "key-scope-001", payment(), FAILED, "trust.key_purpose", { ...KEY, with: forPurpose("receipt") }),
    block("key-scope-006", "purpose upstream alone", "key-scope-001", payment(), FAILED, "trust.key_purpose", { ...KEY, with: forPurpose("upstream") }),
    block("key-scope-007", "purpose checkpoint alone", "key-scope-001", payment(), FAILED, "trust.key_purpose", { ...KEY, with: forPurpose("checkpoint") }),
    block("key-scope-008", "purpose break_glass alone", "key-scope-001", payment(), FAILED, "trust.key_purpose", { ...KEY, with: forPurpose("break_glass") }),
    block("key-scope-009", "purpose agent alone", "key-scope-001", payment(), FAILED, "trust.key_purpose", { ...KEY, with: forPurpose("agent") }),
    block("key-scope-010", "approve and agent: verified, and raises nothing", "key-scope-001", payment(), UNTRUSTED, "trust.no_trusted_chain", {
      path: "/claims",
      effective: { "po-8812": "untrusted" },
      with: forPurpose("approve", "agent"),
    }),
    allow("key-scope-011", "the agent's key beside the approver's raises nothing and hurts nothing", payment({
      members: { provenance: [{ id: "po-8812", trust: "untrusted" }, { id: "plan", trust: "untrusted" }] },
      evidence: [
        sig({ attestation: { x_vouches_for: ["po-8812"], x_nonce: "n-1" } }),
        sig({ key: "agent", id: "plan", attestation: { x_vouches_for: ["plan"], x_nonce: "n-1" } }),
      ],
    }), {
      effective: { "po-8812": "trusted", plan: "untrusted" },
      with: {
        keyring: keyring({
          approver: approver(),
          agent: { public_key: KEYS.agent.publicKey, purpose: ["attest", "agent"], tools: ["*"], impacts: ["*"] },
        }),
      },
    }),
    block("key-scope-012", "the key is for another tool", "key-scope-001", payment(), FAILED, "trust.key_tool", { ...KEY, with: withApprover({ tools: ["treasury.refund"] }) }),
    block("key-scope-013", "the key's tool differs by case", "key-scope-001", payment(), FAILED, "trust.key_tool", { ...KEY, with: withApprover({ tools: ["Treasury.pay"] }) }),
    block("key-scope-014", "a tool scope is no prefix", "key-scope-001", payment(), FAILED, "trust.key_tool", { ...KEY, with: withApprover({ tools: ["treasury"] }) }),
    allow("key-scope-015", "the tools scope is written out as *", payment(), { with: withApprover({ tools: ["*"] }) }),
    refuse("key-scope-016", "* beside a tool reads as a limit and is none", "key-scope-015", payment(), "/trusted_keys/approver/tools", withApprover({ tools: ["treasury.refund", "*"] })),
    block("key-scope-017", "the key is for another impact", "key-scope-001", payment(), FAILED, "trust.key_impact", { ...KEY, with: withApprover({ impacts: ["privacy"] }) }),
    allow("key-scope-018", "the impacts scope is written out as *", payment(), { with: withApprover({ impacts: ["*"] }) }),
    block("key-scope-019", "the impacts scope is tested on the operator's impact, not the stated one", "key-scope-020", signed({}, { members: { impact: "write" } }), FAILED, "trust.key_impact", {
      ...KEY,
      with: withApprover({ impacts: ["write"] }),
    }),
    allow("key-scope-020", "the operator's impact and the stated one are in scope", note({}), { with: { ...withApprover({ impacts: ["write"] }), call: NOTE_CALL } }),
    allow("key-scope-021", "the key is for this audience", payment(), { audience: "unchecked", with: audienced("gate.eu") }),
    block("key-scope-022", "the key is for another audience", "key-scope-021", payment(), FAILED, "trust.key_audience", { ...KEY, with: audienced("gate.us") }),
    allow("key-scope-023", "the audiences scope is written out as *", payment(), { with: audienced("*") }),
    allow("key-scope-024", "a key without audiences at a gate that has one", payment(), { audience: "unchecked", with: { audience: "gate.eu" } }),
    allow("key-scope-025", "audiences are not looked at where the verifier has none", payment(), { audience: "unchecked", with: withApprover({ audiences: ["gate.us"] }) }),
    block("key-scope-026", "a version 1 policy refuses a key without tools for a high impact", "key-scope-001", payment(), FAILED, "trust.key_unscoped", { ...KEY, with: noTools }),
    block("key-scope-027", "a version 1 policy refuses a key without impacts for a high impact", "key-scope-001", payment(), FAILED, "trust.key_unscoped", { ...KEY, with: noImpacts }),
    block("key-scope-028", "a version 1 policy refuses a key of the bare form for a high impact", "key-scope-001", payment(), FAILED, "trust.key_unscoped", { ...KEY, with: bare }),
    allow("key-scope-029", "allow_unscoped_keys lets it speak", payment(), { with: { ...bare, ...unscoped } }),
    allow("key-scope-030", "a low impact takes an unscoped key", note({}), { effective: { "po-8812": "trusted" }, with: { ...bare, call: NOTE_CALL } }),
    allow("key-scope-031", "a policy of the reference's form takes an unscoped key", payment(), { with: { ...bare, ...reference } }),
    block("key-scope-032", "a missing tools scope does not widen the impacts", "key-scope-029", payment(), FAILED, "trust.key_impact", {
      ...KEY,
      with: { ...unscoped, keyring: keyring({ approver: { public_key, purpose, impacts: ["privacy"] } }) },
    }),
    block("key-scope-033", "scope is tested for free text as well", "key-scope-034", payment({ members: { impact: "write", action: { tool: "notes.append", args: { note: "PO-8812 arrived" } } }, evidence: [freeText("PO-8812 was delivered")] }), FAILED, "trust.key_tool", {
      ...KEY,
      with: { ...withApprover({ tools: ["treasury.pay"] }), call: NOTE_CALL },
    }),
    allow("key-scope-034", "free text of a key in scope", payment({ members: { impact: "write", action: { tool: "notes.append", args: { note: "PO-8812 arrived" } } }, evidence: [freeText("PO-8812 was delivered")] }), {
      effective: { "po-8812": "untrusted" },
      with: { call: NOTE_CALL },
    }),
    block("key-scope-035", "a key out of scope is not even asked for its signature", "key-scope-001", signed({ signature: () => "AAAA" }), FAILED, "trust.key_purpose", { ...KEY, with: forPurpose("receipt") }),
    allow("key-scope-036", "allow_unscoped_keys of one tool", payment(), { with: { ...bare, policy: policy({ tools: { ...TOOLS, "treasury.pay": { impact: "money", allow_unscoped_keys: true } } }) } }),
  ],
};
