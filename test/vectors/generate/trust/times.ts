// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { signed } from "../proposal.js";
import { policy, SETTING, TOOLS } from "../setting.js";
import { type DecisionCase, FAILED, type Json, table, UNTRUSTED, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.times);
const form = table(SPEC.timestamps);
const complete = table(SPEC.raises);
const PAYLOAD = { path: "/evidence/0/payload" };
const RAISES = { effective: { "po-8812": "trusted" } } as const;
const NOTHING = { effective: { "po-8812": "untrusted" }, path: "/claims" } as const;
type Attestation = { readonly [name: string]: Json | undefined };
const valid = (issued_at: Json, expires_at: Json, more: Attestation = {}) => signed({ attestation: { issued_at, expires_at, ...more } });
const from = (issued_at: Json) => signed({ attestation: { issued_at } });
const until = (expires_at: Json) => signed({ attestation: { expires_at } });
const good = (number: string, title: string, text: string): DecisionCase => form.allow(`times-${number}`, title, until(text), RAISES);
const bad = (number: string, title: string, text: Json): DecisionCase => form.block(`times-${number}`, title, "times-040", until(text), FAILED, "trust.timestamp_malformed", PAYLOAD);
const at = (now: string | number) => ({ with: { now } });
const life = (seconds: number) => ({ with: { policy: policy({ tools: { ...TOOLS, "treasury.pay": { impact: "money", max_attestation_lifetime: seconds } } }) } });

export const times: VectorFile = {
  path: "trust/times.json",
  rule: "times of an attestation",
  spec: "trust.md",
  header: SETTING,
  cases: [
    allow("times-001", "S5: issued at now", from("2026-06-15T09:00:00Z"), RAISES),
    allow("times-002", "S5: issued 59.999999999 s ahead of our clock", from("2026-06-15T09:00:59.999999999Z"), RAISES),
    allow("times-003", "S5: issued 60 s ahead of our clock", from("2026-06-15T09:01:00Z"), RAISES),
    block("times-004", "S5: issued 60.000000001 s ahead of our clock", "times-003", from("2026-06-15T09:01:00.000000001Z"), FAILED, "trust.issued_in_future", PAYLOAD),
    allow("times-005", "S5: the same by the clock: one nanosecond after", from("2026-06-15T09:01:00.000000001Z"), { ...RAISES, ...at("2026-06-15T09:00:00.000000001Z") }),
    block("times-006", "S5: issued tomorrow", "times-001", valid("2026-06-16T09:00:00Z", "2026-06-16T10:00:00Z"), FAILED, "trust.issued_in_future", PAYLOAD),

    allow("times-010", "S5: expires one nanosecond after now", until("2026-06-15T09:00:00.000000001Z"), RAISES),
    block("times-011", "S5: expires at now", "times-010", until("2026-06-15T09:00:00Z"), FAILED, "trust.attestation_expired", PAYLOAD),
    block("times-012", "S5: expired one nanosecond ago", "times-010", until("2026-06-15T08:59:59.999999999Z"), FAILED, "trust.attestation_expired", PAYLOAD),
    allow("times-013", "now as epoch milliseconds, one before the end", until("2026-06-15T09:00:00Z"), { ...RAISES, ...at(1781513999999) }),
    block("times-014", "now as epoch milliseconds, at the end", "times-013", until("2026-06-15T09:00:00Z"), FAILED, "trust.attestation_expired", { ...PAYLOAD, ...at(1781514000000) }),
    block("times-015", "expired, though the offset reads as later", "times-010", until("2026-06-15T11:00:00+02:00"), FAILED, "trust.attestation_expired", PAYLOAD),
    allow("times-016", "not expired, though the offset reads as earlier", until("2026-06-15T07:00:01-02:00"), RAISES),
    block("times-017", "expired counts also where the attestation would raise nothing", "times-010", valid("2026-06-15T08:00:00Z", "2026-06-15T08:30:00Z", { intent_digest: undefined }), FAILED, "trust.attestation_expired", PAYLOAD),

    allow("times-020", "S5: a life of one second under 24 hours", valid("2026-06-15T08:50:00Z", "2026-06-16T08:49:59Z"), RAISES),
    allow("times-021", "S5: a life of 24 hours", valid("2026-06-15T08:50:00Z", "2026-06-16T08:50:00Z"), RAISES),
    block("times-022", "S5: a life of one nanosecond over 24 hours", "times-021", valid("2026-06-15T08:50:00Z", "2026-06-16T08:50:00.000000001Z"), FAILED, "trust.attestation_too_long", PAYLOAD),
    allow("times-023", "S5: the tool's own limit, one nanosecond under", valid("2026-06-15T08:59:00.000000001Z", "2026-06-15T09:04:00Z"), { ...RAISES, ...life(300) }),
    allow("times-024", "S5: the tool's own limit, equal", valid("2026-06-15T08:59:00Z", "2026-06-15T09:04:00Z"), { ...RAISES, ...life(300) }),
    block("times-025", "S5: the tool's own limit, one nanosecond over", "times-024", valid("2026-06-15T08:59:00Z", "2026-06-15T09:04:00.000000001Z"), FAILED, "trust.attestation_too_long", { ...PAYLOAD, ...life(300) }),
    allow("times-026", "S5: the policy's limit, equal", valid("2026-06-15T08:59:00Z", "2026-06-15T09:04:00Z"), { ...RAISES, with: { policy: policy({ max_attestation_lifetime: 300 }) } }),
    block("times-027", "S5: the policy's limit, one nanosecond over", "times-026", valid("2026-06-15T08:59:00Z", "2026-06-15T09:04:00.000000001Z"), FAILED, "trust.attestation_too_long", { ...PAYLOAD, with: { policy: policy({ max_attestation_lifetime: 300 }) } }),
    block("times-028", "S5: issued when it expires", "times-029", valid("2026-06-15T09:00:01Z", "2026-06-15T09:00:01Z"), FAILED, "trust.attestation_too_long", PAYLOAD),
    allow("times-029", "S5: issued one nanosecond before it expires", valid("2026-06-15T09:00:00.999999999Z", "2026-06-15T09:00:01Z"), RAISES),
    block("times-030", "S5: issued after it expires", "times-029", valid("2026-06-15T09:00:01.000000001Z", "2026-06-15T09:00:01Z"), FAILED, "trust.attestation_too_long", PAYLOAD),

    good("040", "a plain date and time", "2026-06-15T10:00:00Z"),
    good("041", "nine fraction digits", "2026-06-15T10:00:00.123456789Z"),
    good("042", "one fraction digit", "2026-06-15T10:00:00.5Z"),
    good("043", "an offset east", "2026-06-15T12:00:00+02:00"),
    good("044", "an offset of 23:59", "2026-06-16T09:59:00+23:59"),
    good("045", "an offset of -23:59", "2026-06-14T10:01:00-23:59"),
    good("046", "the offset -00:00", "2026-06-15T10:00:00-00:00"),
    good("047", "the last second of the day", "2026-06-15T23:59:59Z"),
    form.allow("times-048", "29 February of a leap year", valid("2028-02-28T12:00:00Z", "2028-02-29T11:00:00Z"), { ...RAISES, ...at("2028-02-28T12:00:00Z") }),
    form.block("times-049", "29 February of a common year", "times-048", valid("2026-02-28T12:00:00Z", "2026-02-29T11:00:00Z"), FAILED, "trust.timestamp_malformed", { ...PAYLOAD, ...at("2026-02-28T12:00:00Z") }),
    form.block("times-050", "29 February of a century that is no leap year", "times-048", valid("2100-02-28T12:00:00Z", "2100-02-29T11:00:00Z"), FAILED, "trust.timestamp_malformed", { ...PAYLOAD, ...at("2100-02-28T12:00:00Z") }),
    form.allow("times-051", "29 February of a century that is a leap year", valid("2000-02-28T12:00:00Z", "2000-02-29T11:00:00Z"), { ...RAISES, ...at("2000-02-28T12:00:00Z") }),
    bad("052", "30 February", "2027-02-30T10:00:00Z"),
    bad("053", "31 June", "2026-06-31T10:00:00Z"),
    bad("054", "day 0", "2026-07-00T10:00:00Z"),
    bad("055", "month 0", "2027-00-15T10:00:00Z"),
    bad("056", "month 13", "2026-13-15T10:00:00Z"),
    bad("057", "hour 24", "2026-06-15T24:00:00Z"),
    bad("058", "minute 60", "2026-06-15T10:60:00Z"),
    bad("059", "second 60, a leap second that is none", "2026-06-15T10:00:60Z"),
    bad("060", "second 60 at the end of a year", "2026-12-31T23:59:60Z"),
    bad("061", "ten fraction digits", "2026-06-15T10:00:00.1234567890Z"),
    bad("062", "a point without digits", "2026-06-15T10:00:00.Z"),
    bad("063", "a comma for the point", "2026-06-15T10:00:00,5Z"),
    bad("064", "lower-case t", "2026-06-15t10:00:00Z"),
    bad("065", "lower-case z", "2026-06-15T10:00:00z"),
    bad("066", "a space for the T", "2026-06-15 10:00:00Z"),
    bad("067", "no zone", "2026-06-15T10:00:00"),
    bad("068", "no seconds", "2026-06-15T10:00Z"),
    bad("069", "a date alone", "2026-06-16"),
    bad("070", "a year alone", "2099"),
    bad("071", "an HTTP date", "Mon, 15 Jun 2026 10:00:00 GMT"),
    bad("072", "an offset without a colon", "2026-06-15T10:00:00+0000"),
    bad("073", "an offset of hours alone", "2026-06-15T12:00:00+02"),
    bad("074", "an offset of 24 hours", "2026-06-16T10:00:00+24:00"),
    bad("075", "an offset of 60 minutes", "2026-06-15T10:30:00+00:60"),
    bad("076", "Z and an offset", "2026-06-15T10:00:00Z+00:00"),
    bad("077", "a space in front", " 2026-06-15T10:00:00Z"),
    bad("078", "a line feed behind", "2026-06-15T10:00:00Z\n"),
    bad("079", "empty", ""),
    bad("080", "a space", " "),
    bad("081", "null", null),
    bad("082", "epoch seconds", 1781517600),
    bad("083", "false", false),
    bad("084", "an array of one", ["2026-06-15T10:00:00Z"]),
    bad("085", "full-width digits", "\uff12\uff10\uff12\uff16-06-15T10:00:00Z"),
    bad("086", "a year of five digits", "+02026-06-15T10:00:00Z"),
    bad("087", "a week date", "2026-W25-1T10:00:00Z"),
    form.allow("times-091", "the last minute of the year 9999 in UTC", valid("9999-12-31T23:00:00Z", "9999-12-31T23:30:00-00:29"), { ...RAISES, ...at("9999-12-31T23:30:00Z") }),
    form.block("times-092", "the year 10000 in UTC, by the offset", "times-091", valid("9999-12-31T23:00:00Z", "9999-12-31T23:30:00-00:30"), FAILED, "trust.timestamp_malformed", { ...PAYLOAD, ...at("9999-12-31T23:30:00Z") }),
    form.block("times-088", "issued_at is held to the same form", "times-040", from("2026-06-15 08:50:00Z"), FAILED, "trust.timestamp_malformed", PAYLOAD),
    form.block("times-089", "issued_at is null", "times-040", from(null), FAILED, "trust.timestamp_malformed", PAYLOAD),
    form.block("times-090", "malformed counts also where the attestation would raise nothing", "times-040", signed({ attestation: { intent_digest: undefined, expires_at: "soon" } }), FAILED, "trust.timestamp_malformed", PAYLOAD),

    complete.allow("times-100", "S5: intent_digest, issued_at and expires_at are there", signed({}), RAISES),
    complete.block("times-101", "S5: without intent_digest it raises nothing", "times-100", signed({ attestation: { intent_digest: undefined } }), UNTRUSTED, "trust.no_trusted_chain", NOTHING),
    complete.block("times-102", "S5: without issued_at it raises nothing", "times-100", signed({ attestation: { issued_at: undefined } }), UNTRUSTED, "trust.no_trusted_chain", NOTHING),
    complete.block("times-103", "S5: without expires_at it raises nothing", "times-100", signed({ attestation: { expires_at: undefined } }), UNTRUSTED, "trust.no_trusted_chain", NOTHING),
    complete.block("times-104", "S5: issued in the future fails also without expires_at", "times-100", signed({ attestation: { expires_at: undefined, issued_at: "2026-06-15T09:01:01Z" } }), FAILED, "trust.issued_in_future", PAYLOAD),
  ],
};
