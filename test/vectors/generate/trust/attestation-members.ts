// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { note, sha256 } from "../proposal.js";
import { NOTE_CALL, SETTING } from "../setting.js";
import { type DecisionCase, FAILED, type Json, table, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.bindings);
const PAYLOAD = { path: "/evidence/0/payload" };
const fault = (number: string, title: string, attestation: { readonly [name: string]: Json | undefined }): DecisionCase =>
  block(`attestation-members-${number}`, title, "attestation-members-001", note({ attestation }), FAILED, "trust.attestation_member", PAYLOAD);
const UPPER = sha256("a").toUpperCase();

export const attestationMembers: VectorFile = {
  path: "trust/attestation-members.json",
  rule: "attestation members",
  spec: "trust.md",
  header: { ...SETTING, call: NOTE_CALL },
  cases: [
    allow("attestation-members-001", "every member of the right type", note({ attestation: { audience: "gate.eu", x_key_id: "approver", x_nonce: "n-1", x_vouches_for: [] } }), { effective: { "po-8812": "trusted" } }),
    fault("002", "tool is missing", { tool: undefined }),
    fault("003", "args_digest is missing", { args_digest: undefined }),
    fault("004", "impact is missing", { impact: undefined }),
    fault("005", "provenance_ids is missing", { provenance_ids: undefined }),
    fault("006", "claims_digest is missing", { claims_digest: undefined }),
    fault("007", "tool is null", { tool: null }),
    fault("008", "tool is an array of one", { tool: ["notes.append"] }),
    fault("009", "impact is a number", { impact: 1 }),
    fault("010", "provenance_ids is a string", { provenance_ids: "po-8812" }),
    fault("011", "provenance_ids holds a number", { provenance_ids: ["po-8812", 1] }),
    fault("012", "provenance_ids is an object", { provenance_ids: { "0": "po-8812", length: 1 } }),
    fault("013", "args_digest in upper case", { args_digest: UPPER }),
    fault("014", "args_digest one digit short", { args_digest: sha256("a").slice(1) }),
    fault("015", "args_digest one digit long", { args_digest: `${sha256("a")}0` }),
    fault("016", "args_digest with a prefix", { args_digest: `sha256:${sha256("a")}` }),
    fault("017", "args_digest with a line feed behind", { args_digest: `${sha256("a")}\n` }),
    fault("018", "claims_digest in upper case", { claims_digest: UPPER }),
    fault("019", "claims_digest is empty", { claims_digest: "" }),
    fault("020", "intent_digest is null", { intent_digest: null }),
    fault("021", "intent_digest in upper case", { intent_digest: UPPER }),
    fault("022", "audience is an array", { audience: ["gate.eu"] }),
    fault("023", "audience is null", { audience: null }),
    fault("024", "S6: x_key_id is a number", { x_key_id: 1 }),
    fault("025", "S11: x_nonce is a number", { x_nonce: 1 }),
    fault("026", "S11: x_nonce is null", { x_nonce: null }),
    fault("027", "S6: x_vouches_for is a string", { x_vouches_for: "po-8812" }),
    fault("028", "S6: x_vouches_for holds null", { x_vouches_for: ["po-8812", null] }),
    fault("029", "S14: x_evidence_digest is an object", { x_evidence_digest: {} }),
    fault("030", "S14: x_evidence_digest in upper case", { x_evidence_digest: UPPER }),
    allow("attestation-members-031", "an x_ member that the protocol does not name is ignored", note({ attestation: { x_other: 1 } }), { effective: { "po-8812": "trusted" } }),
    block("attestation-members-032", "all five required members are missing: said once", "attestation-members-001", note({ attestation: { tool: undefined, args_digest: undefined, impact: undefined, provenance_ids: undefined, claims_digest: undefined } }), FAILED, "trust.attestation_member", PAYLOAD),
  ],
};
