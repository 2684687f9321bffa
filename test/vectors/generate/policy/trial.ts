// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS, type KeyName } from "../keys.js";
import { ARGS, NOTE, payment, sig } from "../proposal.js";
import { keyring, NOTE_CALL, policy, ruled, SETTING, TOOLS } from "../setting.js";
import { FAILED, type Json, type Members, REQUIRED, type Setting, table, type VectorFile, VIOLATION } from "../vector-file.js";
import { approvedBy, PEOPLE } from "./people.js";

const ask = table(SPEC.checks);
const DESK: Members = { id: "fraud-desk", deadline_ms: 200 };
const said = (checks: Setting["checks"] & object, ...rules: readonly Members[]): Setting => ({ checks, ...(rules.length > 0 && ruled({ check: rules })) });
const passed = (number: string, title: string, setting: Setting) => ask.allow(`checks-${number}`, title, payment(), { with: setting, rules: [] });
const failed = (number: string, title: string, setting: Setting, rules: readonly string[] = ["fraud-desk"]) => ask.block(`checks-${number}`, title, "checks-001", payment(), VIOLATION, "policy.check", { path: "", rules, with: setting });
const noCheck = (number: string, title: string, place: string, ...check: readonly Json[]) => ask.refuse(`checks-${number}`, title, "checks-001", payment(), `/tools/treasury.pay/check${place}`, ruled({ check }));
export const checks: VectorFile = {
  path: "policy/checks.json",
  rule: "the operator's own checks",
  spec: "policy.md",
  header: { ...SETTING, ...ruled({ check: [DESK] }) },
  cases: [
    passed("001", "the check passed", said({ "fraud-desk": true })),
    failed("002", "the check refused", said({ "fraud-desk": false })),
    failed("003", "nobody asked", {}),
    failed("004", "no check was asked", said({})),
    failed("005", "another check passed", said({ "fraud-desk-2": true })),
    failed("006", "an id that differs by case", said({ "Fraud-desk": true })),
    failed("007", "one of two passed", said({ "fraud-desk": true }, DESK, { id: "sanctions" }), ["sanctions"]),
    passed("008", "both passed", said({ "fraud-desk": true, sanctions: true }, DESK, { id: "sanctions" })),
    passed("009", "an answer that nobody waits for says nothing", { ...said({ "fraud-desk": false }), policy: policy() }),
    failed("010", "the name of an inherited member", said({}, { id: "constructor" }), ["constructor"]),
    noCheck("030", "no id", "/0/id", { deadline_ms: 200 }),
    noCheck("031", "a deadline of no time", "/0/deadline_ms", { id: "fraud-desk", deadline_ms: 0 }),
    noCheck("032", "a deadline of more than a minute", "/0/deadline_ms", { id: "fraud-desk", deadline_ms: 60001 }),
    noCheck("033", "one id for two checks", "/1/id", DESK, DESK),
  ],
};

const watch = table(SPEC.observe);
const JUNE = "2026-06-30T00:00:00Z";
const NOW_AND_HERE = "2026-06-15T09:00:00Z";
const trial = (until: string, all?: string): Setting => ruled({ observe: { until }, deny: "FREEZE-7" }, all === undefined ? {} : { observe: { until: all } });
const watched = (number: string, title: string, until: string | null, setting: Setting) => watch.block(`observe-${number}`, title, "observe-001", payment(), VIOLATION, "policy.denied", { observe: until, rules: ["FREEZE-7"], with: setting });
const noTrial = (number: string, title: string, place: string, observe: Json) => watch.refuse(`observe-${number}`, title, "observe-001", payment(), `/tools/treasury.pay/observe${place}`, ruled({ observe }));
export const observe: VectorFile = {
  path: "policy/observe.json",
  rule: "a policy that is tried out",
  spec: "policy.md",
  header: SETTING,
  cases: [
    watch.allow("observe-001", "what is allowed says that it is observed", payment(), { observe: JUNE, with: ruled({ observe: { until: JUNE } }) }),
    watched("002", "what is blocked stays a block", JUNE, trial(JUNE)),
    watched("003", "one second before the end", "2026-06-15T09:00:01Z", trial("2026-06-15T09:00:01Z")),
    watched("004", "at the end it binds", null, trial(NOW_AND_HERE)),
    watched("005", "after the end it binds", null, trial("2026-06-15T08:59:59Z")),
    watched("006", "the file's day, where it is later", JUNE, trial("2026-06-20T00:00:00Z", JUNE)),
    watched("007", "the tool's day, where it is later", JUNE, trial(JUNE, "2026-06-20T00:00:00Z")),
    watched("008", "the tool's day has passed, the file's has not", JUNE, trial("2026-06-01T00:00:00Z", JUNE)),
    watched("009", "an offset", "2026-06-15T10:00:00Z", trial("2026-06-15T12:00:00+02:00")),
    watch.allow("observe-010", "the whole gate", payment(), { observe: JUNE, with: { policy: policy({ observe: { until: JUNE } }) } }),
    watch.allow("observe-011", "another tool is tried out", payment({ members: NOTE, evidence: [] }), { observe: null, with: { ...ruled({ observe: { until: JUNE } }), call: NOTE_CALL } }),
    watch.block("observe-012", "a block for want of evidence", "observe-001", payment({ evidence: [] }), REQUIRED, "evidence.required", { observe: JUNE, with: ruled({ observe: { until: JUNE } }) }),
    watch.block("observe-013", "a tool that the policy does not name, at a gate that is tried out", "observe-010", payment({ members: { impact: "write", action: { tool: "notes.drop", args: ARGS } }, evidence: [] }), VIOLATION, "policy.tool_unknown", { observe: JUNE, with: { call: { tool: "notes.drop", args: ARGS }, policy: policy({ observe: { until: JUNE } }) } }),
    noTrial("030", "no end", "/until", {}),
    noTrial("031", "a day that does not exist", "/until", { until: "2027-02-30T00:00:00Z" }),
    noTrial("032", "a day without a time", "/until", { until: "2027-01-31" }),
    noTrial("033", "a number", "/until", { until: 1798675200 }),
    noTrial("034", "true", "", true),
    noTrial("035", "never", "/until", { until: "never" }),
    watch.refuse("observe-036", "the whole gate without an end", "observe-001", payment(), "/observe/until", { policy: policy({ observe: {} }) }),
    watch.refuse("observe-037", "a record that is optional for money", "observe-001", payment(), "/audit_best_effort/1", { policy: policy({ audit_best_effort: ["read", "money"] }) }),
    watch.allow("observe-038", "records that are optional for low impacts", payment(), { with: { policy: policy({ audit_best_effort: ["read", "write", "external", "compute"] }) } }),
    watch.refuse("observe-039", "a pointer to what the audit may hold, without its slash", "observe-038", payment(), "/tools/treasury.pay/audit_args/0", ruled({ audit_args: ["amount_minor"] })),
  ],
};

const GLASS: Members = { id: "night-shift", until: JUNE, max_lifetime: 4200 };
const glassKey = (name: KeyName, anew: Members = {}): Members => ({ public_key: KEYS[name].publicKey, purpose: ["break_glass"], tools: ["treasury.pay"], impacts: ["money"], ...anew });
const HOUSE = keyring({ ...(PEOPLE.trusted_keys as Members), glassEast: glassKey("glassEast", { owner: "E. Lindqvist" }), glassWest: glassKey("glassWest", { owner: "W. Abara" }) });
const housed = (anew: Members): Setting => ({ keyring: keyring({ ...(HOUSE.trusted_keys as Members), ...anew }) });
const BARS: Members = {
  principals: { id: "who-pays", allow: ["agent-7"] },
  when: [{ id: "never", cel: "args.currency == 'USD'" }],
  approvals: [{ id: "two", count: 2 }],
  check: [{ id: "desk" }],
  limits: [{ id: "per-call", amount: "/amount_minor", max: 1 }, { id: "per-day", sum: "/amount_minor", window_seconds: 86400, max: 500000 }],
};
const ALL = ["who-pays", "never", "two", "desk", "per-call", "per-day"];
const barred = (anew: Members = {}): Setting => ruled({ ...BARS, break_glass: GLASS, ...anew });
const PAIR: readonly KeyName[] = ["glassEast", "glassWest"];
const glass = table(SPEC.breakGlass);
const open = (number: string, title: string, signers: readonly KeyName[], setting: Setting, aside: readonly string[] = ALL) => glass.allow(`break-glass-${number}`, title, approvedBy(signers), { set_aside: aside, rules: [], with: setting });
const BARRED = ["policy.principal", "policy.when", "policy.approvals", "policy.check", "policy.limit"];
const shut = (number: string, title: string, signers: readonly KeyName[], setting: Setting = {}, rules: readonly string[] = ["who-pays", "never", "two", "desk", "per-call"]) => glass.block(`break-glass-${number}`, title, "break-glass-001", approvedBy(signers), VIOLATION, BARRED, { rules, with: setting });
const notAside = (number: string, title: string, reasons: string | readonly string[], rules: readonly string[], setting: Setting, input = approvedBy(PAIR)) => glass.block(`break-glass-${number}`, title, "break-glass-001", input, VIOLATION, reasons, { rules, with: setting });
const unfit = (number: string, title: string, input: string, reasons: string | readonly string[], setting: Setting = {}) => glass.block(`break-glass-${number}`, title, "break-glass-001", input, FAILED, reasons, { with: setting });
const noGlass = (number: string, title: string, place: string, break_glass: Json) => glass.refuse(`break-glass-${number}`, title, "break-glass-001", payment(), `/tools/treasury.pay/break_glass${place}`, ruled({ break_glass }));
const lasting = (issued: string, expires: string) => payment({
  members: { provenance: [{ id: "word-1", trust: "untrusted" }], claims: [{ text: "PO-8812 may be paid", evidence: ["word-1"] }] },
  evidence: [sig({ key: "glassEast", id: "word-1", attestation: { issued_at: issued, expires_at: expires } })],
});
const LAX: Setting = ruled({ break_glass: { ...GLASS, max_lifetime: 900 } });
const badArgs = { ...ARGS, amount_minor: "12550" };
const inGroups = { limits: [{ id: "per-day", sum: "/amount_minor", by: ["/to"], window_seconds: 60, max: 500000 }] };
export const breakGlass: VectorFile = {
  path: "policy/break-glass.json",
  rule: "break-glass",
  spec: "policy.md",
  header: { ...SETTING, ...barred(), keyring: HOUSE },
  cases: [
    open("001", "two owners break the glass: the rules that would block are set aside", PAIR, {}),
    shut("002", "one alone sets nothing aside", ["glassEast"]),
    shut("003", "two keys of one owner set nothing aside", PAIR, housed({ glassWest: glassKey("glassWest", { owner: "E. Lindqvist" }) })),
    shut("004", "a key without an owner does not count", PAIR, housed({ glassWest: glassKey("glassWest") })),
    shut("005", "a break-glass key and an approver's", ["glassEast", "approver"]),
    shut("006", "a key that approves too breaks no glass", PAIR, housed({ glassWest: glassKey("glassWest", { owner: "W. Abara", purpose: ["break_glass", "approve"] }) })),
    shut("007", "two approvals would do without the glass; one of them does not break it", ["approver", "third"]),
    open("008", "one second before the end", PAIR, barred({ break_glass: { ...GLASS, until: "2026-06-15T09:00:01Z" } })),
    unfit("009", "at the end no break-glass key raises trust", approvedBy(PAIR), ["trust.key_purpose", "trust.key_purpose"], barred({ break_glass: { ...GLASS, until: NOW_AND_HERE } })),
    unfit("010", "a tool without the rule", approvedBy(PAIR), ["trust.key_purpose", "trust.key_purpose"], ruled(BARS)),
    unfit("011", "the key is not for this tool", approvedBy(PAIR), "trust.key_tool", housed({ glassWest: glassKey("glassWest", { owner: "W. Abara", tools: ["treasury.refund"] }) })),
    open("012", "nothing would block: nothing is set aside, and that it is broken is told", PAIR, ruled({ break_glass: GLASS }), []),
    glass.allow("break-glass-013", "what is not broken is not told", payment(), { with: { ...ruled({ break_glass: GLASS }) }, rules: [] }),
    notAside("014", "deny stands", "policy.denied", ["FREEZE-7"], barred({ deny: "FREEZE-7" })),
    notAside("015", "the schema stands", "policy.args_invalid", [], barred({ args: { type: "object", properties: { amount_minor: { type: "integer", maximum: 1 }, creditor: { type: "string" }, currency: { type: "string" } } } })),
    notAside("016", "separation stands", "policy.separation", ["four-eyes"], { ...barred({ separation: { id: "four-eyes" } }), context: { principal: "W. Abara" } }),
    open("017", "separation holds", PAIR, { ...barred({ separation: { id: "four-eyes" } }), context: { principal: "agent-9" } }),
    notAside("018", "an amount that cannot be counted stands", "policy.limit", ["per-call", "per-day"], { ...barred(), call: { tool: "treasury.pay", args: badArgs } }, approvedBy(PAIR, { action: { tool: "treasury.pay", args: badArgs } })),
    notAside("019", "a group that cannot be counted stands", "policy.limit", ["per-day"], barred(inGroups)),
    notAside("020", "the impact stands", "policy.impact_mismatch", [], housed({ glassEast: glassKey("glassEast", { owner: "E. Lindqvist", impacts: ["*"] }), glassWest: glassKey("glassWest", { owner: "W. Abara", impacts: ["*"] }) }), approvedBy(PAIR, { impact: "privacy" })),
    open("021", "checks that passed are not set aside", PAIR, { checks: { desk: true } }, ["who-pays", "never", "two", "per-call", "per-day"]),
    open("022", "a check that refused is set aside", PAIR, { checks: { desk: false } }),
    open("024", "a fact that is not there is set aside", PAIR, barred({ facts: [{ id: "order-read", contract: "erp.purchase_order", max_age_seconds: 60 }], when: [{ id: "never", cel: "facts['erp.purchase_order'].bound.tenant == context.tenant" }] }), ["who-pays", "order-read", ...ALL.slice(1)]),
    glass.allow("break-glass-030", "a life of exactly what the rule allows", lasting("2026-06-15T08:50:00Z", "2026-06-15T09:05:00Z"), { with: LAX }),
    glass.block("break-glass-031", "one second longer", "break-glass-030", lasting("2026-06-15T08:50:00Z", "2026-06-15T09:05:01Z"), FAILED, "trust.attestation_too_long", { with: LAX }),
    glass.block("break-glass-032", "the tool's own bound, where it is shorter", "break-glass-030", lasting("2026-06-15T08:50:00Z", "2026-06-15T09:05:00Z"), FAILED, "trust.attestation_too_long", { with: ruled({ break_glass: { ...GLASS, max_lifetime: 900 }, max_attestation_lifetime: 899 }) }),
    glass.block("break-glass-033", "900 seconds where the rule does not say", "break-glass-030", lasting("2026-06-15T08:50:00Z", "2026-06-15T09:05:01Z"), FAILED, "trust.attestation_too_long", { with: ruled({ break_glass: { id: "night-shift", until: JUNE } }) }),
    glass.block("break-glass-034", "under interop nothing is set aside", "break-glass-001", approvedBy(PAIR), VIOLATION, BARRED, { with: { profile: "interop" } }),
    noGlass("050", "no end", "/until", { id: "night-shift" }),
    noGlass("051", "no id", "/id", { until: JUNE }),
    noGlass("052", "a life of no time", "/max_lifetime", { ...GLASS, max_lifetime: 0 }),
    noGlass("053", "an unknown member", "/keys", { ...GLASS, keys: ["glassEast"] }),
    glass.refuse("break-glass-054", "the id of another rule", "break-glass-001", payment(), "/tools/treasury.pay/break_glass/id", ruled({ separation: { id: "x" }, break_glass: { ...GLASS, id: "x" } })),
  ],
};

const one = table(SPEC.rulesOfATool);
const misspelt = (number: string, member: string, value: Json) => one.refuse(`rules-${number}`, `${member} is no member`, "rules-001", payment(), `/tools/treasury.pay/${member}`, ruled({ [member]: value }));
export const rules: VectorFile = {
  path: "policy/rules.json",
  rule: "the rules of a tool",
  spec: "policy.md",
  header: { ...SETTING, keyring: HOUSE },
  cases: [
    one.allow("rules-001", "every rule holds", approvedBy(["approver", "second"]), {
      rules: [],
      with: { ...ruled({ ...BARS, when: [{ id: "eur", cel: "args.currency == 'EUR'" }], separation: { id: "four-eyes" }, limits: [{ id: "per-call", amount: "/amount_minor", max: 12550 }], break_glass: GLASS, audit_args: ["/amount_minor", "/currency"] }), context: { principal: "agent-7" }, checks: { desk: true } },
    }),
    misspelt("002", "principal", { id: "who", allow: ["a"] }),
    misspelt("003", "limit", []),
    misspelt("004", "checks", []),
    one.refuse("rules-005", "a rule in the reference's form", "rules-001", payment(), "/impact_by_tool", { policy: { impact_by_tool: { "treasury.pay": "money" }, observe: { until: JUNE } } }),
    one.refuse("rules-006", "one id for rules of two kinds", "rules-001", payment(), "/tools/treasury.pay/limits/0/id", ruled({ when: [{ id: "same", cel: "true" }], limits: [{ id: "same", amount: "/amount_minor", max: 1 }] })),
    one.allow("rules-007", "one id for rules of two tools", payment(), { with: { policy: policy({ tools: { ...TOOLS, "treasury.pay": { impact: "money", when: [{ id: "same", cel: "true" }] }, "notes.append": { impact: "write", when: [{ id: "same", cel: "true" }] } } }) } }),
  ],
};
