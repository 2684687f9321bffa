// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { ARGS, payment } from "../proposal.js";
import { ruled, SETTING } from "../setting.js";
import { type Json, type Members, type Setting, table, type VectorFile, VIOLATION } from "../vector-file.js";

const PER_CALL: Members = { id: "per-call", amount: "/amount_minor", max: 12550 };
const DECIMAL: Members = { id: "decimal", amount: "/amount", scale: 2, max: "500.00" };
const GROUPED: Members = { id: "per-day", sum: "/amount_minor", by: ["/currency", "/creditor"], window_seconds: 86400, max: 500000 };

/** A payment with these arguments, signed and called with them, under these limits. */
const paying = (args: Members) => payment({ members: { action: { tool: "treasury.pay", args } } });
const under = (args: Members, ...limits: readonly Members[]): { with: Setting } => ({ with: { call: { tool: "treasury.pay", args }, ...ruled({ limits }) } });
const AT = { path: "/action/args/amount_minor" };
const { amount_minor: _, ...noAmount } = ARGS;

const amount = table(SPEC.amounts);
const counts = (number: string, title: string, value: Json, limit: Members = PER_CALL, args: Members = { ...ARGS, amount_minor: value }) =>
  amount.allow(`amounts-${number}`, title, paying(args), { ...under(args, limit), rules: [] });
const alien = (number: string, title: string, value: Json, twin = "001") => {
  const args = { ...ARGS, amount_minor: value };
  return amount.block(`amounts-${number}`, title, `amounts-${twin}`, paying(args), VIOLATION, "policy.limit", { ...AT, ...under(args, PER_CALL), rules: ["per-call"], limits: [] });
};
const texts = (number: string, title: string, value: Json, units: number) => {
  const args = { ...ARGS, amount: value };
  return amount.allow(`amounts-${number}`, title, paying(args), { ...under(args, DECIMAL), limits: [{ rule: "decimal", amount: units, max: 50000, window_seconds: null }] });
};
const noText = (number: string, title: string, value: Json, limit: Members = DECIMAL) => {
  const args = { ...ARGS, amount: value };
  return amount.block(`amounts-${number}`, title, "amounts-040", paying(args), VIOLATION, "policy.limit", { path: "/action/args/amount", ...under(args, limit), rules: ["decimal"], limits: [] });
};
export const amounts: VectorFile = {
  path: "policy/amounts.json",
  rule: "what is an amount",
  spec: "policy.md",
  header: SETTING,
  cases: [
    counts("001", "a whole number", 12550),
    counts("002", "zero is an amount", 0),
    counts("003", "one", 1),
    alien("004", "minus one", -1),
    alien("005", "a negative amount below the limit", -12550),
    alien("006", "half a unit", 0.5),
    alien("007", "a text of digits", "12550"),
    alien("008", "a text that sorts below the limit", "9"),
    alien("009", "null", null),
    alien("010", "a list of one amount", [1]),
    alien("011", "an object", { valueOf: 1 }),
    alien("012", "true", true),
    alien("013", "a text with a unit", "500%"),
    alien("014", "a text with a currency sign", "$482"),
    alien("015", "full-width digits", "\uff11\uff10\uff10"),
    alien("016", "a text with an exponent", "1e9"),
    alien("017", "a text with a space", " 48200"),
    alien("018", "a text with a group mark", "48,200"),
    alien("019", "words", "channel escrow: 482.00"),
    alien("020", "an empty text", ""),
    amount.block("amounts-021", "no amount at all", "amounts-001", paying(noAmount), VIOLATION, "policy.limit", { ...AT, ...under(noAmount, PER_CALL), rules: ["per-call"] }),
    amount.block("amounts-022", "an amount with another name's case", "amounts-001", paying({ ...noAmount, Amount_minor: 1 }), VIOLATION, "policy.limit", { ...AT, ...under({ ...noAmount, Amount_minor: 1 }, PER_CALL) }),
    counts("023", "the largest safe integer", 9007199254740991, { ...PER_CALL, max: 9007199254740991 }),
    counts("030", "an amount inside an object and a list", 1, { ...PER_CALL, amount: "/lines/0/a~1b" }, { ...ARGS, lines: [{ "a/b": 1 }] }),
    amount.block("amounts-031", "an amount at an index that is not there", "amounts-030", paying({ ...ARGS, lines: [] }), VIOLATION, "policy.limit", { path: "/action/args/lines/0/a~1b", ...under({ ...ARGS, lines: [] }, { ...PER_CALL, amount: "/lines/0/a~1b" }) }),
    amount.block("amounts-032", "the length of a list is no amount", "amounts-030", paying({ ...ARGS, lines: [1] }), VIOLATION, "policy.limit", { path: "/action/args/lines/length", ...under({ ...ARGS, lines: [1] }, { ...PER_CALL, amount: "/lines/length" }) }),
    amount.block("amounts-033", "what a prototype has is no amount", "amounts-001", paying(ARGS), VIOLATION, "policy.limit", { path: "/action/args/constructor/length", ...under(ARGS, { ...PER_CALL, amount: "/constructor/length" }) }),
    texts("040", "a decimal text", "482.00", 48200),
    texts("041", "a decimal text without a point", "482", 48200),
    texts("042", "a decimal text with fewer digits than the scale", "482.5", 48250),
    texts("043", "zero as a text", "0", 0),
    texts("044", "less than one unit", "0.01", 1),
    texts("045", "the limit as a text", "500.00", 50000),
    noText("046", "one more digit than the scale", "482.000"),
    noText("047", "a number where a text is asked for", 482),
    noText("048", "a leading zero", "0482.00"),
    noText("049", "a sign", "+482.00"),
    noText("050", "a negative text", "-482.00"),
    noText("051", "a point without digits behind it", "482."),
    noText("052", "a point without digits before it", ".50"),
    noText("053", "an exponent", "4e2"),
    noText("054", "white space before", " 482.00"),
    noText("055", "a line feed behind", "482.00\n"),
    noText("056", "a comma", "482,00"),
    noText("057", "full-width digits", "\uff14\uff18\uff12"),
    noText("058", "Arabic-Indic digits", "\u0664\u0668\u0662"),
    noText("059", "hexadecimal", "0x1E2"),
    noText("060", "an empty text", ""),
    noText("061", "a currency sign", "$482.00"),
    noText("062", "a percentage", "500%"),
    noText("063", "a text whose smallest unit is beyond 2^53-1", "90071992547409.92"),
    amount.allow("amounts-064", "a text whose smallest unit is 2^53-1", paying({ ...ARGS, amount: "90071992547409.91" }), { ...under({ ...ARGS, amount: "90071992547409.91" }, { ...DECIMAL, max: "90071992547409.91" }), limits: [{ rule: "decimal", amount: 9007199254740991, max: 9007199254740991, window_seconds: null }] }),
    noText("065", "a text of many digits", "1".repeat(400)),
    noText("066", "null where a text is asked for", null),
  ],
};

const limit = table(SPEC.limits);
const ofAmount = (value: number) => ({ ...ARGS, amount_minor: value });
const fact = (rule: string, value: number, max: number, seconds: number | null) => ({ rule, amount: value, max, window_seconds: seconds });
const within = (number: string, title: string, args: Members, rules: readonly Members[], limits: readonly Members[]) => limit.allow(`limits-${number}`, title, paying(args), { ...under(args, ...rules), rules: [], limits });
const beyond = (number: string, title: string, twin: string, args: Members, rules: readonly Members[], path: string, ids: readonly string[], limits: readonly Members[]) =>
  limit.block(`limits-${number}`, title, `limits-${twin}`, paying(args), VIOLATION, "policy.limit", { path: `/action/args${path}`, ...under(args, ...rules), rules: ids, limits });
const DAY = 86400;
const ANY_CREDITOR: Members = { id: "per-day", sum: "/amount_minor", window_seconds: DAY, max: 12550 };
const COUNT: Members = { id: "ten-a-day", count: true, window_seconds: DAY, max: 10 };
const bad = (number: string, title: string, place: string, ...limits: readonly Json[]) => limit.refuse(`limits-${number}`, title, "limits-001", payment(), `/tools/treasury.pay/limits${place}`, ruled({ limits }));
export const limits: VectorFile = {
  path: "policy/limits.json",
  rule: "limits",
  spec: "policy.md",
  header: SETTING,
  cases: [
    within("001", "one under what a call may move", ofAmount(12549), [PER_CALL], [fact("per-call", 12549, 12550, null)]),
    within("002", "exactly what a call may move", ofAmount(12550), [PER_CALL], [fact("per-call", 12550, 12550, null)]),
    beyond("003", "one over what a call may move", "001", ofAmount(12551), [PER_CALL], "/amount_minor", ["per-call"], [fact("per-call", 12551, 12550, null)]),
    within("004", "a call that alone fills the window", ofAmount(12550), [ANY_CREDITOR], [fact("per-day", 12550, 12550, DAY)]),
    beyond("005", "a call that alone is more than the window holds", "004", ofAmount(12551), [ANY_CREDITOR], "/amount_minor", ["per-day"], [fact("per-day", 12551, 12550, DAY)]),
    within("006", "a count", ARGS, [COUNT], [fact("ten-a-day", 1, 10, DAY)]),
    within("007", "all limits of a tool are told, in the policy's order", ARGS, [COUNT, PER_CALL, GROUPED], [fact("ten-a-day", 1, 10, DAY), fact("per-call", 12550, 12550, null), fact("per-day", 12550, 500000, DAY)]),
    beyond("008", "two limits are passed: one reason, both rules", "007", ofAmount(12551), [PER_CALL, ANY_CREDITOR], "/amount_minor", ["per-call", "per-day"], [fact("per-call", 12551, 12550, null), fact("per-day", 12551, 12550, DAY)]),
    beyond("009", "a group value is absent", "007", { amount_minor: 1, currency: "EUR" }, [GROUPED], "/creditor", ["per-day"], [fact("per-day", 1, 500000, DAY)]),
    beyond("010", "a group value is a list", "007", { ...ARGS, creditor: ["cr_2041"] }, [GROUPED], "/creditor", ["per-day"], [fact("per-day", 12550, 500000, DAY)]),
    beyond("011", "a group value is an object", "007", { ...ARGS, creditor: {} }, [GROUPED], "/creditor", ["per-day"], [fact("per-day", 12550, 500000, DAY)]),
    within("012", "null, true and numbers are group values", { amount_minor: 1, creditor: null, currency: 7 }, [GROUPED], [fact("per-day", 1, 500000, DAY)]),
    beyond("013", "a count goes by groups too", "006", { amount_minor: 1, currency: "EUR" }, [{ ...COUNT, by: ["/creditor"] }], "/creditor", ["ten-a-day"], [fact("ten-a-day", 1, 10, DAY)]),
    beyond("017", "a group value that only a prototype has", "007", ARGS, [{ ...GROUPED, by: ["/constructor"] }], "/constructor", ["per-day"], [fact("per-day", 12550, 500000, DAY)]),
    limit.allow("limits-014", "limits are judged under interop too", payment(), { with: { ...ruled({ limits: [PER_CALL] }), profile: "interop" } }),
    limit.block("limits-015", "a limit is passed under interop", "limits-014", paying(ofAmount(12551)), VIOLATION, "policy.limit", { with: { ...ruled({ limits: [PER_CALL] }), call: { tool: "treasury.pay", args: ofAmount(12551) }, profile: "interop" } }),
    limit.allow("limits-016", "the limit of another tool", payment(), { with: { policy: { version: 1, tools: { "treasury.pay": { impact: "money" }, "treasury.refund": { impact: "money", limits: [{ ...PER_CALL, max: 1 }] } } } } }),
    bad("030", "neither amount, sum nor count", "/0", { id: "l", max: 1 }),
    bad("031", "amount and sum", "/0", { id: "l", amount: "/a", sum: "/a", window_seconds: 1, max: 1 }),
    bad("032", "a sum without a window", "/0/window_seconds", { id: "l", sum: "/a", max: 1 }),
    bad("033", "a count without a window", "/0/window_seconds", { id: "l", count: true, max: 1 }),
    bad("034", "a window on one call", "/0/window_seconds", { id: "l", amount: "/a", window_seconds: 60, max: 1 }),
    bad("035", "groups on one call", "/0/by", { id: "l", amount: "/a", by: ["/b"], max: 1 }),
    bad("036", "a maximum below zero", "/0/max", { id: "l", amount: "/a", max: -1 }),
    bad("037", "a maximum that is not whole", "/0/max", { id: "l", amount: "/a", max: 0.5 }),
    bad("038", "a maximum in a text without a scale", "/0/max", { id: "l", amount: "/a", max: "500.00" }),
    bad("039", "a maximum in a number beside a scale", "/0/max", { id: "l", amount: "/a", scale: 2, max: 500 }),
    bad("040", "a maximum with more digits than the scale", "/0/max", { id: "l", amount: "/a", scale: 2, max: "500.001" }),
    bad("041", "no maximum", "/0/max", { id: "l", amount: "/a" }),
    bad("042", "a pointer without its slash", "/0/amount", { id: "l", amount: "amount_minor", max: 1 }),
    bad("043", "a pointer with a broken escape", "/0/amount", { id: "l", amount: "/a~2", max: 1 }),
    bad("044", "a count that is false", "/0/count", { id: "l", count: false, window_seconds: 1, max: 1 }),
    bad("045", "a count of none", "/0/max", { id: "l", count: true, window_seconds: 1, max: 0 }),
    bad("046", "a scale on a count", "/0/scale", { id: "l", count: true, window_seconds: 1, scale: 2, max: "1.00" }),
    bad("047", "a window of no time", "/0/window_seconds", { id: "l", sum: "/a", window_seconds: 0, max: 1 }),
    bad("048", "a window of more than 366 days", "/0/window_seconds", { id: "l", sum: "/a", window_seconds: 31622401, max: 1 }),
    bad("049", "a group named twice", "/0/by/1", { id: "l", sum: "/a", by: ["/b", "/b"], window_seconds: 1, max: 1 }),
    bad("050", "an unknown member", "/0/maximum", { id: "l", amount: "/a", maximum: 1 }),
    bad("051", "one id for two limits", "/1/id", PER_CALL, { ...COUNT, id: "per-call" }),
    bad("052", "an id that is no name", "/0/id", { ...PER_CALL, id: "per call" }),
    bad("053", "a list without an element", ""),
    bad("054", "no id", "/0/id", { amount: "/a", max: 1 }),
  ],
};
