// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { canonical, payment, signed } from "../proposal.js";
import { approver, keyring, SETTING } from "../setting.js";
import { FAILED, type Json, table, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.signatureEvidence);
const rule = table(SPEC.ed25519);
const SIGNATURE = { path: "/evidence/0/signature" };
const as = (signature: (bytes: Buffer) => string) => signed({ signature });
const text = (edit: (base64: string) => string) => as((bytes) => edit(bytes.toString("base64")));

/** The order of the group, little-endian. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const little = (bytes: Buffer): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const toLittle = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();
const edited = (edit: (bytes: Buffer) => Buffer) => as((bytes) => edit(Buffer.from(bytes)).toString("base64"));
const flipped = (at: number, bit: number) => edited((bytes) => { bytes[at] = (bytes[at] as number) ^ (1 << bit); return bytes; });
const R = (bytes: Buffer) => bytes.subarray(0, 32);
const S = (bytes: Buffer) => bytes.subarray(32);
/** The last digit before the padding carries four unused bits. */
const spareBit = (base64: string) => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return `${base64.slice(0, 85)}${digits[digits.indexOf(base64[85] as string) + 1]}==`;
};

export const signature: VectorFile = {
  path: "trust/signature.json",
  rule: "signature",
  spec: "trust.md",
  header: SETTING,
  cases: [
    allow("signature-001", "88 characters of strict base64", payment()),
    block("signature-002", "encoding: a space in front", "signature-001", text((b) => ` ${b}`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-003", "encoding: a space behind", "signature-001", text((b) => `${b} `), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-004", "encoding: a line feed behind", "signature-001", text((b) => `${b}\n`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-005", "encoding: a line feed inside", "signature-001", text((b) => `${b.slice(0, 64)}\n${b.slice(64)}`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-006", "encoding: the URL-safe alphabet", "signature-001", text((b) => b.replaceAll("+", "-").replaceAll("/", "_")), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-007", "encoding: no padding", "signature-001", text((b) => b.slice(0, 86)), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-008", "encoding: one = too few", "signature-001", text((b) => b.slice(0, 87)), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-009", "encoding: one = too many", "signature-001", text((b) => `${b}=`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-010", "encoding: four = too many", "signature-001", text((b) => `${b}====`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-011", "encoding: an unused bit is set", "signature-001", text(spareBit), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-012", "encoding: 63 bytes", "signature-001", as((bytes) => bytes.subarray(0, 63).toString("base64")), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-013", "encoding: 65 bytes", "signature-001", as((bytes) => Buffer.concat([bytes, Buffer.from([0])]).toString("base64")), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-014", "encoding: 66 bytes end without padding", "signature-001", as((bytes) => Buffer.concat([bytes, Buffer.from([0, 0])]).toString("base64")), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-015", "encoding: more behind the padding", "signature-001", text((b) => `${b}AAAA`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-016", "encoding: a character outside the alphabet", "signature-001", text((b) => `*${b.slice(1)}`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-017", "encoding: a letter outside ASCII", "signature-001", text((b) => `\u0101${b.slice(1)}`), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-018", "encoding: hex", "signature-001", as((bytes) => bytes.toString("hex")), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-019", "encoding: empty", "signature-001", as(() => ""), FAILED, "trust.signature_encoding", SIGNATURE),
    block("signature-020", "encoding: padding in the middle", "signature-001", text((b) => `${b.slice(0, 42)}==${b.slice(44)}`), FAILED, "trust.signature_encoding", SIGNATURE),

    rule.block("signature-030", "a signature by another key", "signature-001", signed({ key: "stranger", keyId: "approver" }), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-031", "a signature by another key of the keyring", "signature-001", signed({ keyId: "second" }), FAILED, "trust.signature_invalid", {
      ...SIGNATURE,
      with: { keyring: keyring({ approver: approver(), second: approver({ public_key: KEYS.second.publicKey }) }) },
    }),
    rule.block("signature-032", "one bit of R flipped", "signature-001", flipped(0, 0), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-033", "one bit of S flipped", "signature-001", flipped(32, 0), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-034", "the sign of R flipped", "signature-001", flipped(31, 7), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-035", "S + L", "signature-001", edited((b) => Buffer.concat([R(b), toLittle(little(S(b)) + L)])), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-036", "L - S", "signature-001", edited((b) => Buffer.concat([R(b), toLittle(L - little(S(b)))])), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-037", "R and S change places", "signature-001", edited((b) => Buffer.concat([S(b), R(b)])), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-038", "R is the neutral point", "signature-001", edited((b) => Buffer.concat([toLittle(1n), S(b)])), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-039", "all zero", "signature-001", edited(() => Buffer.alloc(64)), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-040", "the payload was changed once signed", "signature-001", signed({ payload: (t) => t.replace("10:00:00Z", "20:00:00Z") }), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-041", "signed in UTF-16", "signature-001", signed({ signs: (t) => Buffer.from(t, "utf16le").toString("latin1") }), FAILED, "trust.signature_invalid", SIGNATURE),
    rule.block("signature-042", "signed as a JSON string", "signature-001", signed({ signs: (t) => canonical(t as Json) }), FAILED, "trust.signature_invalid", SIGNATURE),
    allow("signature-043", "an attestation by the second approver", signed({ key: "second" }), {
      with: { keyring: keyring({ approver: approver(), second: approver({ public_key: KEYS.second.publicKey }) }) },
    }),
    allow("signature-044", "the key written as 64 hex digits", payment(), { with: { keyring: keyring({ approver: approver({ public_key: KEYS.approver.rawPublicKey.toString("hex") }) }) } }),
    allow("signature-045", "the key written as hex with 0x", payment(), { with: { keyring: keyring({ approver: approver({ public_key: `0x${KEYS.approver.rawPublicKey.toString("hex")}` }) }) } }),
    allow("signature-046", "signer and attestor are labels and prove nothing", signed({ entry: { signer: "the minister", attestor: "the bank" } })),
  ],
};
