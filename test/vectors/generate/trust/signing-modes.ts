// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { canonical, note, signed } from "../proposal.js";
import { NOTE_CALL, SETTING } from "../setting.js";
import { FAILED, type Json, table, UNTRUSTED, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.signingModes);
const PAYLOAD = { path: "/evidence/0/payload" };
const TRUSTED = { effective: { "po-8812": "trusted" } } as const;
const NOTHING = { effective: { "po-8812": "untrusted" } } as const;

/** The text is signed as it stands: whoever falls back to free text finds a signature that holds. */
const asItStands = (payload: string | ((text: string) => string)) => note({ payload, signs: "payload" });
/** The canonical form of what a lenient parser makes of the text is signed. */
const leniently = (payload: string | ((text: string) => string)) => note({ payload, signs: (text) => canonical(JSON.parse(text) as Json) });
/** Arrays in arrays. */
const nested = (levels: number): Json => (levels === 0 ? [] : [nested(levels - 1)]);

const doubled = (text: string) => text.replace('"impact":"write"', '"impact":"write","impact":"write"');
const doubledLater = (text: string) => text.replace('"impact":"write"', '"impact":"money","impact":"write"');
const spaced = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
const reversed = (text: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()));
const escaped = (text: string) => text.replace('"impact"', '"\\u0069mpact"');
const versionEscaped = (text: string) => doubled(text).replace('"attestation_version"', '"attestation_versi\\u006fn"');
const withMember = (member: string) => (text: string) => text.replace(/}$/, `,${member}}`);

export const signingModes: VectorFile = {
  path: "trust/signing-modes.json",
  rule: "signing modes",
  spec: "trust.md",
  header: { ...SETTING, call: NOTE_CALL },
  cases: [
    allow("signing-modes-001", "canonical: an attestation in its canonical form", note({}), TRUSTED),
    allow("signing-modes-002", "canonical: white space in the payload is not signed", note({ payload: spaced }), TRUSTED),
    allow("signing-modes-003", "canonical: the order of members is not signed", note({ payload: reversed }), TRUSTED),
    allow("signing-modes-004", "canonical: an escape in a name is not signed", note({ payload: escaped }), TRUSTED),
    block("signing-modes-005", "canonical: a signature over the text as sent does not count", "signing-modes-002", asItStands(spaced), FAILED, "trust.signature_invalid", { path: "/evidence/0/signature" }),
    allow("signing-modes-006", "canonical: a further member is signed and ignored", note({ attestation: { ticket: "T-9", nested: { a: [1, 2.5, null] } } }), TRUSTED),
    block("signing-modes-007", "canonical: a further member that was not signed", "signing-modes-006", note({ payload: withMember('"ticket":"T-9"') }), FAILED, "trust.signature_invalid"),
    allow("signing-modes-008", "canonical: number forms that canonical form settles", note({ payload: withMember('"x":[1.0,1e2,-0,0.10]'), signs: (text) => canonical(JSON.parse(text) as Json) }), TRUSTED),

    allow("signing-modes-010", "legacy: free text", asItStands("PO-8812 was delivered"), NOTHING),
    allow("signing-modes-011", "legacy: no text at all", asItStands(""), NOTHING),
    allow("signing-modes-012", "legacy: an object without the member", asItStands('{"approved":true}'), NOTHING),
    allow("signing-modes-013", "legacy: an empty object", asItStands("{}"), NOTHING),
    allow("signing-modes-014", "legacy: a string", asItStands('"attestation_version"'), NOTHING),
    allow("signing-modes-015", "legacy: a number", asItStands("8812"), NOTHING),
    allow("signing-modes-016", "legacy: null", asItStands("null"), NOTHING),
    allow("signing-modes-017", "legacy: true", asItStands("true"), NOTHING),
    allow("signing-modes-018", "legacy: an array", asItStands('["attestation_version","PIC-ATT/1.0"]'), NOTHING),
    allow("signing-modes-019", "legacy: an array around an attestation", asItStands((text) => `[${text}]`), NOTHING),
    allow("signing-modes-020", "legacy: the member one level down", asItStands('{"inner":{"attestation_version":"PIC-ATT/1.0"}}'), NOTHING),
    allow("signing-modes-021", "legacy: the member's name differs by case", asItStands('{"Attestation_Version":"PIC-ATT/1.0"}'), NOTHING),
    allow("signing-modes-022", "legacy: no JSON by the grammar (a comma too many)", asItStands((text) => text.replace(/}$/, ",}")), NOTHING),
    allow("signing-modes-023", "legacy: no JSON by the grammar (something behind it)", asItStands((text) => `${text} approved`), NOTHING),
    allow("signing-modes-024", "legacy: no JSON by the grammar (a byte order mark)", asItStands((text) => `\ufeff${text}`), NOTHING),
    allow("signing-modes-025", "legacy: no JSON by the grammar (NaN)", asItStands('{"attestation_version":NaN}'), NOTHING),
    allow("signing-modes-026", "legacy: a duplicate name in an object without the member", asItStands('{"a":1,"a":2}'), NOTHING),
    allow("signing-modes-027", "legacy: an odd number outside an object", asItStands("[1e400]"), NOTHING),
    allow("signing-modes-028", "legacy: deep, without the member", asItStands(`{"a":${JSON.stringify(nested(40))}}`), NOTHING),
    allow("signing-modes-034", "legacy: refused JSON with the member one level down", asItStands('{"inner":{"attestation_version":"PIC-ATT/1.0"},"a":1,"a":2}'), NOTHING),
    allow("signing-modes-029", "legacy: the text is signed as it stands, white space and all", asItStands(' {"approved" : true}\n'), NOTHING),
    block("signing-modes-030", "legacy: the canonical form is not what is signed", "signing-modes-029", note({ payload: ' {"approved" : true}\n', signs: (text) => canonical(JSON.parse(text) as Json) }), FAILED, "trust.signature_invalid"),
    allow("signing-modes-031", "legacy: characters outside ASCII are signed as UTF-8", asItStands("Lieferung gepr\u00fcft \u2713 \u{1f4e6}"), NOTHING),
    block("signing-modes-032", "S4: free text is verified, and raises nothing for a payment", "key-state-001", signed({ payload: "PO-8812 may be paid", signs: "payload" }), UNTRUSTED, "trust.no_trusted_chain", { path: "/claims", ...NOTHING, with: { call: SETTING.call as Json } }),
    block("signing-modes-033", "free text that the key did not sign fails at any impact", "signing-modes-010", note({ payload: "PO-8812 was delivered" }), FAILED, "trust.signature_invalid"),

    block("signing-modes-040", "malformed: a duplicate name, the text signed", "signing-modes-001", asItStands(doubled), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-041", "malformed: a duplicate name, what is left of it signed", "signing-modes-001", leniently(doubledLater), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-042", "malformed: a duplicate name two levels down", "signing-modes-001", leniently(withMember('"x":[{"a":1,"a":1}]')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-043", "malformed: a duplicate name two levels down, the text signed", "signing-modes-001", asItStands(withMember('"x":[{"a":1,"a":1}]')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-044", "malformed: the names are the same once unescaped", "signing-modes-001", leniently(withMember('"x":{"a":1,"\\u0061":1}')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-045", "malformed: the member's own name escaped, beside a duplicate", "signing-modes-001", asItStands(versionEscaped), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-046", "malformed: a number that overflows", "signing-modes-001", asItStands(withMember('"x":1e400')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-047", "malformed: an integer above 2^53-1", "signing-modes-001", leniently(withMember('"x":9007199254740993')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-048", "malformed: a number that the double does not hold", "signing-modes-001", leniently(withMember('"x":0.10000000000000000001')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-049", "malformed: an odd number, the text signed", "signing-modes-001", asItStands(withMember('"x":9007199254740993')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-050", "malformed: a surrogate alone", "signing-modes-001", asItStands(withMember('"x":"\\ud83d"')), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-051", "malformed: a surrogate alone in a name", "signing-modes-001", asItStands(withMember('"\\udc00":1')), FAILED, "trust.payload_malformed", PAYLOAD),
    allow("signing-modes-052", "a surrogate pair by escapes is one character", note({ payload: withMember('"x":"\\ud83d\\udce6"'), signs: (text) => canonical(JSON.parse(text) as Json) }), TRUSTED),
    block("signing-modes-053", "malformed: a member named __proto__", "signing-modes-001", asItStands(withMember('"__proto__":{}')), FAILED, "trust.payload_malformed", PAYLOAD),
    allow("signing-modes-054", "depth: one level under the limit", note({ attestation: { x: nested(29) } }), TRUSTED),
    allow("signing-modes-055", "depth: at the limit of 32 levels", note({ attestation: { x: nested(30) } }), TRUSTED),
    block("signing-modes-056", "depth: one level over the limit", "signing-modes-055", note({ attestation: { x: nested(31) } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-057", "malformed: deep, the text signed", "signing-modes-055", asItStands(withMember(`"x":${JSON.stringify(nested(200))}`)), FAILED, "trust.payload_malformed", PAYLOAD),

    block("signing-modes-060", "malformed: a version that is not known", "signing-modes-001", note({ attestation: { attestation_version: "PIC-ATT/1.1" } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-061", "malformed: the version in another case", "signing-modes-001", note({ attestation: { attestation_version: "pic-att/1.0" } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-062", "malformed: the version with a space", "signing-modes-001", note({ attestation: { attestation_version: "PIC-ATT/1.0 " } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-063", "malformed: the version is a number", "signing-modes-001", note({ attestation: { attestation_version: 1 } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-064", "malformed: the version is null", "signing-modes-001", note({ attestation: { attestation_version: null } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-065", "malformed: the version is an array", "signing-modes-001", note({ attestation: { attestation_version: ["PIC-ATT/1.0"] } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-066", "malformed: an empty version", "signing-modes-001", note({ attestation: { attestation_version: "" } }), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-067", "a receipt is no attestation, and the approver's key is for none", "signing-modes-001", note({ attestation: { attestation_version: "x-countersign-receipt/1" } }), FAILED, "trust.key_purpose", { path: "/evidence/0/key_id" }),
    block("signing-modes-068", "malformed: nothing but the version, not known", "signing-modes-012", asItStands('{"attestation_version":"2"}'), FAILED, "trust.payload_malformed", PAYLOAD),
    block("signing-modes-069", "malformed comes before the key", "signing-modes-001", note({ keyId: "nobody", attestation: { attestation_version: "PIC-ATT/1.1" } }), FAILED, "trust.payload_malformed", PAYLOAD),
  ],
};
