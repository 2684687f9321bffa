// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { ARGS, hash, NOTE, NOTE_ARGS, note, payment, sha256 } from "../proposal.js";
import { approver, keyring, NOTE_CALL, policy, SETTING, TOOLS } from "../setting.js";
import { type Json, type Members, REQUIRED, type Setting, table, UNTRUSTED, type VectorFile, VIOLATION } from "../vector-file.js";

const WIDE = keyring({ approver: approver({ tools: ["*"], impacts: ["*"] }) });
const TOOL = { path: "/action/tool" };
const IMPACT = { path: "/impact" };
const acting = (tool: string, args: Json = ARGS) => ({ action: { tool, args } });
const calling = (tool: string, more: Setting = {}, args: Json = ARGS): { with: Setting } => ({ with: { call: { tool, args }, ...more } });
const tools = (anew: Members): Setting => ({ policy: policy({ tools: { ...TOOLS, ...anew } }) });
const NAMED = "Treasury.pay";

const unknown = table(SPEC.toolUnknown);
export const toolUnknown: VectorFile = {
  path: "policy/tool-unknown.json",
  rule: "unknown tools",
  spec: "policy.md",
  header: { ...SETTING, keyring: WIDE },
  cases: [
    unknown.allow("tool-unknown-001", "S2: the policy names the tool", payment()),
    unknown.block("tool-unknown-002", "S2: the policy does not name the tool, though a key vouches", "tool-unknown-001", payment({ members: acting("treasury.pay.v2") }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("treasury.pay.v2") }),
    unknown.block("tool-unknown-003", "S2: the tool's name differs by case", "tool-unknown-001", payment({ members: acting(NAMED) }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling(NAMED) }),
    unknown.block("tool-unknown-004", "S2: the tool's name has a space behind it", "tool-unknown-001", payment({ members: acting("treasury.pay ") }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("treasury.pay ") }),
    unknown.block("tool-unknown-005", "S2: the tool's name has a Cyrillic letter", "tool-unknown-001", payment({ members: acting("tre\u0430sury.pay") }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("tre\u0430sury.pay") }),
    unknown.block("tool-unknown-006", "S2: a low impact does not help", "tool-unknown-007", payment({ members: { impact: "read", ...acting("notes.search") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("notes.search") }),
    unknown.allow("tool-unknown-007", "S2: the same with the tool named", payment({ members: { impact: "read", ...acting("notes.search") }, evidence: [] }), calling("notes.search", tools({ "notes.search": { impact: "read" } }))),
    unknown.block("tool-unknown-008", "S2: a tool with the name of an inherited member", "tool-unknown-007", payment({ members: { impact: "read", ...acting("constructor") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("constructor") }),
    unknown.block("tool-unknown-009", "S2: a tool named __proto__", "tool-unknown-007", payment({ members: { impact: "read", ...acting("__proto__") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("__proto__") }),
    unknown.block("tool-unknown-010", "S2: an empty policy names no tool", "tool-unknown-007", payment({ members: { impact: "read", ...acting("notes.search") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("notes.search", { policy: {} }) }),
    unknown.block("tool-unknown-011", "S2: a version 1 policy without tools names none", "tool-unknown-007", payment({ members: { impact: "read", ...acting("notes.search") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("notes.search", { policy: policy({ tools: {} }) }) }),
    unknown.block("tool-unknown-012", "until the policy is asked, the proposal's impact counts: no evidence", "tool-unknown-001", payment({ members: acting("treasury.pay.v2"), evidence: [] }), REQUIRED, "evidence.required", { path: "/evidence", ...calling("treasury.pay.v2") }),
    unknown.block("tool-unknown-013", "a tool name is no prefix", "tool-unknown-007", payment({ members: { impact: "read", ...acting("notes") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("notes", tools({ "notes.search": { impact: "read" } })) }),
    unknown.block("tool-unknown-014", "S2: the reference's form names its tools in impact_by_tool", "tool-unknown-015", payment({ members: { impact: "read", ...acting("notes.search") }, evidence: [] }), VIOLATION, "policy.tool_unknown", { ...TOOL, ...calling("notes.search", { policy: { impact_by_tool: { "treasury.pay": "money" } } }) }),
    unknown.allow("tool-unknown-015", "S2: the reference's form with the tool named", payment({ members: { impact: "read", ...acting("notes.search") }, evidence: [] }), calling("notes.search", { policy: { impact_by_tool: { "notes.search": "read" } } })),
  ],
};

const impact = table(SPEC.impactMismatch);
export const impactMismatch: VectorFile = {
  path: "policy/impact-mismatch.json",
  rule: "the operator's impact",
  spec: "policy.md",
  header: { ...SETTING, keyring: WIDE },
  cases: [
    impact.allow("impact-mismatch-001", "S3: the stated impact is the operator's", payment()),
    impact.block("impact-mismatch-002", "S3: understated, though the chain holds", "impact-mismatch-001", payment({ members: { impact: "read" } }), VIOLATION, "policy.impact_mismatch", IMPACT),
    impact.block("impact-mismatch-003", "S3: another high impact", "impact-mismatch-001", payment({ members: { impact: "privacy" } }), VIOLATION, "policy.impact_mismatch", IMPACT),
    impact.allow("impact-mismatch-004", "S3: a low impact as the operator has it", note({}), { with: { call: NOTE_CALL } }),
    impact.block("impact-mismatch-005", "S3: overstated, though the chain holds", "impact-mismatch-004", note({}, { impact: "money" }), VIOLATION, "policy.impact_mismatch", { ...IMPACT, with: { call: NOTE_CALL } }),
    impact.block("impact-mismatch-006", "S3: another low impact", "impact-mismatch-004", note({}, { impact: "read" }), VIOLATION, "policy.impact_mismatch", { ...IMPACT, with: { call: NOTE_CALL } }),
    impact.block("impact-mismatch-007", "S3: the key is tested on the operator's impact, which it covers", "impact-mismatch-004", note({}, { impact: "money" }), VIOLATION, "policy.impact_mismatch", { ...IMPACT, with: { call: NOTE_CALL, keyring: keyring({ approver: approver({ impacts: ["write"] }) }) } }),
    impact.block("impact-mismatch-008", "S3: in the reference's form too", "impact-mismatch-009", payment({ members: { impact: "read" } }), VIOLATION, "policy.impact_mismatch", { ...IMPACT, with: { policy: { impact_by_tool: { "treasury.pay": "money" } } } }),
    impact.allow("impact-mismatch-009", "S3: the reference's form, the impact as the operator has it", payment(), { with: { policy: { impact_by_tool: { "treasury.pay": "money" } } } }),
  ],
};

const need = table(SPEC.requirements);
const FILE = "file://po/8812.txt";
const held = { artifacts: { [FILE]: { utf8: "delivered\n" } } };
const hashed = (members: Members = {}) => payment({ members, evidence: [hash("po-8812", FILE, sha256("delivered\n"))] });
const noted = (evidence: "required" | "by-impact"): Setting => ({ call: NOTE_CALL, ...tools({ "notes.append": { impact: "write", evidence } }) });
export const requirements: VectorFile = {
  path: "policy/requirements.json",
  rule: "what an action needs",
  spec: "policy.md",
  header: SETTING,
  cases: [
    need.allow("requirements-001", "S3: a high impact with evidence", payment()),
    need.block("requirements-002", "S3: a high impact without evidence", "requirements-001", payment({ evidence: [] }), REQUIRED, "evidence.required", { path: "/evidence" }),
    need.block("requirements-003", "an empty list of evidence counts as none", "requirements-001", payment({ members: { evidence: [] }, evidence: [] }), REQUIRED, "evidence.required", { path: "/evidence" }),
    need.block("requirements-004", "S3: understated, and so without evidence", "requirements-001", payment({ members: { impact: "read" }, evidence: [] }), REQUIRED, "evidence.required"),
    need.block("requirements-005", "S3: overstated, and without evidence", "requirements-008", payment({ members: { ...NOTE, impact: "money" }, evidence: [] }), REQUIRED, "evidence.required", { with: { call: NOTE_CALL } }),
    need.block("requirements-006", "S3: understated: a hash is evidence, and no chain", "requirements-001", hashed({ impact: "read" }), UNTRUSTED, "trust.no_trusted_chain", { with: held }),
    need.block("requirements-007", "S3: overstated: a hash is evidence, and no chain", "requirements-008", hashed({ ...NOTE, impact: "irreversible" }), UNTRUSTED, "trust.no_trusted_chain", { with: { ...held, call: NOTE_CALL } }),
    need.allow("requirements-008", "a low impact needs nothing", payment({ members: NOTE, evidence: [] }), { with: { call: NOTE_CALL } }),
    need.block("requirements-009", "the tool asks for evidence at a low impact", "requirements-010", payment({ members: NOTE, evidence: [] }), REQUIRED, "evidence.required", { path: "/evidence", with: noted("required") }),
    need.allow("requirements-010", "a hash is the evidence that a tool asks for", hashed(NOTE), { with: { ...held, ...noted("required") } }),
    need.allow("requirements-011", "by-impact asks for none at a low impact", payment({ members: NOTE, evidence: [] }), { with: noted("by-impact") }),
    need.block("requirements-012", "by-impact asks for evidence at a high impact", "requirements-001", payment({ evidence: [] }), REQUIRED, "evidence.required", { with: tools({ "treasury.pay": { impact: "money", evidence: "by-impact" } }) }),
    ...(["money", "privacy", "irreversible"] as const).map((high, at) => need.block(`requirements-0${20 + at}`, `${high} needs evidence`, "requirements-001", payment({ members: { impact: high }, evidence: [] }), REQUIRED, "evidence.required", { with: tools({ "treasury.pay": { impact: high } }) })),
    ...(["money", "privacy", "irreversible"] as const).map((high, at) => need.block(`requirements-0${25 + at}`, `${high} needs a trusted chain`, "requirements-001", hashed({ impact: high }), UNTRUSTED, "trust.no_trusted_chain", { with: { ...held, ...tools({ "treasury.pay": { impact: high } }) } })),
    ...(["read", "write", "external", "compute"] as const).map((low, at) => need.allow(`requirements-0${30 + at}`, `${low} needs neither`, payment({ members: { impact: low }, evidence: [] }), { with: tools({ "treasury.pay": { impact: low } }) })),
  ],
};

const denial = table(SPEC.denied);
export const denied: VectorFile = {
  path: "policy/denied.json",
  rule: "denied tools",
  spec: "policy.md",
  header: SETTING,
  cases: [
    denial.allow("denied-001", "a tool without deny", payment()),
    denial.block("denied-002", "the operator denies the tool, whatever the evidence", "denied-001", payment(), VIOLATION, "policy.denied", { ...TOOL, with: tools({ "treasury.pay": { impact: "money", deny: "FREEZE-7" } }) }),
    denial.allow("denied-003", "the operator denies another tool", payment(), { with: tools({ "treasury.refund": { impact: "money", deny: "FREEZE-7" } }) }),
    denial.block("denied-004", "a low impact is denied too", "denied-005", payment({ members: NOTE, evidence: [] }), VIOLATION, "policy.denied", { ...TOOL, with: { call: NOTE_CALL, ...tools({ "notes.append": { impact: "write", deny: "FREEZE-8" } }) } }),
    denial.allow("denied-005", "the same without deny", payment({ members: NOTE, evidence: [] }), { with: { call: NOTE_CALL } }),
  ],
};

const schema = table(SPEC.args);
const PROPERTIES: Members = {
  amount_minor: { type: "integer", minimum: 1, maximum: 2000000 },
  creditor: { type: "string", pattern: "^cr_[0-9]{4}$" },
  currency: { enum: ["EUR", "CHF"] },
  lines: { type: "array", items: { type: "object", required: ["sku"], properties: { sku: { type: "string" } }, additionalProperties: false } },
};
const SCHEMA: Members = {
  type: "object",
  required: ["amount_minor", "creditor", "currency"],
  properties: PROPERTIES,
};
/** The payment with other arguments, signed and called with them, so that only the schema can object. */
const paying = (args: Members) => payment({ members: acting("treasury.pay", args) });
const judged = (args: Members, anew: Members = {}): { with: Setting } => calling("treasury.pay", tools({ "treasury.pay": { impact: "money", args: { ...SCHEMA, ...anew } } }), args);
const fits = (number: string, title: string, args: Members, anew?: Members) => schema.allow(`args-${number}`, title, paying(args), judged(args, anew));
const fails = (number: string, title: string, args: Members, path: string, anew?: Members) => schema.block(`args-${number}`, title, "args-001", paying(args), VIOLATION, "policy.args_invalid", { path: `/action/args${path}`, ...judged(args, anew) });
const against = (number: string, title: string, twin: string, args: Members, path: string, anew: Members) => schema.block(`args-${number}`, title, `args-${twin}`, paying(args), VIOLATION, "policy.args_invalid", { path: `/action/args${path}`, ...judged(args, anew) });
const marked = { type: "object", properties: { approved_by: { const: "cfo" } }, required: ["approved_by"] };
const small = { type: "object", properties: { amount_minor: { type: "integer", maximum: 20000 } } };
const CONDITION: Members = { if: marked, else: small };
const BRANCHES: Members = { anyOf: [{ type: "object", oneOf: [marked, { type: "object", required: ["amount_minor"] }] }, small] };
const line = { type: "object", anyOf: [marked, small], unevaluatedProperties: false };
const LINES: Members = { properties: { ...PROPERTIES, lines: { type: "array", items: line } } };
const TAGS: Members = { properties: { ...PROPERTIES, tags: { type: "array", items: { type: "array", contains: { const: "a" } } } } };
const { amount_minor: _, ...noAmount } = ARGS;
export const args: VectorFile = {
  path: "policy/args.json",
  rule: "arguments",
  spec: "policy.md",
  header: SETTING,
  cases: [
    fits("001", "the arguments fit", ARGS),
    fails("002", "a pattern does not match", { ...ARGS, creditor: "xx_2041" }, "/creditor"),
    fails("003", "a pattern holds for the whole text: more in front", { ...ARGS, creditor: "acr_2041" }, "/creditor"),
    fails("004", "a pattern holds for the whole text: more behind", { ...ARGS, creditor: "cr_20415" }, "/creditor"),
    fails("005", "a pattern holds for the whole text: a line feed behind", { ...ARGS, creditor: "cr_2041\n" }, "/creditor"),
    fails("006", "a Cyrillic letter", { ...ARGS, creditor: "\u0441r_2041" }, "/creditor"),
    fails("007", "a full-width digit", { ...ARGS, creditor: "cr_204\uff11" }, "/creditor"),
    fails("008", "a zero-width space behind", { ...ARGS, creditor: "cr_2041\u200b" }, "/creditor"),
    fails("009", "none of the values listed", { ...ARGS, currency: "USD" }, "/currency"),
    fails("010", "a listed value in another case", { ...ARGS, currency: "eur" }, "/currency"),
    fails("011", "a listed value with a space", { ...ARGS, currency: "EUR " }, "/currency"),
    fits("012", "the least amount", { ...ARGS, amount_minor: 1 }),
    fails("013", "an amount below the least", { ...ARGS, amount_minor: 0 }, "/amount_minor"),
    fails("014", "a negative amount", { ...ARGS, amount_minor: -12550 }, "/amount_minor"),
    fits("015", "one under the greatest amount", { ...ARGS, amount_minor: 1999999 }),
    fits("016", "the greatest amount", { ...ARGS, amount_minor: 2000000 }),
    fails("017", "one over the greatest amount", { ...ARGS, amount_minor: 2000001 }, "/amount_minor"),
    fails("018", "a fraction where an integer is asked", { ...ARGS, amount_minor: 125.5 }, "/amount_minor"),
    fails("019", "an amount as text is not a number", { ...ARGS, amount_minor: "12550" }, "/amount_minor"),
    fails("020", "null is not a number", { ...ARGS, amount_minor: null }, "/amount_minor"),
    fails("021", "a list of one is not a number", { ...ARGS, amount_minor: [12550] }, "/amount_minor"),
    fails("022", "a required member is missing", noAmount, "/amount_minor"),
    fails("023", "a root that does not say so is closed: one member more", { ...ARGS, bonus: 1 }, ""),
    fails("024", "a root that does not say so is closed: an inherited name", { ...ARGS, constructor: 1 }, ""),
    fits("025", "a root that says it is open", { ...ARGS, bonus: 1 }, { additionalProperties: true }),
    fits("026", "a nested object that fits", { ...ARGS, lines: [{ sku: "A-1" }] }),
    fails("027", "a nested member is missing", { ...ARGS, lines: [{ sku: "A-1" }, {}] }, "/lines/1/sku"),
    fails("028", "a nested object has one member more: its name is not told", { ...ARGS, lines: [{ sku: "A-1", x: 1 }] }, "/lines/0"),
    schema.allow("args-029", "without a schema any arguments pass", paying({ anything: [1] }), calling("treasury.pay", {}, { anything: [1] })),
    schema.block("args-030", "arguments are judged at a low impact too", "args-031", payment({ members: NOTE, evidence: [] }), VIOLATION, "policy.args_invalid", { path: "/action/args/note", with: { call: NOTE_CALL, ...tools({ "notes.append": { impact: "write", args: { type: "object", properties: { note: { type: "string", maxLength: 13 } } } } }) } }),
    schema.allow("args-031", "a text of exactly the greatest length", payment({ members: NOTE, evidence: [] }), { with: { call: NOTE_CALL, ...tools({ "notes.append": { impact: "write", args: { type: "object", properties: { note: { type: "string", maxLength: 15 } } } } }) } }),
    schema.allow("args-032", "decimals are exact: 19.99 is a multiple of 0.01", paying({ amount: 19.99 }), calling("treasury.pay", tools({ "treasury.pay": { impact: "money", args: { type: "object", properties: { amount: { type: "number", multipleOf: 0.01 } } } } }), { amount: 19.99 })),
    schema.block("args-033", "decimals are exact: 19.995 is not", "args-032", paying({ amount: 19.995 }), VIOLATION, "policy.args_invalid", { path: "/action/args/amount", ...calling("treasury.pay", tools({ "treasury.pay": { impact: "money", args: { type: "object", properties: { amount: { type: "number", multipleOf: 0.01 } } } } }), { amount: 19.995 }) }),
    fits("038", "if: a member that the condition judged, and it holds", { ...ARGS, approved_by: "cfo" }, CONDITION),
    against("039", "if: a member that only the failed condition judged", "038", { ...ARGS, approved_by: { anyone: 1 } }, "", CONDITION),
    fits("040", "anyOf: the branch that holds judged the member", { ...ARGS, approved_by: "cfo", amount_minor: 12550 }, { anyOf: [marked, small] }),
    against("041", "anyOf: only a branch that failed, by its oneOf, judged the member", "040", { ...ARGS, approved_by: "cfo" }, "", BRANCHES),
    fits("042", "items: each is closed by what its own branch judged", { ...ARGS, lines: [{ approved_by: "cfo" }, { amount_minor: 1 }] }, LINES),
    against("043", "items: a member that only the item before was judged by", "042", { ...ARGS, lines: [{ approved_by: "cfo" }, { approved_by: "me" }] }, "/lines/1", LINES),
    fits("044", "contains: every list has its item", { ...ARGS, tags: [["a"], ["b", "a"]] }, TAGS),
    against("045", "contains: an empty list behind one that has the item", "044", { ...ARGS, tags: [["a"], []] }, "/tags/1", TAGS),
    schema.block("args-036", "an inherited member is not there", "args-037", paying({}), VIOLATION, "policy.args_invalid", { path: "/action/args/toString", ...calling("treasury.pay", tools({ "treasury.pay": { impact: "money", args: { type: "object", properties: { toString: true }, required: ["toString"] } } }), {}) }),
    schema.allow("args-037", "the same member of its own", paying({ toString: "x" }), calling("treasury.pay", tools({ "treasury.pay": { impact: "money", args: { type: "object", properties: { toString: true }, required: ["toString"] } } }), { toString: "x" })),
    schema.block("args-034", "the proposal's arguments are judged where the call states none", "args-035", paying({ ...ARGS, currency: "USD" }), VIOLATION, "policy.args_invalid", { binding: "tool", with: { call: { tool: "treasury.pay" }, ...tools({ "treasury.pay": { impact: "money", args: SCHEMA } }) } }),
    schema.allow("args-035", "the same with arguments that fit", payment(), { binding: "tool", with: { call: { tool: "treasury.pay" }, ...tools({ "treasury.pay": { impact: "money", args: SCHEMA } }) } }),
  ],
};

const reference = table(SPEC.referenceForm);
const BARE = keyring({ approver: KEYS.approver.publicKey });
const file = (anew: Members = {}): Setting => ({ policy: { impact_by_tool: { "treasury.pay": "money", "notes.append": "write" }, ...anew } });
const selfMade = payment({ members: { provenance: [{ id: "po-8812", trust: "trusted" }] }, evidence: [] });
/** No chain is missed, so evidence alone decides. */
const OWN_WORD: Setting = { profile: { name: "interop", strict_trust: false } };
export const referenceForm: VectorFile = {
  path: "policy/reference-form.json",
  rule: "the reference's policy file",
  spec: "policy.md",
  header: { ...SETTING, ...file(), keyring: BARE },
  cases: [
    reference.allow("reference-form-001", "a payment with a key of the bare form", payment()),
    reference.block("reference-form-002", "money needs evidence where the file does not say", "reference-form-001", payment({ evidence: [] }), REQUIRED, "evidence.required"),
    reference.block("reference-form-003", "money needs no evidence where the list names another impact alone, and still needs a chain", "reference-form-001", payment({ evidence: [] }), UNTRUSTED, "trust.no_trusted_chain", { with: file({ require_evidence_for_impacts: ["privacy"] }) }),
    reference.block("reference-form-004", "write needs evidence where the file says so", "reference-form-005", payment({ members: NOTE, evidence: [] }), REQUIRED, "evidence.required", { with: { ...file({ require_evidence_for_impacts: ["write"] }), call: NOTE_CALL } }),
    reference.allow("reference-form-005", "write with the evidence that the file asks for", note({}), { with: { ...file({ require_evidence_for_impacts: ["write"] }), call: NOTE_CALL } }),
    reference.block("reference-form-006", "either impact can ask for evidence: here the stated one", "reference-form-005", payment({ members: { ...NOTE, impact: "external" }, evidence: [] }), REQUIRED, "evidence.required", { with: { ...file({ require_evidence_for_impacts: ["external"] }), call: NOTE_CALL } }),
    reference.block("reference-form-007", "either impact can ask for evidence: here the operator's", "reference-form-005", payment({ members: { ...NOTE, impact: "external" }, evidence: [] }), REQUIRED, "evidence.required", { with: { ...file({ require_evidence_for_impacts: ["write"] }), call: NOTE_CALL } }),
    reference.block("reference-form-008", "an empty list is no list in a file that names a tool: money needs evidence", "reference-form-009", payment({ evidence: [] }), REQUIRED, "evidence.required", { path: "/evidence", with: file({ require_evidence_for_impacts: [] }) }),
    reference.allow("reference-form-009", "an empty list: money with its evidence", payment(), { with: file({ require_evidence_for_impacts: [] }) }),
    reference.block("reference-form-010", "an empty list is no list under interop too", "reference-form-011", selfMade, REQUIRED, "evidence.required", { path: "/evidence", with: { ...file({ require_evidence_for_impacts: [] }), ...OWN_WORD } }),
    reference.allow("reference-form-011", "a list that names another impact alone asks nothing of money", selfMade, { with: { ...file({ require_evidence_for_impacts: ["privacy"] }), ...OWN_WORD } }),
    reference.block("reference-form-012", "no list in a file that names no tool: money needs evidence", "reference-form-013", selfMade, REQUIRED, "evidence.required", { path: "/evidence", with: { policy: { impact_by_tool: {} }, ...OWN_WORD } }),
    reference.allow("reference-form-013", "an empty list is empty in a file that names no tool", selfMade, { with: { policy: { impact_by_tool: {}, require_evidence_for_impacts: [] }, ...OWN_WORD } }),
  ],
};

const bare = table(SPEC.bareCalls);
const NONE = { absent: true } as const;
const without = (options: Setting, anew: Members, call: Json = NOTE_CALL): { with: Setting } => ({ with: { call, ...tools({ "notes.append": { impact: "write", ...anew } }), ...options } });
const MISSING = "PIC_INVALID_REQUEST";
/** A money tool in a file whose lists name another impact alone. */
const NOWHERE = { policy: { impact_by_tool: { "treasury.pay": "money" }, require_pic_for_impacts: ["privacy"], require_evidence_for_impacts: ["privacy"] } };
const PRIVACY_ALONE: Setting = { policy: { impact_by_tool: { "treasury.pay": "money" }, require_pic_for_impacts: ["privacy"] } };
const WRITE_EVIDENCE: Setting = { policy: { impact_by_tool: { "notes.append": "write" }, require_evidence_for_impacts: ["write"] } };
export const bareCalls: VectorFile = {
  path: "policy/bare-calls.json",
  rule: "calls without a proposal",
  spec: "policy.md",
  header: SETTING,
  cases: [
    bare.allow("bare-calls-001", "S15: pic optional, no proposal", NONE, { binding: "full", ...without({}, { pic: "optional" }) }),
    bare.block("bare-calls-002", "S15: a proposal is needed where the tool does not say", "bare-calls-001", NONE, MISSING, "request.missing", { path: "", ...without({}, {}) }),
    bare.block("bare-calls-003", "S15: pic required", "bare-calls-001", NONE, MISSING, "request.missing", without({}, { pic: "required" })),
    bare.block("bare-calls-004", "S15: a payment", "bare-calls-001", NONE, MISSING, "request.missing"),
    bare.block("bare-calls-005", "S15: a tool that the policy does not name", "bare-calls-001", NONE, MISSING, "request.missing", without({}, { pic: "optional" }, { tool: "notes.wipe", args: NOTE_ARGS })),
    bare.block("bare-calls-006", "S15: a tool with the name of an inherited member", "bare-calls-001", NONE, MISSING, "request.missing", without({}, { pic: "optional" }, { tool: "toString", args: NOTE_ARGS })),
    bare.block("bare-calls-007", "S15: without live arguments there is nothing to judge", "bare-calls-001", NONE, MISSING, "request.missing", { binding: "tool", ...without({}, { pic: "optional" }, { tool: "notes.append" }) }),
    bare.block("bare-calls-008", "S15: neither proposal nor call", "bare-calls-001", NONE, MISSING, "request.missing", { binding: "none", ...without({}, { pic: "optional" }, "proposal-only") }),
    bare.block("bare-calls-009", "S15: argument rules are judged on the live arguments", "bare-calls-010", NONE, VIOLATION, "policy.args_invalid", { path: "/action/args/note", ...without({}, { pic: "optional", args: { type: "object", properties: { note: { enum: ["PO-8813 arrived"] } } } }) }),
    bare.allow("bare-calls-010", "S15: live arguments that fit", NONE, without({}, { pic: "optional", args: { type: "object", properties: { note: { enum: ["PO-8812 arrived"] } } } })),
    bare.block("bare-calls-011", "S15: deny holds for calls without a proposal", "bare-calls-001", NONE, VIOLATION, "policy.denied", without({}, { pic: "optional", deny: "FREEZE-9" })),
    bare.block("bare-calls-012", "S15: live arguments that are no object", "bare-calls-001", NONE, MISSING, "request.not_object", without({}, { pic: "optional" }, { tool: "notes.append", args: [NOTE_ARGS] })),
    bare.block("bare-calls-013", "S13: live arguments over the byte limit", "bare-calls-014", NONE, "PIC_LIMIT_EXCEEDED", "limit.bytes", without({ limits: { max_bytes: 25 } }, { pic: "optional" })),
    bare.allow("bare-calls-014", "S13: live arguments at the byte limit", NONE, without({ limits: { max_bytes: 26 } }, { pic: "optional" })),
    bare.block("bare-calls-015", "empty bytes are a proposal that is not JSON, not a missing one", "bare-calls-001", "", MISSING, "json.empty", without({}, { pic: "optional" })),
    bare.allow("bare-calls-016", "pic optional, a proposal all the same", payment({ members: NOTE, evidence: [] }), without({}, { pic: "optional" })),
    bare.block("bare-calls-017", "pic optional, a proposal all the same: it is verified", "bare-calls-016", note({ keyId: "nobody" }), "PIC_EVIDENCE_FAILED", "trust.key_missing", without({}, { pic: "optional" })),
    bare.allow("bare-calls-018", "the reference's form: a low impact needs no proposal", NONE, without({ policy: { impact_by_tool: { "notes.append": "write" } } }, {})),
    bare.block("bare-calls-019", "the reference's form: a low impact that the file asks a proposal for", "bare-calls-018", NONE, MISSING, "request.missing", without({ policy: { impact_by_tool: { "notes.append": "write" }, require_pic_for_impacts: ["write"] } }, {})),
    bare.block("bare-calls-020", "the reference's form: money asks for a proposal where the file does not say", "bare-calls-018", NONE, MISSING, "request.missing", { with: { policy: { impact_by_tool: { "treasury.pay": "money" } } } }),
    bare.block("bare-calls-021", "the reference's form: an empty list is no list in a file that names a tool", "bare-calls-022", NONE, MISSING, "request.missing", { with: { profile: "interop", policy: { impact_by_tool: { "treasury.pay": "money" }, require_pic_for_impacts: [] } } }),
    bare.allow("bare-calls-022", "the reference's form under interop: a list that names another impact alone", NONE, { with: { profile: "interop", ...PRIVACY_ALONE } }),
    bare.block("bare-calls-023", "strict: a high impact needs a proposal whatever the reference's file lists", "bare-calls-022", NONE, MISSING, "request.missing", { with: PRIVACY_ALONE }),
    bare.block("bare-calls-024", "strict: what needs evidence needs a proposal, where the reference's file asks for evidence alone", "bare-calls-025", NONE, MISSING, "request.missing", without(WRITE_EVIDENCE, {})),
    bare.allow("bare-calls-025", "interop: evidence that the file asks for is asked of a proposal only", NONE, without({ profile: "interop", ...WRITE_EVIDENCE }, {})),
    bare.block("bare-calls-026", "strict: a high impact needs a proposal where the reference's file lists it nowhere", "bare-calls-027", NONE, MISSING, "request.missing", { with: NOWHERE }),
    bare.allow("bare-calls-027", "interop: a high impact that the reference's file lists nowhere", NONE, { with: { profile: "interop", ...NOWHERE } }),
  ],
};
