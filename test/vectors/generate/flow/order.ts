// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { ARGS, freeText, hash, NOTE, type ProposalParts, payment, sha256, sig, signed } from "../proposal.js";
import { approver, keyring, NOTE_CALL, policy, SETTING, TOOLS } from "../setting.js";
import { type DecisionCase, FAILED, type Members, REQUIRED, type Setting, table, UNTRUSTED, type VectorFile, VIOLATION } from "../vector-file.js";

const spec = SPEC.order;
const { allow } = table(spec);
type Said = { rules?: readonly string[]; path?: string; paths?: readonly string[]; more_issues?: number; with?: Setting };
/** Several faults at once: a case has no one twin. */
const first = (number: number, title: string, utf8: string, code: string, reasons: readonly string[], { with: setting = {}, ...said }: Said = {}): DecisionCase => ({
  id: `order-${String(number).padStart(3, "0")}`,
  title,
  spec,
  ...setting,
  input: { utf8 },
  expect: { verdict: "block", code, reasons, ...said },
});

const LIMIT = "PIC_LIMIT_EXCEEDED";
const INVALID = "PIC_INVALID_REQUEST";
const SCHEMA = "PIC_SCHEMA_INVALID";
const DUPLICATE = "PIC_DUPLICATE_ID";
const entry = { id: "po-8812", trust: "untrusted" };
const twice = [entry, entry];
const many = Array.from({ length: 65 }, (_, at) => ({ id: `s-${at}`, trust: "untrusted" }));
const doubled = (text: string) => text.replace('"impact":"money"', '"impact":"money","impact":"money"');
const denied: Setting = { policy: policy({ tools: { ...TOOLS, "treasury.pay": { impact: "money", deny: "FREEZE-7" } } }) };
const strictArgs: Members = { type: "object", properties: { amount_minor: { type: "integer", maximum: 10 } } };
const refund = { tool: "treasury.refund", args: ARGS };
const OTHER_ARGS = { ...ARGS, amount_minor: 1 };
const dangling = [{ text: "PO-8812 was delivered", evidence: ["po-8813"] }];
const bits = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const files = Array.from({ length: 40 }, (_, at) => hash(`scan-${at}`, `file://scan-${at}`, sha256("x")));

/** Every fault at once; one is mended after the other. */
const wrongCall = { tool: "treasury.refund", args: OTHER_ARGS };
const ladder = (members: ProposalParts["members"], more: Omit<ProposalParts, "members"> = {}) => payment({ members: { claims: dangling, ...members }, evidence: [], ...more });

/** Each reason of the policy stage, with the rule that causes it and that rule's id, in the order of the catalogue. */
const RUNGS: readonly (readonly [reason: string, rule: Members, id?: string])[] = [
  ["policy.impact_mismatch", { impact: "irreversible" }],
  ["policy.denied", { deny: "FREEZE-7" }, "FREEZE-7"],
  ["policy.args_invalid", { args: { ...strictArgs, additionalProperties: true } }],
  ["policy.principal", { principals: { id: "who", allow: ["agent-7"] } }, "who"],
  ["policy.when", { when: [{ id: "never", cel: "false" }] }, "never"],
  ["policy.approvals", { approvals: [{ id: "two", count: 2 }] }, "two"],
  ["policy.separation", { separation: { id: "apart" } }, "apart"],
  ["policy.check", { check: [{ id: "desk" }] }, "desk"],
  ["policy.limit", { limits: [{ id: "least", amount: "/amount_minor", max: 1 }] }, "least"],
];
const SIGNED = payment();
const barredFrom = (at: number): Setting => ({
  keyring: keyring({ approver: approver({ impacts: ["*"] }) }),
  policy: policy({ tools: { ...TOOLS, "treasury.pay": Object.assign({ impact: "money" }, ...RUNGS.slice(at).map(([, rule]) => rule)) as Members } }),
});

export const order: VectorFile = {
  path: "flow/order.json",
  rule: "order of codes and stages",
  spec: "decision.md",
  header: SETTING,
  cases: [
    // Limit, then invalid request.
    first(1, "over the byte limit and not JSON", "x".repeat(101), LIMIT, ["limit.bytes"], { with: { limits: { max_bytes: 100 } } }),
    first(2, "over the byte limit with a byte order mark", `\ufeff${"x".repeat(101)}`, LIMIT, ["limit.bytes"], { with: { limits: { max_bytes: 100 } } }),
    first(3, "too deep, and a syntax fault behind it: depth ends the scan", `{"a":${bits(40)},}`, LIMIT, ["limit.depth"]),
    first(4, "a syntax fault in front of what is too deep", `{,"a":${bits(40)}}`, INVALID, ["json.syntax"]),
    first(5, "too deep, and a duplicate name in front of it", `{"a":1,"a":${bits(40)}}`, LIMIT, ["limit.depth"]),
    first(6, "too many sources, and a duplicate name: counts come after JSON", doubled(payment({ members: { provenance: many } })), INVALID, ["json.duplicate_name"]),
    // Invalid request, then schema.
    first(7, "a duplicate name and a lone surrogate: both are told", doubled(payment({ members: { intent: "?" } })).replace('"?"', '"\\ud800"'), INVALID, ["json.duplicate_name", "json.lone_surrogate"]),
    first(8, "a duplicate name, and a member is missing", doubled(payment({ afterwards: { intent: undefined } })), INVALID, ["json.duplicate_name"]),
    first(9, "no object, which has no members either", "[]", INVALID, ["request.not_object"], { path: "" }),
    // Limit again, before the schema.
    first(10, "too many sources, and a member is missing", payment({ members: { provenance: many }, afterwards: { intent: undefined } }), LIMIT, ["limit.provenance"]),
    first(11, "too many of everything", payment({ members: { provenance: many, claims: Array(65).fill(dangling[0]) }, evidence: Array.from({ length: 65 }, () => freeText("seen")) }), LIMIT, ["limit.provenance", "limit.claims", "limit.evidence"], { paths: ["/provenance", "/claims", "/evidence"], with: { limits: { max_bytes: 200000 } } }),
    // Schema, then duplicate ids.
    first(12, "a member is missing, and two sources share an id", payment({ members: { provenance: twice }, afterwards: { intent: undefined } }), SCHEMA, ["wire.required"], { path: "/intent" }),
    first(13, "a surrogate alone, and a member is missing", payment({ members: { intent: "?" }, afterwards: { protocol: undefined } }).replace('"?"', '"\\ud800"'), SCHEMA, ["json.lone_surrogate"]),
    // Duplicate ids, then the tool.
    first(14, "two sources share an id, and the tool is another", payment({ members: { provenance: twice, action: refund } }), DUPLICATE, ["provenance.duplicate_id"], { path: "/provenance/1/id" }),
    first(15, "two sources and two entries of evidence share an id", payment({ members: { provenance: twice }, evidence: [sig(), sig()] }), DUPLICATE, ["provenance.duplicate_id", "evidence.duplicate_id"], { paths: ["/provenance/1/id", "/evidence/1/id"] }),
    // The tool, then the arguments.
    first(16, "another tool with other arguments: both are told", payment({ members: { action: { tool: "treasury.refund", args: OTHER_ARGS } } }), "PIC_TOOL_BINDING_MISMATCH", ["binding.tool_mismatch", "binding.args_mismatch"], { paths: ["/action/tool", "/action/args"] }),
    first(17, "another tool, and no evidence", payment({ members: { action: refund }, evidence: [] }), "PIC_TOOL_BINDING_MISMATCH", ["binding.tool_mismatch"]),
    // The arguments, then evidence required.
    first(18, "other arguments, and no evidence", payment({ members: { action: { tool: "treasury.pay", args: OTHER_ARGS } }, evidence: [] }), "PIC_ARG_BINDING_MISMATCH", ["binding.args_mismatch"], { path: "/action/args" }),
    first(19, "other arguments than were signed: the live call is asked before the digest", signed({}, { afterwards: { action: { tool: "treasury.pay", args: OTHER_ARGS } } }), "PIC_ARG_BINDING_MISMATCH", ["binding.args_mismatch"]),
    // Evidence required, then no chain, then policy.
    first(20, "no evidence, a dangling reference, and the tool is denied", payment({ members: { claims: dangling }, evidence: [] }), REQUIRED, ["evidence.required"], { with: denied }),
    first(21, "no evidence, and the impact is understated", payment({ members: { impact: "read" }, evidence: [] }), REQUIRED, ["evidence.required"]),
    // Evidence failed, then no chain.
    first(22, "a signature fails, and a reference dangles", signed({ signature: () => "AAAA" }, { members: { claims: dangling } }), FAILED, ["trust.signature_encoding"]),
    first(23, "a file is missing, and nothing raises trust", payment({ evidence: [hash("po-8812", "file://po/8812.txt", sha256("x"))] }), FAILED, ["evidence.artifact_unavailable"]),
    first(24, "a key is missing, and the tool is denied", signed({ keyId: "nobody" }), FAILED, ["trust.key_missing"], { with: denied }),
    first(25, "files are too large together, and a key is missing: work is bounded first", payment({ evidence: [hash("scan", "file://scan", sha256("x".repeat(30))), sig({ keyId: "nobody" })] }), LIMIT, ["limit.work"], { with: { limits: { max_artifacts_bytes: 20 }, artifacts: { "file://scan": { utf8: "x".repeat(30) } } } }),
    first(26, "files are too large together, and there is another live call", payment({ members: { action: refund }, evidence: [hash("scan", "file://scan", sha256("x".repeat(30)))] }), "PIC_TOOL_BINDING_MISMATCH", ["binding.tool_mismatch"], { with: { limits: { max_artifacts_bytes: 20 }, artifacts: { "file://scan": { utf8: "x".repeat(30) } } } }),
    // No chain, then policy.
    first(27, "nothing raises trust, and the tool is denied", payment({ evidence: [freeText("seen")] }), UNTRUSTED, ["trust.no_trusted_chain"], { path: "/claims", with: denied }),
    first(28, "nothing raises trust, and the policy does not name the tool", payment({ members: { action: { tool: "treasury.pay.v2", args: ARGS } }, evidence: [freeText("seen")] }), UNTRUSTED, ["trust.no_trusted_chain"], { with: { call: { tool: "treasury.pay.v2", args: ARGS }, keyring: keyring({ approver: approver({ tools: ["*"] }) }) } }),
    first(29, "nothing raises trust, and the impact is understated", payment({ members: { impact: "read" }, evidence: [freeText("seen")] }), UNTRUSTED, ["trust.no_trusted_chain"]),
    // Policy collects.
    first(30, "another impact, denied, arguments that do not fit: all are told", payment({ members: { impact: "privacy" } }), VIOLATION, ["policy.impact_mismatch", "policy.denied", "policy.args_invalid"], {
      paths: ["/impact", "/action/tool", "/action/args/amount_minor"],
      with: { keyring: keyring({ approver: approver({ impacts: ["*"] }) }), policy: policy({ tools: { "treasury.pay": { impact: "money", deny: "FREEZE-7", args: { ...strictArgs, additionalProperties: true } } } }) },
    }),

    // Within one entry of evidence the first failure ends it.
    first(40, "entry: too large, and malformed", signed({ payload: '{"attestation_version":1}' }), FAILED, ["trust.payload_too_large"], { with: { limits: { max_payload_bytes: 10 } } }),
    first(41, "entry: malformed, and the key is missing", signed({ payload: '{"attestation_version":1}', keyId: "nobody" }), FAILED, ["trust.payload_malformed"]),
    first(42, "entry: the key is revoked, and out of scope", payment(), FAILED, ["trust.key_revoked"], { with: { keyring: keyring({ approver: approver({ tools: ["x"] }) }, ["approver"]) } }),
    first(43, "entry: the key is expired, and the signature badly encoded", signed({ signature: () => "" }), FAILED, ["trust.key_expired"], { with: { keyring: keyring({ approver: approver({ expires_at: "2026-06-15T08:00:00Z" }) }) } }),
    first(44, "entry: purpose, tool, impact and audience are all out of scope", payment(), FAILED, ["trust.key_purpose"], { with: { audience: "gate.eu", keyring: keyring({ approver: approver({ purpose: ["receipt"], tools: ["x"], impacts: ["read"], audiences: ["y"] }) }) } }),
    first(45, "entry: tool, impact and audience are out of scope", payment(), FAILED, ["trust.key_tool"], { with: { audience: "gate.eu", keyring: keyring({ approver: approver({ tools: ["x"], impacts: ["read"], audiences: ["y"] }) }) } }),
    first(46, "entry: impact and audience are out of scope", payment(), FAILED, ["trust.key_impact"], { with: { audience: "gate.eu", keyring: keyring({ approver: approver({ impacts: ["read"], audiences: ["y"] }) }) } }),
    first(47, "entry: the audience is out of scope, and tools are not written", payment(), FAILED, ["trust.key_audience"], { with: { audience: "gate.eu", keyring: keyring({ approver: { public_key: approver().public_key as string, audiences: ["y"] } }) } }),
    first(48, "entry: the signature is badly encoded, and everything signed differs", signed({ signature: () => "AAAA", attestation: { tool: "x", impact: "read" } }), FAILED, ["trust.signature_encoding"]),
    first(49, "entry: the signature does not hold, and everything signed differs", signed({ key: "stranger", keyId: "approver", attestation: { tool: "x", impact: "read" } }), FAILED, ["trust.signature_invalid"]),

    // Once the signature holds, everything is told, in the order of the catalogue.
    first(50, "bindings, times and audience all differ: all are told", signed({
      attestation: {
        tool: "x", impact: "read", provenance_ids: [], args_digest: sha256("x"), claims_digest: sha256("x"), intent_digest: sha256("x"), x_evidence_digest: sha256("x"),
        issued_at: "2026-06-15T09:02:00Z", expires_at: "2026-06-15T08:00:00Z", x_key_id: "x", audience: "x",
      },
    }), FAILED, [
      "trust.tool_differs", "trust.impact_differs", "trust.provenance_ids_differ", "trust.args_digest_differs", "trust.claims_digest_differs", "trust.intent_digest_differs",
      "trust.evidence_digest_differs", "trust.issued_in_future", "trust.attestation_expired", "trust.attestation_too_long", "trust.key_id_differs", "trust.audience_differs",
    ], { with: { audience: "gate.eu" } }),
    first(51, "a member is missing, another differs, a time is malformed, the audience is missing", signed({ attestation: { tool: undefined, impact: "read", issued_at: "now" } }), FAILED, ["trust.attestation_member", "trust.impact_differs", "trust.timestamp_malformed", "trust.audience_missing"], { with: { audience: "gate.eu", audience_required: true } }),
    first(52, "two entries fail: both are told, by reason and not by place", payment({ evidence: [sig({ key: "stranger", keyId: "approver" }), hash("scan", "file://scan", sha256("x"))] }), FAILED, ["evidence.artifact_unavailable", "trust.signature_invalid"], { paths: ["/evidence/1/ref", "/evidence/0/signature"] }),
    first(53, "one reason at two places: by place", payment({ evidence: [hash("a", "file://a", sha256("x")), hash("b", "file://b", sha256("x"))] }), FAILED, ["evidence.artifact_unavailable", "evidence.artifact_unavailable"], { paths: ["/evidence/0/ref", "/evidence/1/ref"] }),
    first(54, "forty entries fail: 32 are told, the rest are counted", payment({ members: NOTE, evidence: files }), FAILED, Array(32).fill("evidence.artifact_unavailable"), { more_issues: 8, with: { call: NOTE_CALL } }),
    first(55, "one entry holds and one fails: trust is not told from the one that holds", payment({ evidence: [sig(), hash("scan", "file://scan", sha256("x"))] }), FAILED, ["evidence.artifact_unavailable"]),
    first(56, "an expired attestation beside one without a nonce", payment({ members: { provenance: [entry, { id: "scan", trust: "untrusted" }] }, evidence: [sig({ attestation: { x_vouches_for: ["po-8812"], x_nonce: "n", expires_at: "2026-06-15T08:55:00Z" } }), sig({ id: "scan", attestation: { x_vouches_for: ["scan"] } })] }), FAILED, ["trust.attestation_expired", "trust.nonce_differs"], { paths: ["/evidence/0/payload", "/evidence/1/payload"] }),

    // One fault mended after the other.
    first(60, "ladder: every fault at once", `\ufeff${doubled(ladder({ provenance: twice, action: wrongCall }, { afterwards: { intent: undefined } }))}`, INVALID, ["json.bom"], { with: denied }),
    first(61, "ladder: without the byte order mark", doubled(ladder({ provenance: twice, action: wrongCall }, { afterwards: { intent: undefined } })), INVALID, ["json.duplicate_name"], { with: denied }),
    first(62, "ladder: without the duplicate name", ladder({ provenance: twice, action: wrongCall }, { afterwards: { intent: undefined } }), SCHEMA, ["wire.required"], { with: denied }),
    first(63, "ladder: with the missing member", ladder({ provenance: twice, action: wrongCall }), DUPLICATE, ["provenance.duplicate_id"], { with: denied }),
    first(64, "ladder: with unique ids", ladder({ action: wrongCall }), "PIC_TOOL_BINDING_MISMATCH", ["binding.tool_mismatch", "binding.args_mismatch"], { with: denied }),
    first(65, "ladder: with the tool that is called", ladder({ action: { tool: "treasury.pay", args: OTHER_ARGS } }), "PIC_ARG_BINDING_MISMATCH", ["binding.args_mismatch"], { with: denied }),
    first(66, "ladder: with the arguments of the call", ladder({}), REQUIRED, ["evidence.required"], { with: denied }),
    first(67, "ladder: with evidence, of a key that is not there", ladder({}, { evidence: [freeText("seen", { keyId: "nobody" })] }), FAILED, ["trust.key_missing"], { with: denied }),
    first(68, "ladder: with free text of a key that is there", ladder({}, { evidence: [freeText("seen")] }), UNTRUSTED, ["provenance.dangling_reference", "trust.no_trusted_chain"], { with: denied }),
    first(69, "ladder: with claims that rest on the source", payment({ evidence: [freeText("seen")] }), UNTRUSTED, ["trust.no_trusted_chain"], { with: denied }),
    first(70, "ladder: with an attestation", payment(), VIOLATION, ["policy.denied"], { with: denied }),
    allow("order-071", "ladder: with a policy that does not deny", payment()),

    // The rules of a tool, one after the other.
    ...RUNGS.map(([reason], at) =>
      first(72 + at, `rules: from ${reason} on`, SIGNED, VIOLATION, RUNGS.slice(at).map(([each]) => each), { rules: RUNGS.slice(at).flatMap(([, , id]) => (id === undefined ? [] : [id])), with: barredFrom(at) }),
    ),
  ],
};
